//! The execution of candidates, as JSON.

use super::{Number, number};
use crate::answer::{Execution, Executions};
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The execution of a candidate.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Execution")]
pub(super) struct ExecutionJson {
    /// The time by the model; `null` past the longest time.
    predicted: Option<Number>,
    pace: &'static str,
}

impl ExecutionJson {
    pub(super) fn new(execution: Execution, clock: Clock) -> Self {
        Self { predicted: execution.predicted.map(|time| number(time, clock)), pace: execution.pace.name() }
    }
}

/// The extent of a ranking by execution.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Executions")]
pub(super) struct ExecutionsJson {
    executed: u64,
    excluded: u64,
    left_out: u64,
    operations: u64,
}

impl From<Executions> for ExecutionsJson {
    fn from(Executions { executed, excluded, left_out, operations }: Executions) -> Self {
        Self { executed, excluded, left_out, operations }
    }
}
