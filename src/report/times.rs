//! Times as people read them.

use logpine_text::units::{Clock, Time, TimeUnit};

/// Digits after the point in tables, sentences and pictures.
pub(super) const DIGITS: u8 = 3;

/// A time in a unit, with its symbol: `363.316 us`.
pub(super) fn with_unit(time: Time, unit: TimeUnit) -> String {
    // Times in cycles are mostly whole.
    let whole = unit == TimeUnit::Cycle && time.ticks().is_multiple_of(unit.ticks());
    match time.in_unit(unit, if whole { 0 } else { DIGITS }) {
        one if whole && one == "1" => "1 cycle".to_owned(),
        number => format!("{number} {}", unit.symbol()),
    }
}

/// A time in the unit that suits it, with its symbol.
pub(super) fn rounded(time: Time, clock: Clock) -> String {
    let unit = time.natural_unit(clock);
    if time == Time::ZERO { format!("0 {}", unit.symbol()) } else { with_unit(time, unit) }
}
