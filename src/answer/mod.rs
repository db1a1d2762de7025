//! Answers to requests: the choice of the engine, the ranking of candidates, the bounds, and the studies beside them.

mod assumption;
mod by_execution;
mod candidate;
mod checked;
mod claims;
pub(crate) mod costs;
mod data_limits;
mod fft;
mod found;
mod leaves;
pub(crate) mod map;
mod members;
mod mpi;
mod network_plan;
mod on_network;
mod overlay;
mod overlay_tree;
mod program;
mod rank;
pub(crate) mod relations;
mod schedule;
mod scored;
mod serve;
mod simulation;
mod slot_limit;
mod sum;
#[cfg(feature = "cli")]
mod trust;
#[cfg(feature = "cli")]
mod tuning;
mod two_level;
mod uncertain;
pub(crate) mod unequal;
#[cfg(feature = "cli")]
mod validation;

pub(crate) use assumption::assumption;
pub use by_execution::Execution;
pub(crate) use by_execution::{ExecuteError, Executions, Pace, Rules};
pub use candidate::{Candidate, Ranking};
pub(crate) use claims::{check_cost, check_front};
pub use costs::{MessageCosts, NodeCosts, StageCosts};
pub(crate) use data_limits::named;
pub use fft::{Decomposition, FftPlan, FftVerdict, Transpose, Transposes};
pub(crate) use fft::{FftCost, FftCrossover, FftPlanError};
pub use found::{Answer, Found};
pub use leaves::LeafPlan;
pub use logpine_collectives::collective::Cut;
pub use logpine_text::watch::Watch;
pub use logpine_trees::search::budget::Within;
#[cfg(feature = "milp")]
pub use logpine_trees::search::milp::{Certificate, UnknownReason, Verdict};
pub use logpine_trees::search::overlay::{Optimum, SearchError};
pub use logpine_trees::search::two_level::{Composition, Lanes};
pub use logpine_trees::tree::earliest::SummationPlan;
pub(crate) use map::Compared;
#[cfg(test)]
pub(crate) use map::MapError;
pub use map::MapQuestion;
#[cfg(test)]
pub(crate) use map::RankContest;
pub(crate) use map::Unsettled;
pub use map::{Along, Alternative, Competition, Crossover, DecisionMap, Grid, MapAnswer, MapCell, Shard};
pub(crate) use mpi::MpiPlanError;
pub use mpi::{MpiPlan, Rival, StageSequence};
pub(crate) use network_plan::{Certified, Contracted, Made, NetworkPlan, NetworkSchedule, Proof, Written};
pub(crate) use on_network::{
    Contender, NetworkQuestion, NetworkRanking, NetworkRankingError, NetworkWinner, RankMapping,
};
pub use on_network::{NetworkEntry, OnNetwork};
pub use overlay::Plan;
pub(crate) use overlay_tree::NON_UNIFORM;
pub use overlay_tree::OverlayTree;
pub use program::{Piece, Program, RankProgram, Step};
pub use rank::{OfBroadcast, RankAlgorithm, RankPlan, RankPlanError};
pub(crate) use schedule::waves_over;
pub use scored::Scored;
pub(crate) use serve::check_request;
pub use serve::{answer, answer_watched};
pub(crate) use simulation::LARGEST_TIMELINE;
pub(crate) use simulation::Source;
pub(crate) use simulation::Timing;
pub use simulation::{Executed, Simulation};
pub(crate) use slot_limit::SlotLimit;
pub use sum::{SumPlan, SumSchedule};
pub(crate) use sum::{SumPlanError, sum_costs};
#[cfg(feature = "cli")]
pub(crate) use trust::{Choice, EXAMPLE_LEAVES, Foretold, Trust};
#[cfg(feature = "cli")]
pub(crate) use tuning::{Coverage, Run, TunedCell, Tuning, TuningQuestion, Variable, Verified, Wave, said, unfit};
pub use two_level::{HostFamily, PerHost, RanksPerHost, TwoLevelPlan, TwoLevelRankPlan};
pub use uncertain::{Assessed, BreakPoint, Guarantee, ParameterSensitivity, Robust, RobustError, Sensitivity, Study};
pub(crate) use uncertain::{Criterion, End, Over};
pub(crate) use unequal::HostOrder;
pub use unequal::{RanksOnHosts, TreeOnHosts, UnequalJob, UnequalPlan, UnequalRankJob, UnequalRankPlan};
pub(crate) use unequal::{UnequalPlanError, UnequalRankPlanError};
#[cfg(feature = "cli")]
pub(crate) use validation::{ComparedModel, MeasuredTree, ValidatedTree, Validation, compared_trees, wave_times};
