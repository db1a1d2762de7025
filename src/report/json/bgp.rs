//! The times of a machine's own library, as JSON.

use super::{Number, number};
use crate::model::{Bisection, Interval, Term};
use logpine_text::units::{Clock, Time};
use schemars::JsonSchema;
use serde::Serialize;

/// A time, or its bounds.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Duration")]
pub(super) struct DurationJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_low: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_high: Option<Number>,
}

impl DurationJson {
    /// A known time.
    pub(super) fn of(time: Time, clock: Clock) -> Self {
        Self { time: Some(number(time, clock)), ..Self::default() }
    }

    pub(super) fn new(interval: Interval, clock: Clock) -> Self {
        let end = |time| Some(number(time, clock));
        if let Some(time) = interval.time() {
            return Self::of(time, clock);
        }
        Self { time: None, time_low: end(interval.low), time_high: end(interval.high) }
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
    pub(super) fn new(term: &'a Term, clock: Clock) -> Self {
        Self { term: &term.what, duration: DurationJson::new(term.time, clock), source: term.source }
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
