//! Steps and units of streams as times.

use crate::units::{Clock, Time};

/// Steps as a time: a step is a cycle.
pub(super) fn steps(steps: u32) -> Time {
    Time::from_ticks(u64::from(steps) * Clock::Cycle.ticks_per_unit())
}

/// The time p / q of a unit of a stream, rounded half up to 10^-12; `None` beyond [`Time::MAX`].
pub(super) fn fraction(p: u64, q: u64) -> Option<Time> {
    let ticks = u128::from(p) * u128::from(Clock::Second.ticks_per_unit());
    let ticks = (ticks + u128::from(q) / 2).checked_div(u128::from(q))?;
    u64::try_from(ticks).ok().map(Time::from_ticks)
}

/// The steps of a time.
pub(super) const fn in_steps(time: Time) -> u64 {
    time.ticks() / Clock::Cycle.ticks_per_unit()
}
