//! Answers to jobs whose hosts run several processes each.

mod overlay;
mod ranks;

pub use overlay::{PerHost, TwoLevelFault, TwoLevelPlan};
pub use ranks::{HostFamily, RanksPerHost, TwoLevelRankFault, TwoLevelRankPlan};
