//! The limit that the slots of hosts set to a tree, as JSON.

use super::{Number, number};
use crate::answer::SlotLimit;
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The limit on internal processes, and the best tree without it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "SlotLimit")]
pub(super) struct SlotLimitJson<'a> {
    max_internal: u64,
    /// The hosts and slots in words.
    reason: &'a str,
    time_without: Number,
    internal_nodes_without: u64,
}

impl<'a> SlotLimitJson<'a> {
    pub(super) fn new(limit: &'a SlotLimit, clock: Clock) -> Self {
        Self {
            max_internal: limit.max_internal,
            reason: &limit.reason,
            time_without: number(limit.time_without, clock),
            internal_nodes_without: limit.internal_without,
        }
    }
}
