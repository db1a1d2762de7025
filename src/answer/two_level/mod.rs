//! The answer to a job whose hosts run several processes each.

mod overlay;
mod ranks;

pub use overlay::{TwoLevelFault, TwoLevelPlan};
pub use ranks::{HostFamily, TwoLevelRankCandidate, TwoLevelRankFault, TwoLevelRankPlan};
