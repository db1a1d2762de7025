//! The contributions of the levels to the time, as JSON.

use crate::answer::costs::NodeCosts;
use logpine_trees::tree::{Level, Shape};
use schemars::JsonSchema;
use serde::Serialize;

/// The contribution of one level to the time: the parts that its node on the slowest path adds.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Level")]
pub(super) struct LevelJson {
    level: usize,
    #[serde(flatten)]
    here: Level,
}

/// The contributions to the time of a tree, level by level from the root down.
pub(super) fn levels(shape: &Shape, costs: &NodeCosts) -> Vec<LevelJson> {
    // Only trees with a score are reported.
    let levels = logpine_trees::tree::levels(shape, costs.cost.as_ref()).unwrap_or_default();
    levels.into_iter().enumerate().map(|(level, here)| LevelJson { level, here }).collect()
}
