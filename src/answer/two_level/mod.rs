//! Answers to jobs whose hosts run several processes each.

mod overlay;
mod ranks;

pub use overlay::TwoLevelPlan;
pub use ranks::{HostFamily, TwoLevelRankPlan};
