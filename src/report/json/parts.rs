//! Parts of answers, as JSON: times, claims, and candidates that are not ranked.

use super::Number;
use crate::answer::{Execution, Within};
use crate::request::Claim;
use logpine_models::model::{Bisection, Interval, Term};
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, Parameters};
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// A time, or its bounds.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Duration")]
pub(super) struct DurationJson {
    time: Option<Time>,
    time_low: Option<Time>,
    time_high: Option<Time>,
}

impl DurationJson {
    /// A known time.
    pub(super) fn of(time: Time) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    pub(super) fn new(interval: Interval) -> Self {
        if let Some(time) = interval.time() {
            return Self::of(time);
        }
        Self { time: None, time_low: Some(interval.low), time_high: Some(interval.high) }
    }
}

/// A part of a time.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Term")]
pub(super) struct TermJson<'a> {
    term: &'a str,
    #[serde(flatten)]
    duration: DurationJson,
    source: &'static str,
}

impl<'a> TermJson<'a> {
    pub(super) fn new(term: &'a Term) -> Self {
        Self { term: &term.what, duration: DurationJson::new(term.time), source: term.source }
    }
}

/// The bisection of a torus, in bytes per `unit`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Bisection")]
pub(super) struct BisectionJson {
    worst_bisection: u64,
    /// `null` if not measured.
    average_bisection: Option<u64>,
}

impl From<Bisection> for BisectionJson {
    fn from(Bisection { worst, average }: Bisection) -> Self {
        Self { worst_bisection: worst.0, average_bisection: average.map(|average| average.0) }
    }
}

/// The fewest internal processes within a tolerance.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Within")]
pub(super) struct WithinJson {
    percent: Number,
    fastest: Time,
    longest: Time,
    internal_nodes: u64,
    internal_nodes_bound: u64,
}

impl WithinJson {
    pub(super) fn new(within: &Within) -> Self {
        Self {
            percent: Number::decimal(within.tolerance.percent()),
            fastest: within.fastest,
            longest: within.longest,
            internal_nodes: within.internal_nodes,
            internal_nodes_bound: within.internal_nodes_bound,
        }
    }
}

/// The fields `status`, `class`, `lower_bound`, `bound_reason` and `gap_percent` of every answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Claim")]
pub(super) struct ClaimJson {
    status: &'static str,
    class: Option<&'static str>,
    lower_bound: Time,
    bound_reason: &'static str,
    gap_percent: Option<f64>,
}

impl ClaimJson {
    pub(super) fn new(claim: &Claim) -> Self {
        Self {
            status: claim.status.name(),
            class: claim.class,
            lower_bound: claim.bound.value,
            bound_reason: claim.bound.reason,
            gap_percent: claim.gap_percent(),
        }
    }

    /// The claim with a class, beside a bound on that class; the answer need not be the best of it.
    pub(super) fn with_class(self, class: &'static str) -> Self {
        Self { class: Some(class), ..self }
    }
}

/// The execution of a candidate.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Execution")]
pub(super) struct ExecutionJson {
    /// The time by the model; `null` past the longest time.
    predicted: Option<Time>,
    pace: &'static str,
}

impl ExecutionJson {
    pub(super) fn new(execution: Execution) -> Self {
        Self { predicted: execution.predicted, pace: execution.pace.name() }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "LeftOut")]
pub(super) struct LeftOutJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    /// The place in the model's ranking, from 1, on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    reason: String,
}

impl<'a> LeftOutJson<'a> {
    pub(super) fn new(LeftOut { family, parameters, reason }: &'a LeftOut) -> Self {
        Self { family, parameters, place: None, reason: reason.to_string() }
    }

    /// The same candidate at a place in the model's ranking.
    pub(super) fn at(self, place: usize) -> Self {
        Self { place: Some(place), ..self }
    }
}
