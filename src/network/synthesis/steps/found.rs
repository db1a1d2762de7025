//! Schedules with their bounds.

use crate::network::synthesis::StepSchedule;
use crate::network::synthesis::steps::step_bound::StepBound;

/// A schedule, and what proves that it is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The schedule.
    pub schedule: StepSchedule,
    /// The steps that any schedule takes.
    pub bound: StepBound,
}

impl Found {
    /// Whether no schedule has fewer steps.
    #[must_use]
    #[cfg(test)]
    pub fn is_optimal(&self) -> bool {
        self.schedule.steps == self.bound.steps
    }
}
