//! The parts of a candidate as JSON: trees, algorithms inside hosts, and exchanges.

use super::Nullable;
use crate::answer::{Candidate, RankAlgorithm};
use crate::report::json::bgp::DurationJson;
use crate::report::json::{Number, number};
use crate::tree::families::Parameters;
use crate::tree::{Score, Shape, level_fanouts};
use logpine_text::units::{Clock, Time};
use schemars::JsonSchema;
use serde::Serialize;

/// An overlay tree with its score.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Tree")]
pub(in crate::report::json) struct TreeJson {
    /// The time of one wave.
    time: Number,
    /// The time between waves.
    period: Number,
    /// The time of all waves, if that is the objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Number>,
    /// The fanouts of a level-uniform tree, from the root down.
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Option<Vec<u64>>,
    internal_nodes: u64,
    height: u32,
}

/// A part of a composition: a tree, or an algorithm.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Part")]
pub(super) struct PartJson<'a> {
    /// The number of such parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<&'a Parameters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Nullable<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    internal_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

/// The parts inside hosts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Parts")]
pub(super) enum PartsJson<'a> {
    /// The same in each host.
    Alike(PartJson<'a>),
    /// Trees, each with their number.
    Each(Vec<PartJson<'a>>),
}

/// A rank's share of a sum.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Budget")]
pub(super) struct BudgetJson {
    pub time: Number,
    pub ranks: u64,
}

/// An exchange of an FFT.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Transpose")]
pub(super) struct TransposeJson {
    pub group: u64,
    pub groups: u64,
    /// The bytes of the longest block.
    pub bytes: u64,
    #[serde(flatten)]
    pub duration: DurationJson,
}

impl TreeJson {
    pub(in crate::report::json) fn new(
        (shape, fanouts): (&Shape, Option<Vec<u64>>),
        score: Score,
        total: Option<Time>,
        clock: Clock,
    ) -> Self {
        Self {
            time: number(score.time, clock),
            period: number(score.period, clock),
            total: total.map(|total| number(total, clock)),
            fanouts,
            internal_nodes: shape.internal_nodes(),
            height: shape.height(),
        }
    }
}

impl<'a> PartJson<'a> {
    pub(super) fn tree(shape: &Shape, count: Option<u64>) -> Self {
        Self {
            count,
            leaves: Some(shape.leaves()),
            fanouts: Some(level_fanouts(shape)),
            internal_nodes: Some(shape.internal_nodes()),
            height: Some(shape.height()),
            ..Self::default()
        }
    }

    pub(super) fn phase(candidate: &'a Candidate<RankAlgorithm>, clock: Clock) -> Self {
        let (family, parameters) = (Some(candidate.family), Some(&candidate.parameters));
        Self { family, parameters, time: Some(number(candidate.time, clock)), ..Self::default() }
    }
}
