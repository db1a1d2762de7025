//! Answers to the question for a schedule.

use super::limits::Obstacle;
use crate::StepSchedule;

/// The answer to the question for a schedule within a number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is this one.
    Schedule(StepSchedule),
    /// There is none.
    Refuted,
    /// Nothing is known.
    Unknown(Obstacle),
}
