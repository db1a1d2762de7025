//! Answers to requests: the choice of the engine, the ranking of candidates, the bounds, and the studies beside them.

mod candidate;
mod checked;
#[cfg(not(feature = "internals"))]
pub(crate) mod costs;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod costs;
mod executed;
mod execution;
mod fft;
mod found;
mod leaves;
mod map;
mod members;
mod mpi;
mod network;
mod overlay;
mod overlay_tree;
mod rank;
#[cfg(not(feature = "internals"))]
pub(crate) mod relations;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod relations;
mod schedule;
mod schedule_error;
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
pub use execution::{Execution, Executions, Rules};
internal! { execution::{ExecuteError, Pace} }
pub use fft::FftPlan;
internal! { fft::FftPlanError }
internal! { fft::{Decomposition, FftCost, FftCrossover, FftVerdict, Transpose, Transposes} }
pub use found::{Answer, Construction, Found, Watch};
pub use leaves::LeafPlan;
pub use map::{Competition, DecisionMap, Grid, MapAnswer, MapCell, MapError};
internal! { map::Compared }
pub use map::Shard;
internal! { map::{Along, Alternative, Crossover} }
pub use map::MapQuestion;
internal! { map::{Contest, GridError, MpiContest, Progress, RankContest, Row, ShardError, Unsettled, Winner} }
pub use mpi::StageSequence;
internal! { mpi::{MpiPlan, MpiPlanError} }
internal! { mpi::Rival }
internal! { network::{NetworkRanking, OnNetwork} }
internal! { network::{Contender, Draws, NetworkEntry, NetworkQuestion, NetworkRankingError, NetworkWinner, RankMapping} }
pub use overlay::Plan;
pub use overlay_tree::OverlayTree;
internal! { overlay_tree::NON_UNIFORM }
pub use rank::{RankAlgorithm, RankPlan, RankPlanError};
internal! { rank::OfBroadcast }
pub use schedule_error::ScheduleError;
internal! { schedule::waves_over }
pub use scored::Scored;
pub(crate) use serve::check_request;
pub use serve::{answer, answer_watched};
pub use simulation::{Executed, Simulation, Source};
internal! { simulation::Timing }
internal! { simulation::{Agreement, LARGEST_TIMELINE, Predicted} }
pub use sum::{SumPlan, SumSchedule};
internal! { sum::SumPlanError }
internal! { trust::{Choice, EXAMPLE_LEAVES, Foretold, Trust} }
pub use two_level::{HostFamily, TwoLevelPlan, TwoLevelRankPlan};
internal! { two_level::{PerHost, RanksPerHost} }
pub use uncertain::{Robust, RobustError, Sensitivity};
internal! { uncertain::{Assessed, BreakPoint, Criterion, End, Guarantee, Over, ParameterSensitivity, Study} }
pub use unequal::{RanksOnHosts, TreeOnHosts, UnequalPlan, UnequalRankPlan};
internal! { unequal::{HostOrder, UnequalJob, UnequalPlanError, UnequalRankJob, UnequalRankPlanError} }
internal! { validation::{ComparedModel, MeasuredTree, ModelErrors, Prediction, ValidatedTree, Validation, ValidationError, compared_trees, wave_times} }
