//! Exact time in ticks.

use super::clock::{Clock, TimeUnit};
use super::decimal::{Kind, Unit, print, print_rounded};
use super::error::UnitError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

const SECONDS: &[Unit] = &[
    Unit { symbol: "ps", factor: 1 },
    Unit { symbol: "ns", factor: 1_000 },
    Unit { symbol: "us", factor: 1_000_000 },
    Unit { symbol: "ms", factor: 1_000_000_000 },
    Unit { symbol: "s", factor: 1_000_000_000_000 },
    // The micro sign and the Greek letter.
    Unit { symbol: "\u{b5}s", factor: 1_000_000 },
    Unit { symbol: "\u{3bc}s", factor: 1_000_000 },
];
const CYCLES: &[Unit] = &[Unit { symbol: "cycles", factor: 1_000 }, Unit { symbol: "cycle", factor: 1_000 }];

/// Times of machines in seconds.
const TIME_IN_SECONDS: Kind = Kind {
    units: SECONDS,
    foreign: CYCLES,
    measured_in: "seconds",
    example_unit: "us",
    example: "98us",
    grain: "ticks (1 tick = 1 ps)",
    limit: "213 days (2^64 - 1 ps)",
};
/// Times of machines in cycles.
const TIME_IN_CYCLES: Kind = Kind {
    units: CYCLES,
    foreign: SECONDS,
    measured_in: "cycles",
    example_unit: " cycles",
    example: "6 cycles",
    grain: "ticks (1 tick = 1/1000 cycle)",
    limit: "1.8e16 cycles (2^64 - 1 ticks)",
};

/// The format of times of this clock.
pub(super) const fn kind(clock: Clock) -> &'static Kind {
    match clock {
        Clock::Second => &TIME_IN_SECONDS,
        Clock::Cycle => &TIME_IN_CYCLES,
    }
}

/// A length of time in ticks (see [`Clock`]); at most 2^64 - 1 ticks, which is 213 days in picoseconds.
///
/// ```
/// use logpine_text::units::Time;
/// let wave = Time::from_ticks(98_000_000).checked_add(Time::from_ticks(49_300_000));
/// assert_eq!(wave.map(Time::ticks), Some(147_300_000));
/// assert_eq!(Time::MAX.checked_add(Time::from_ticks(1)), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// The ticks as a number of 128 bits. No other number has as many, so a writer that knows the clock can write times in its unit.
impl Serialize for Time {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u128(self.0.into())
    }
}

/// A time in the unit of a clock, as in documents.
impl JsonSchema for Time {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "An exact decimal number." })
    }
}

impl Time {
    /// The time zero.
    pub const ZERO: Self = Self(0);
    /// The longest time that can be represented.
    pub const MAX: Self = Self(u64::MAX);

    /// The time of `ticks` ticks.
    #[must_use]
    pub const fn from_ticks(ticks: u64) -> Self {
        Self(ticks)
    }

    /// This time in ticks.
    #[must_use]
    pub const fn ticks(self) -> u64 {
        self.0
    }

    /// Reads a time in the units of `clock`: `ps`, `ns`, `us`, `ms`, `s`, or `cycle`, `cycles`; a blank before the unit is
    /// allowed.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Time};
    /// assert_eq!(Time::parse("49.3us", Clock::Second).map(Time::ticks), Ok(49_300_000));
    /// assert_eq!(Time::parse("6 cycles", Clock::Cycle).map(Time::ticks), Ok(6_000));
    /// let error = Time::parse("0.5ps", Clock::Second).expect_err("half a tick");
    /// assert_eq!(error.to_string(), "`0.5ps` is not a whole number of ticks (1 tick = 1 ps); round it");
    /// ```
    ///
    /// # Errors
    /// [`UnitError`] unless the text is a number with a known unit that makes a whole number of ticks.
    pub fn parse(text: &str, clock: Clock) -> Result<Self, UnitError> {
        kind(clock).parse_whole(text).map(Self)
    }

    /// Reads a time like [`Time::parse`], and rounds one between two ticks to the nearer; half a tick is rounded up.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Time};
    /// assert_eq!(Time::nearest("210.10368000000003us", Clock::Second).map(Time::ticks), Ok(210_103_680));
    /// assert_eq!(Time::nearest("0.5ps", Clock::Second).map(Time::ticks), Ok(1));
    /// ```
    ///
    /// # Errors
    /// [`UnitError`] unless the text is a number with a known unit.
    pub fn nearest(text: &str, clock: Clock) -> Result<Self, UnitError> {
        kind(clock).parse_nearest(text).map(Self)
    }

    /// This time in the largest unit in which it is at least 1, exactly; [`Time::parse`] reads it back.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Time};
    /// assert_eq!(Time::from_ticks(363_316_000).display(Clock::Second), "363.316us");
    /// assert_eq!(Time::from_ticks(6_000).display(Clock::Cycle), "6 cycles");
    /// ```
    #[must_use]
    pub fn display(self, clock: Clock) -> String {
        display(self.0, 0, clock)
    }

    /// This time in the clock's own unit (seconds or cycles) as an exact decimal number, the form used in JSON.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Time};
    /// assert_eq!(Time::from_ticks(363_316_000).decimal(Clock::Second), "0.000363316");
    /// ```
    #[must_use]
    pub fn decimal(self, clock: Clock) -> String {
        print(self.0, clock.unit().exponent())
    }

    /// This time as a number of `unit`s, rounded half up to `digits` digits after the point, the form used in tables.
    ///
    /// ```
    /// use logpine_text::units::{Time, TimeUnit};
    /// assert_eq!(Time::from_ticks(363_316_500).in_unit(TimeUnit::Microsecond, 3), "363.317");
    /// assert_eq!(Time::from_ticks(98_000_000).in_unit(TimeUnit::Microsecond, 3), "98.000");
    /// ```
    #[must_use]
    pub fn in_unit(self, unit: TimeUnit, digits: u8) -> String {
        print_rounded(self.0, unit.exponent(), u32::from(digits))
    }

    /// The largest unit of `clock` in which this time is at least 1; [`Time::display`] prints in it.
    #[must_use]
    pub fn natural_unit(self, clock: Clock) -> TimeUnit {
        natural_unit(self.0, 0, clock)
    }

    /// The sum; `None` if it is not representable.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }

    /// The percentage by which this time exceeds another, 0 if it does not; `None` if the other is zero and this one is not.
    ///
    /// ```
    /// use logpine_text::units::Time;
    /// let [bound, time] = [200, 250].map(Time::from_ticks);
    /// assert_eq!((time.percent_above(bound), bound.percent_above(time)), (Some(25.0), Some(0.0)));
    /// assert_eq!(time.percent_above(Time::ZERO), None);
    /// ```
    #[must_use]
    pub fn percent_above(self, other: Self) -> Option<f64> {
        match (self.0.saturating_sub(other.0), other.0) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            (above, other) => Some(100.0 * above as f64 / other as f64),
        }
    }

    /// The difference; `None` if `other` is longer.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }

    /// This time multiplied by `factor`; `None` if that is not representable.
    #[must_use]
    pub const fn checked_mul(self, factor: u64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }
}

/// The largest unit in which `mantissa` x 10^-`scale` ticks are at least 1; if there is none, the smallest unit; for zero,
/// the clock's own.
pub(super) fn natural_unit(mantissa: u64, scale: u32, clock: Clock) -> TimeUnit {
    let at_least_one = |unit: &TimeUnit| u128::from(mantissa) >= 10u128.pow(scale + unit.exponent());
    let units = clock.units();
    match units.iter().copied().find(at_least_one) {
        Some(unit) => unit,
        None if mantissa == 0 => clock.unit(),
        None => units.last().copied().unwrap_or(clock.unit()),
    }
}

/// `mantissa` x 10^-`scale` ticks in their natural unit.
pub(super) fn display(mantissa: u64, scale: u32, clock: Clock) -> String {
    let unit = natural_unit(mantissa, scale, clock);
    let number = print(mantissa, scale + unit.exponent());
    match unit {
        TimeUnit::Cycle if number == "1" => "1 cycle".to_owned(),
        TimeUnit::Cycle => format!("{number} cycles"),
        _ => format!("{number}{}", unit.symbol()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ticks(text: &str, clock: Clock) -> Result<u64, String> {
        Time::parse(text, clock).map(Time::ticks).map_err(|error| error.to_string())
    }

    #[test]
    fn every_unit_and_spelling_is_read() {
        let cases = [
            ("1ps", 1),
            ("1 ns", 1_000),
            ("49.3us", 49_300_000),
            ("49.3 \u{b5}s", 49_300_000),
            ("49.3\u{3bc}s", 49_300_000),
            ("2ms", 2_000_000_000),
            (" 1.5s ", 1_500_000_000_000),
            ("4.93e-5 s", 49_300_000),
            ("0s", 0),
            ("18446744.073709551615s", u64::MAX),
        ];
        for (text, expected) in cases {
            assert_eq!(ticks(text, Clock::Second), Ok(expected), "{text}");
        }
        assert_eq!(ticks("6 cycles", Clock::Cycle), Ok(6_000));
        assert_eq!(ticks("6cycles", Clock::Cycle), Ok(6_000));
        assert_eq!(ticks("1 cycle", Clock::Cycle), Ok(1_000));
        assert_eq!(ticks("0.125 cycles", Clock::Cycle), Ok(125));
    }

    #[test]
    fn each_fault_has_its_own_message_with_the_fix() {
        let message = |text: &str| ticks(text, Clock::Second).expect_err(text);
        assert_eq!(message("98"), "`98` has no unit; write it as \"98us\", or with another unit");
        assert_eq!(
            message("98uss"),
            "unknown unit `uss` in `98uss`; did you mean `us`? the units are ps, ns, us, ms, s"
        );
        assert_eq!(message("98 parsec"), "unknown unit `parsec` in `98 parsec`; the units are ps, ns, us, ms, s");
        assert!(message("6 cycles").contains("does not fit: the other times are in seconds"));
        assert_eq!(message("-5us"), "`-5us` is negative; write zero or more");
        assert_eq!(message("-inf"), "`-inf` is negative; write zero or more");
        assert!(message("NaN").contains("is not a number (NaN)"));
        assert!(message("inf s").contains("is infinite"));
        assert!(message("fast").contains("is not a number with a unit; write it like \"98us\""));
        assert!(message("").contains("is not a number with a unit"));
        assert!(message("1,5us").contains("unknown unit `,5us`"));
        assert!(message("0.0005ns").contains("is not a whole number of ticks (1 tick = 1 ps)"));
        assert!(message("18446744.073709551616s").contains("too large; the most that can be represented is 213 days"));
        assert!(message("1e400000000000000000000s").contains("too large"));
        assert!(message(&format!("0.{}s", "1".repeat(50))).contains("has too many digits"));
        assert!(ticks("98us", Clock::Cycle).expect_err("a second").contains("the other times are in cycles"));
        assert!(ticks("6 cycels", Clock::Cycle).expect_err("a typo").contains("did you mean `cycles`?"));
        assert!(message(&"x\n".repeat(1000)).len() < 200);
    }

    #[test]
    fn the_unit_printed_is_the_largest_that_makes_at_least_one() {
        let shown = |ticks| Time::from_ticks(ticks).display(Clock::Second);
        assert_eq!([shown(0), shown(1), shown(999), shown(1_000)], ["0s", "1ps", "999ps", "1ns"]);
        assert_eq!([shown(98_000_000), shown(1_057_434_000)], ["98us", "1.057434ms"]);
        assert_eq!(shown(u64::MAX), "18446744.073709551615s");
        let cycles = |ticks| Time::from_ticks(ticks).display(Clock::Cycle);
        assert_eq!(
            [cycles(0), cycles(1), cycles(1_000), cycles(2_500)],
            ["0 cycles", "0.001 cycles", "1 cycle", "2.5 cycles"]
        );
        assert_eq!(Time::from_ticks(2_500).decimal(Clock::Cycle), "2.5");
        assert_eq!(Time::from_ticks(0).decimal(Clock::Second), "0");
        assert_eq!(Time::from_ticks(179_304_000).natural_unit(Clock::Second), TimeUnit::Microsecond);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(ticks: u64, cycle: bool) {
            let clock = if cycle { Clock::Cycle } else { Clock::Second };
            let time = Time::from_ticks(ticks);
            prop_assert_eq!(Time::parse(&time.display(clock), clock), Ok(time));
            let decimal = format!("{} {}", time.decimal(clock), clock.symbol());
            prop_assert_eq!(Time::parse(&decimal, clock), Ok(time));
        }

        #[test]
        fn any_text_is_a_time_or_an_error(text: String, digits in "[-+0-9.eE]{0,60}", unit in "[a-zA-Z/µ ]{0,6}") {
            for clock in [Clock::Second, Clock::Cycle] {
                let _ = Time::parse(&text, clock);
                let _ = Time::parse(&format!("{digits}{unit}"), clock);
            }
        }
    }
}
