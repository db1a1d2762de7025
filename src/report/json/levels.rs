//! The contributions of the levels to the time, as JSON.

use super::{Number, number};
use crate::report::Subject;
use crate::tree::{Level, Shape};
use logpine_models::machine::OverheadShares;
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The contribution of one level to the time: the parts that its node on the slowest path adds.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Level")]
pub(super) struct LevelJson {
    level: usize,
    internal_nodes: u64,
    leaves: u64,
    least_fanout: u64,
    most_fanout: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest: Option<SlowestJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Slowest")]
struct SlowestJson {
    fanout: u64,
    latency: Number,
    overhead: OverheadJson,
    gap: Number,
    filter: Number,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Overhead")]
pub(in crate::report) struct OverheadJson {
    constant: Number,
    linear: Number,
    quadratic: Number,
    logarithmic: Number,
    exponential: Number,
    measured: Number,
}

impl OverheadJson {
    pub(in crate::report) fn new(overhead: &OverheadShares, clock: Clock) -> Self {
        let number = |time| number(time, clock);
        Self {
            constant: number(overhead.constant),
            linear: number(overhead.linear),
            quadratic: number(overhead.quadratic),
            logarithmic: number(overhead.logarithmic),
            exponential: number(overhead.exponential),
            measured: number(overhead.measured),
        }
    }
}

/// The contributions to the time of a tree, level by level from the root down.
pub(super) fn levels(shape: &Shape, subject: &Subject) -> Vec<LevelJson> {
    let number = |time| number(time, subject.clock);
    let level_json = |(level, here): (usize, Level)| LevelJson {
        level,
        internal_nodes: here.internal_nodes,
        leaves: here.leaves,
        least_fanout: here.least_fanout,
        most_fanout: here.most_fanout,
        slowest: here.slowest.map(|node| {
            let parts = node.breakdown;
            SlowestJson {
                fanout: node.fanout,
                latency: number(parts.latency),
                overhead: OverheadJson::new(&parts.overhead, subject.clock),
                gap: number(parts.gap),
                filter: number(parts.filter),
            }
        }),
    };
    // Only trees with a score are reported.
    crate::tree::levels(shape, subject.cost).unwrap_or_default().into_iter().enumerate().map(level_json).collect()
}
