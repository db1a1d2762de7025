//! Status and bound of an answer, as JSON.

use super::{Number, number};
use crate::request::Claim;
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;

/// The fields `status`, `class`, `lower_bound`, `bound_reason` and `gap_percent` of every answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Claim")]
pub(super) struct ClaimJson {
    status: &'static str,
    class: Option<&'static str>,
    lower_bound: Number,
    bound_reason: &'static str,
    gap_percent: Option<f64>,
}

impl ClaimJson {
    pub(super) fn new(claim: &Claim, clock: Clock) -> Self {
        Self {
            status: claim.status.name(),
            class: claim.class,
            lower_bound: number(claim.bound.value, clock),
            bound_reason: claim.bound.reason,
            gap_percent: claim.gap_percent(),
        }
    }

    /// The claim with a class, beside a bound on that class; the answer need not be the best of it.
    pub(super) fn with_class(self, class: &'static str) -> Self {
        Self { class: Some(class), ..self }
    }
}
