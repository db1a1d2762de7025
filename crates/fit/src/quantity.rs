//! Estimated times as text.

use logpine_text::units::{Clock, TimeUnit};

/// A time in the unit of `clock`, with `digits` significant digits, in the largest unit in which it is at least 1.
#[must_use]
pub fn shown(time: f64, clock: Clock, digits: u8) -> String {
    let ticks = time * clock.ticks_per_unit() as f64;
    if ticks == 0.0 || !ticks.is_finite() {
        return format!("{}{}", if ticks == 0.0 { 0.0 } else { ticks }, suffix(unit_of(0.0, clock)));
    }
    let unit = unit_of(ticks, clock);
    let number = ticks / unit.ticks() as f64;
    format!("{}{}", significant(number, digits), suffix(unit))
}

/// The largest unit in which the ticks are at least 1; the smallest unit for shorter times, and that of the clock for zero.
fn unit_of(ticks: f64, clock: Clock) -> TimeUnit {
    let units = clock.units();
    let largest = units.first().copied().unwrap_or(TimeUnit::Second);
    if ticks == 0.0 {
        return largest;
    }
    // The tolerance writes a number just below 1000 of a unit as 1 of the next.
    let fits = |unit: &TimeUnit| ticks.abs() * (1.0 + 1e-9) >= unit.ticks() as f64;
    units.iter().copied().find(fits).or_else(|| units.last().copied()).unwrap_or(largest)
}

fn suffix(unit: TimeUnit) -> String {
    if unit == TimeUnit::Cycle { " cycles".to_owned() } else { unit.symbol().to_owned() }
}

/// A number with `digits` significant digits, without exponent unless it is very large or very small.
pub fn significant(number: f64, digits: u8) -> String {
    if number == 0.0 || !number.is_finite() {
        return format!("{number}");
    }
    let digits = usize::from(digits.max(1));
    // Rounded by the formatter, so that 9.996 becomes 10.0 with three digits.
    let scientific = format!("{number:.*e}", digits - 1);
    let exponent: i32 = scientific.split('e').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    if !(-6..15).contains(&exponent) {
        return scientific;
    }
    let places = usize::try_from(i32::try_from(digits).unwrap_or(i32::MAX) - 1 - exponent).unwrap_or(0);
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_significant() {
        let of = |number| significant(number, 3);
        assert_eq!([of(9.996), of(0.012_345), of(-123.456), of(12_345.0)], ["10.0", "0.0123", "-123", "12345"]);
        assert_eq!([of(1e-9), of(2.5e20), of(0.0)], ["1.00e-9", "2.50e20", "0"]);
    }

    #[test]
    fn times_have_the_unit_that_makes_at_least_one() {
        let of = |time| shown(time, Clock::Second, 3);
        assert_eq!(
            [of(1.5), of(9.8e-5), of(1e-6), of(2.5e-14), of(-1e-3)],
            ["1.50s", "98.0us", "1.00us", "0.0250ps", "-1.00ms"]
        );
        assert_eq!([shown(0.25, Clock::Cycle, 2), shown(0.0, Clock::Cycle, 2)], ["0.25 cycles", "0 cycles"]);
    }
}
