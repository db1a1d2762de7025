//! Answers to requests: the choice of the engine, the ranking of candidates, the bounds, and the studies beside them.

mod candidate;
mod checked;
pub(crate) mod costs;
mod executed;
mod execution;
mod fft;
mod found;
mod leaves;
pub(crate) mod map;
mod members;
mod mpi;
mod network;
mod overlay;
mod overlay_tree;
mod rank;
pub(crate) mod relations;
mod schedule;
mod schedule_error;
mod scored;
mod serve;
mod simulation;
mod sum;
#[cfg(feature = "cli")]
mod trust;
mod two_level;
mod uncertain;
pub(crate) mod unequal;
#[cfg(feature = "cli")]
mod validation;

pub use candidate::{Candidate, Ranking};
pub(crate) use execution::{ExecuteError, Pace};
pub use execution::{Execution, Executions, Rules};
pub use fft::FftPlan;
pub(crate) use fft::FftPlanError;
pub(crate) use fft::{Decomposition, FftCost, FftCrossover, FftVerdict, Transpose, Transposes};
pub use found::{Answer, Construction, Found, Watch};
pub use leaves::LeafPlan;
pub(crate) use map::Compared;
pub use map::MapQuestion;
#[cfg(test)]
pub(crate) use map::RankContest;
pub use map::Shard;
pub(crate) use map::{Along, Alternative, Crossover};
pub use map::{Competition, DecisionMap, Grid, MapAnswer, MapCell, MapError};
pub(crate) use map::{Progress, Unsettled};
pub(crate) use mpi::Rival;
pub use mpi::StageSequence;
pub(crate) use mpi::{MpiPlan, MpiPlanError};
pub(crate) use network::{
    Contender, Draws, NetworkEntry, NetworkQuestion, NetworkRankingError, NetworkWinner, RankMapping,
};
pub(crate) use network::{NetworkRanking, OnNetwork};
pub use overlay::Plan;
pub(crate) use overlay_tree::NON_UNIFORM;
pub use overlay_tree::OverlayTree;
pub use rank::{RankAlgorithm, RankPlan, RankPlanError};
pub(crate) use schedule::waves_over;
pub use schedule_error::ScheduleError;
pub use scored::Scored;
pub(crate) use serve::check_request;
pub use serve::{answer, answer_watched};
pub(crate) use simulation::LARGEST_TIMELINE;
pub(crate) use simulation::Timing;
pub use simulation::{Executed, Simulation, Source};
pub(crate) use sum::SumPlanError;
pub use sum::{SumPlan, SumSchedule};
#[cfg(feature = "cli")]
pub(crate) use trust::{Choice, EXAMPLE_LEAVES, Foretold, Trust};
pub use two_level::{HostFamily, TwoLevelPlan, TwoLevelRankPlan};
pub(crate) use uncertain::{Assessed, BreakPoint, Criterion, End, Guarantee, Over, ParameterSensitivity, Study};
pub use uncertain::{Robust, RobustError, Sensitivity};
pub(crate) use unequal::{HostOrder, UnequalJob, UnequalPlanError, UnequalRankJob, UnequalRankPlanError};
pub use unequal::{RanksOnHosts, TreeOnHosts, UnequalPlan, UnequalRankPlan};
#[cfg(feature = "cli")]
pub(crate) use validation::{ComparedModel, MeasuredTree, ValidatedTree, Validation, compared_trees, wave_times};
