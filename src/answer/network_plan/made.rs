//! A schedule in steps with its bound.

use super::Proof;
use logpine_netplan::StepSchedule;

/// A schedule, and the bound on all.
pub(super) struct InSteps<S = StepSchedule> {
    pub schedule: S,
    pub bound: u32,
    pub reason: &'static str,
    pub proof: Proof,
    /// The class in which it is optimal, if it is not optimal over all schedules.
    pub class: Option<&'static str>,
}

impl<S> InSteps<S> {
    /// The same of another form of the schedule.
    pub fn map<T>(self, of: impl FnOnce(S) -> T) -> InSteps<T> {
        let Self { schedule, bound, reason, proof, class } = self;
        InSteps { schedule: of(schedule), bound, reason, proof, class }
    }
}
