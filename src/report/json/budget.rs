//! The fewest internal processes within a tolerance, as JSON.

use super::{Number, number};
use crate::answer::Within;
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The fewest internal processes within a tolerance.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Within")]
pub(super) struct WithinJson {
    percent: Number,
    fastest: Number,
    longest: Number,
    internal_nodes: u64,
    internal_nodes_bound: u64,
}

impl WithinJson {
    pub(super) fn new(within: &Within, clock: Clock) -> Self {
        Self {
            percent: Number::decimal(within.tolerance.percent()),
            fastest: number(within.fastest, clock),
            longest: number(within.longest, clock),
            internal_nodes: within.internal_nodes,
            internal_nodes_bound: within.internal_nodes_bound,
        }
    }
}
