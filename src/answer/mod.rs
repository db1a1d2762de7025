//! From a request to its answer: engines chosen, candidates ranked, bounds proved, and what stands beside them.

mod candidate;
mod checked;
pub mod costs;
mod executed;
mod fft;
mod found;
mod leaves;
mod map;
mod members;
mod mpi;
mod network;
mod overlay;
mod rank;
pub mod relations;
mod schedule;
mod scored;
mod serve;
mod simulation;
mod sum;
mod trust;
mod two_level;
mod uncertain;
mod unequal;
mod validation;

pub use candidate::{Candidate, Ranking};
pub use executed::{ExecuteError, Execution, Executions, Pace, Rules};
pub use fft::{Decomposition, FftCost, FftCrossover, FftPlan, FftPlanError, FftVerdict, Transpose, Transposes};
pub use found::{Answer, Construction, Found, Watch};
pub use leaves::LeafPlan;
pub use map::{
    Along, Alternative, Compared, Competition, Contest, Crossover, DecisionMap, Grid, GridError, MapAnswer, MapCell,
    MapError, MapQuestion, MpiContest, Progress, RankContest, Row, Shard, ShardError, Unsettled, Winner,
};
pub use mpi::{MpiPlan, MpiPlanError, Rival, StageSequence};
pub use network::{
    Contender, Draws, NetworkEntry, NetworkQuestion, NetworkRanking, NetworkRankingError, NetworkWinner, RankMapping,
};
pub use overlay::{NON_UNIFORM, OverlayTree, Plan};
pub use rank::{OfBroadcast, RankAlgorithm, RankPlan, RankPlanError};
pub use schedule::{ScheduleError, waves_over};
pub use scored::Scored;
pub use serve::{OnNetwork, answer, answer_watched};
pub use simulation::{Agreement, Executed, LARGEST_TIMELINE, Predicted, Simulation, Source, Timing};
pub use sum::{SumPlan, SumPlanError, SumSchedule};
pub use trust::{Choice, EXAMPLE_LEAVES, Foretold, Trust};
pub use two_level::{
    HostFamily, PerHost, RanksPerHost, TwoLevelFault, TwoLevelPlan, TwoLevelRankFault, TwoLevelRankPlan,
};
pub use uncertain::{
    Assessed, BreakPoint, Criterion, End, Guarantee, Over, ParameterSensitivity, Robust, RobustError, Sensitivity,
    Study,
};
pub use unequal::{
    HostOrder, RanksOnHosts, TreeOnHosts, UnequalJob, UnequalPlan, UnequalPlanError, UnequalRankJob, UnequalRankPlan,
    UnequalRankPlanError,
};
pub use validation::{
    ComparedModel, MeasuredTree, ModelErrors, Prediction, ValidatedTree, Validation, ValidationError, compared_trees,
    wave_times,
};
