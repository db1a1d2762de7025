//! The time that a candidate gets to be executed in.

use crate::units::Time;

/// The time at which a candidate is stopped: an eighth after the time of the best comparable candidate.
pub(super) fn patience(best: Time) -> Time {
    Time::from_ticks(best.ticks().saturating_add(best.ticks() / 8))
}
