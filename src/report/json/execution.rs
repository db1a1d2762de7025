//! How candidates were executed, as JSON.

use super::{Number, number};
use crate::answer::{Execution, Executions};
use crate::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// How a candidate was executed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Execution")]
pub(super) struct ExecutionJson {
    /// What the model says; `null` past the longest time.
    predicted: Option<Number>,
    pace: &'static str,
}

impl ExecutionJson {
    pub(super) fn new(execution: Execution, clock: Clock) -> Self {
        Self { predicted: execution.predicted.map(|time| number(time, clock)), pace: execution.pace.name() }
    }
}

/// How far a ranking by execution went.
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
