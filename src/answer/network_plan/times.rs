//! Steps and units of streams as times.

use logpine_text::units::{Clock, Time};

/// Steps as a time: a step is a cycle.
pub(super) fn steps(steps: u32) -> Time {
    Time::from_ticks(u64::from(steps) * Clock::Cycle.ticks_per_unit())
}

/// The time p / q of a unit of a stream, rounded half up to 10^-12; `None` beyond [`Time::MAX`].
pub(super) fn fraction(p: u64, q: u64) -> Option<Time> {
    wide_fraction((p.into(), q.into()))
}

/// The same, rounded down, so that a bound stays one.
pub(super) fn fraction_below(p: u64, q: u64) -> Option<Time> {
    let ticks = (u128::from(p) * u128::from(Clock::Second.ticks_per_unit())).checked_div(q.into())?;
    u64::try_from(ticks).ok().map(Time::from_ticks)
}

/// The time of a fraction with more digits, of whose numerator the first 87 bits count: 10^12 takes 40 more.
pub(super) fn wide_fraction((p, q): (u128, u128)) -> Option<Time> {
    let surplus = (u128::BITS - p.leading_zeros()).saturating_sub(87);
    let (p, q) = (p >> surplus, q >> surplus);
    let ticks = (p * u128::from(Clock::Second.ticks_per_unit()) + q / 2).checked_div(q)?;
    u64::try_from(ticks).ok().map(Time::from_ticks)
}

/// The steps of a time.
pub(super) const fn in_steps(time: Time) -> u64 {
    time.ticks() / Clock::Cycle.ticks_per_unit()
}
