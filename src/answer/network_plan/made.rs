//! A schedule in steps with its bound.

use super::Proof;
use crate::network::synthesis::StepSchedule;

/// A schedule, and the bound on all.
pub(super) struct InSteps {
    pub schedule: StepSchedule,
    pub bound: u32,
    pub reason: &'static str,
    pub proof: Proof,
    /// The class in which it is optimal, if it is not optimal over all schedules.
    pub class: Option<&'static str>,
}
