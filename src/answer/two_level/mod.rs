//! Answers to jobs with several processes on each host.

mod overlay;
mod ranks;

pub use overlay::{PerHost, TwoLevelPlan};
pub use ranks::{HostFamily, RanksPerHost, TwoLevelRankPlan};
