//! Round numbers on axes, and their units.

use logpine_text::units::{Clock, TimeUnit};

/// A unit of times on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisUnit {
    /// The unit in the clock's unit: 1e-6 for microseconds.
    pub per: f64,
    /// The symbol.
    pub symbol: &'static str,
}

/// The largest unit in which a time, in the unit of the clock, is at least 1; thousands or millions for many cycles.
pub fn unit(time: f64, clock: Clock) -> AxisUnit {
    if clock == Clock::Cycle && time >= 1e4 {
        return if time < 1e7 {
            AxisUnit { per: 1e3, symbol: "thousand cycles" }
        } else {
            AxisUnit { per: 1e6, symbol: "million cycles" }
        };
    }
    // No time is in the unit of the clock.
    let ticks = if time > 0.0 { time } else { 1.0 } * clock.ticks_per_unit() as f64;
    let units = clock.units();
    let found = units.iter().find(|unit| ticks >= unit.ticks() as f64).or_else(|| units.last());
    let unit = found.copied().unwrap_or(TimeUnit::Second);
    AxisUnit { per: unit.ticks() as f64 / clock.ticks_per_unit() as f64, symbol: unit.symbol() }
}

/// Round numbers from `low` to `high`, 1, 2 or 5 times a power of ten apart: at most `most` distances, or a few more if fewer
/// than three numbers would come out.
pub fn ticks(low: f64, high: f64, most: u32) -> Vec<f64> {
    let least = (high - low) / f64::from(most.max(1));
    if least.is_nan() || least <= 0.0 || !least.is_finite() {
        return vec![low];
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|&step| step >= least * (1.0 - 1e-9));
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = (libm::ceil(low / step - 1e-9), libm::floor(high / step + 1e-9));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
    let count = (last - first).max(0.0) as u32;
    if count < 2 && most < 16 {
        return ticks(low, high, 2 * most.max(1));
    }
    (0..=count).map(|index| (first + f64::from(index)) * step).collect()
}

/// A round number without needless digits.
pub fn label(number: f64) -> String {
    if number.abs() < 1e-9 {
        return "0".to_owned();
    }
    if number.abs() >= 1e7 {
        return format!("{number:.0e}");
    }
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 32.0, 8), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
        assert_eq!(ticks(-7.3, 7.3, 4), [-5.0, 0.0, 5.0]);
        assert_eq!(ticks(0.0, 0.3, 3).iter().map(|&tick| label(tick)).collect::<Vec<_>>(), ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(ticks(-4.9, 4.9, 2), [-4.0, -2.0, 0.0, 2.0, 4.0], "not 0 alone");
        assert_eq!((ticks(3.0, 3.0, 5), ticks(0.0, f64::INFINITY, 5)), (vec![3.0], vec![0.0]));
        for high in [1e-12, 0.9, 7.0, 123_456.0, 1e15] {
            let count = ticks(0.0, high, 6).len();
            assert!((3..=7).contains(&count), "{high}: {count}");
        }
    }

    #[test]
    fn units_make_at_least_one() {
        assert_eq!(unit(6.1e-3, Clock::Second), AxisUnit { per: 1e-3, symbol: "ms" });
        assert_eq!([unit(0.0, Clock::Second).symbol, unit(1e-15, Clock::Second).symbol], ["s", "ps"]);
        assert_eq!(unit(0.5, Clock::Cycle), AxisUnit { per: 1.0, symbol: "cycles" });
        let many = [23_000.0, 4e8].map(|cycles| unit(cycles, Clock::Cycle).symbol);
        assert_eq!(many, ["thousand cycles", "million cycles"]);
        assert_eq!([label(0.25), label(-5.0), label(2e9)], ["0.25", "-5", "2e9"]);
    }
}
