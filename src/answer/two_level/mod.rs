//! Answers to jobs whose hosts run several processes each.

mod overlay;
mod ranks;

pub use overlay::{PerHost, TwoLevelPlan};
pub use ranks::{HostFamily, RanksPerHost, TwoLevelRankPlan};
