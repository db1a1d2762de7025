//! The parts of a candidate as JSON: trees, algorithms inside hosts, and exchanges.

use super::Nullable;
use crate::answer::{Candidate, RankAlgorithm};
use crate::report::json::parts::DurationJson;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{Score, Shape, level_fanouts};
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// An overlay tree with its score.
#[skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Tree")]
pub(in crate::report::json) struct TreeJson {
    /// The time of one wave.
    time: Time,
    /// The time between waves.
    period: Time,
    /// The time of all waves, if that is the objective.
    total: Option<Time>,
    /// The fanouts of a level-uniform tree, from the root down.
    fanouts: Option<Vec<u64>>,
    internal_nodes: u64,
    height: u32,
}

/// A part of a composition: a tree, or an algorithm.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Part")]
pub(super) struct PartJson<'a> {
    /// The number of such parts.
    count: Option<u64>,
    family: Option<&'a str>,
    parameters: Option<&'a Parameters>,
    time: Option<Time>,
    leaves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fanouts: Nullable<Vec<u64>>,
    internal_nodes: Option<u64>,
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
    ) -> Self {
        Self {
            time: score.time,
            period: score.period,
            total,
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

    pub(super) fn phase(candidate: &'a Candidate<RankAlgorithm>) -> Self {
        let (family, parameters) = (Some(candidate.family), Some(&candidate.parameters));
        Self { family, parameters, time: Some(candidate.time), ..Self::default() }
    }
}
