//! Exact rates: time per child or per byte, which may be far below a tick.

use super::clock::Clock;
use super::decimal::{Decimal, Kind, Unit, print};
use super::error::UnitError;
use super::fine::FineTime;
use super::time::{self, Time};
use std::cmp::Ordering;

/// A time per something (a child, a byte) as an exact decimal number of ticks, `mantissa` x 10^-`scale`.
///
/// ```
/// use logpine_text::units::{Clock, Rate, Time};
/// let per_byte = Rate::parse_per_byte("0.0003ns/B", Clock::Second)?;
/// assert_eq!((per_byte.mantissa(), per_byte.scale()), (3, 1));
/// assert_eq!(per_byte.times(5), Some(Time::from_ticks(2)), "1.5 ticks, rounded half up");
/// # Ok::<(), logpine_text::units::UnitError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rate {
    // Without trailing zeros if the scale is above 0, so equal rates have equal fields.
    mantissa: u64,
    scale: u8,
}

impl Rate {
    /// The rate zero.
    pub const ZERO: Self = Self { mantissa: 0, scale: 0 };
    /// The largest number of digits after the point of a tick.
    pub const MAX_SCALE: u8 = 18;

    /// The rate of a whole number of ticks each.
    #[must_use]
    pub const fn from_time(time: Time) -> Self {
        Self { mantissa: time.ticks(), scale: 0 }
    }

    /// The rate `mantissa` x 10^-`scale` ticks; `None` for more than [`Rate::MAX_SCALE`] digits after the point.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Rate};
    /// assert_eq!(Rate::from_digits(1570, 1), Rate::parse("157ps", Clock::Second).ok());
    /// assert_eq!(Rate::from_digits(1, 19), None);
    /// ```
    #[must_use]
    pub const fn from_digits(mut mantissa: u64, mut scale: u8) -> Option<Self> {
        while scale > 0 && mantissa.is_multiple_of(10) {
            mantissa /= 10;
            scale -= 1;
        }
        if scale > Self::MAX_SCALE { None } else { Some(Self { mantissa, scale }) }
    }

    /// The digits of this rate as an integer.
    #[must_use]
    pub const fn mantissa(self) -> u64 {
        self.mantissa
    }

    /// The number of digits after the point; at most [`Rate::MAX_SCALE`].
    #[must_use]
    pub const fn scale(self) -> u8 {
        self.scale
    }

    /// True if this is [`Rate::ZERO`].
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// Reads a time like "157ns" or "0.5ps" as a rate: a coefficient of o(x).
    ///
    /// # Errors
    /// [`UnitError`] unless the text is a number with a unit of `clock` and has at most 18 digits below a tick.
    pub fn parse(text: &str, clock: Clock) -> Result<Self, UnitError> {
        Self::parse_as(time::kind(clock), text)
    }

    /// Reads a rate per byte like "0.3ns/B" or "1 cycle/B", or of a machine in seconds a bandwidth like "12GB/s".
    ///
    /// # Errors
    /// [`UnitError`] as for [`Rate::parse`]; a time without `/B` is [`UnitError::MissingPerByte`].
    pub fn parse_per_byte(text: &str, clock: Clock) -> Result<Self, UnitError> {
        if Self::is_bandwidth(text) {
            let foreign = |_| UnitError::WrongClock {
                text: crate::excerpt::short(text.trim()),
                expected: "cycles",
                known: "cycles/B".to_owned(),
            };
            let rate = Self::of_bandwidth(text);
            return if clock == Clock::Second { rate } else { rate.and_then(|rate| Err(foreign(rate))) };
        }
        let rate = Self::parse_as(per_byte_kind(clock), text);
        match rate {
            Err(UnitError::UnknownUnit { text: shown, .. }) if Self::parse(text, clock).is_ok() => {
                Err(UnitError::MissingPerByte { text: shown })
            }
            _ => rate,
        }
    }

    fn parse_as(kind: &Kind, text: &str) -> Result<Self, UnitError> {
        let ticks = kind.parse(text)?;
        if ticks.exponent >= 0 {
            let mantissa = ticks.to_u64().ok_or_else(|| kind.overflow(text))?;
            return Ok(Self { mantissa, scale: 0 });
        }
        Self::from_fraction(ticks).ok_or_else(|| UnitError::TooManyDigits {
            text: crate::excerpt::short(text),
            limit: "18 digits below a tick and 19 in all",
        })
    }

    fn from_fraction(ticks: Decimal) -> Option<Self> {
        let scale = u8::try_from(ticks.exponent.checked_neg()?).ok().filter(|&scale| scale <= Self::MAX_SCALE)?;
        Some(Self { mantissa: u64::try_from(ticks.mantissa).ok()?, scale })
    }

    /// This rate in the largest unit in which it is at least 1, exactly; [`Rate::parse`] reads it back.
    #[must_use]
    pub fn display(self, clock: Clock) -> String {
        time::display(self.mantissa, u32::from(self.scale), clock)
    }

    /// The text of [`Rate::display`], per byte; [`Rate::parse_per_byte`] reads it back.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Rate};
    /// let rate = Rate::parse_per_byte("0.3ns/B", Clock::Second)?;
    /// assert_eq!(rate.display_per_byte(Clock::Second), "300ps/B");
    /// # Ok::<(), logpine_text::units::UnitError>(())
    /// ```
    #[must_use]
    pub fn display_per_byte(self, clock: Clock) -> String {
        format!("{}/B", self.display(clock))
    }

    /// This rate in the clock's own unit (seconds or cycles) as an exact decimal number, the form used in JSON.
    ///
    /// ```
    /// use logpine_text::units::{Clock, Rate};
    /// assert_eq!(Rate::parse("0.5ps", Clock::Second)?.decimal(Clock::Second), "0.0000000000005");
    /// # Ok::<(), logpine_text::units::UnitError>(())
    /// ```
    #[must_use]
    pub fn decimal(self, clock: Clock) -> String {
        print(self.mantissa, u32::from(self.scale) + clock.unit().exponent())
    }

    /// `count` times this rate, rounded half up; `None` past [`Time::MAX`].
    #[must_use]
    pub fn times(self, count: u64) -> Option<Time> {
        if self.scale == 0 {
            return self.mantissa.checked_mul(count).map(Time::from_ticks);
        }
        FineTime::of(self, count)?.round()
    }

    /// This rate in ticks as a float: exact, or the nearest up to one rounding if it has more than 53 bits of digits.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.mantissa as f64 / POWERS_OF_TEN[usize::from(self.scale)] as f64
    }

    /// This rate in 10^-18 ticks; below 2^124.
    pub(super) fn fine(self) -> u128 {
        u128::from(self.mantissa) * u128::from(POWERS_OF_TEN[usize::from(Self::MAX_SCALE - self.scale)])
    }
}

impl FineTime {
    /// `count` times a rate, exactly; `None` if it does not fit 128 bits, which is far past [`Time::MAX`].
    #[must_use]
    pub fn of(rate: Rate, count: u64) -> Option<Self> {
        rate.fine().checked_mul(u128::from(count)).map(Self::new)
    }
}

impl Ord for Rate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.fine().cmp(&other.fine())
    }
}

impl PartialOrd for Rate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The powers of ten from 10^0 to 10^18.
const POWERS_OF_TEN: [u64; 19] = {
    let mut powers = [1; 19];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 10;
        exponent += 1;
    }
    powers
};

const SECONDS_PER_BYTE: &[Unit] = &[
    Unit { symbol: "ps/B", factor: 1 },
    Unit { symbol: "ns/B", factor: 1_000 },
    Unit { symbol: "us/B", factor: 1_000_000 },
    Unit { symbol: "ms/B", factor: 1_000_000_000 },
    Unit { symbol: "s/B", factor: 1_000_000_000_000 },
    // The micro sign and the Greek letter.
    Unit { symbol: "\u{b5}s/B", factor: 1_000_000 },
    Unit { symbol: "\u{3bc}s/B", factor: 1_000_000 },
];
const CYCLES_PER_BYTE: &[Unit] =
    &[Unit { symbol: "cycles/B", factor: 1_000 }, Unit { symbol: "cycle/B", factor: 1_000 }];

/// The format of rates per byte of this clock.
const fn per_byte_kind(clock: Clock) -> &'static Kind {
    const IN_SECONDS: Kind = Kind {
        units: SECONDS_PER_BYTE,
        foreign: CYCLES_PER_BYTE,
        example_unit: "ns/B",
        example: "0.3ns/B",
        ..*time::kind(Clock::Second)
    };
    const IN_CYCLES: Kind = Kind {
        units: CYCLES_PER_BYTE,
        foreign: SECONDS_PER_BYTE,
        example_unit: " cycles/B",
        example: "1 cycle/B",
        ..*time::kind(Clock::Cycle)
    };
    match clock {
        Clock::Second => &IN_SECONDS,
        Clock::Cycle => &IN_CYCLES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(text: &str) -> (u64, u8) {
        let rate = Rate::parse(text, Clock::Second).expect(text);
        (rate.mantissa(), rate.scale())
    }

    #[test]
    fn coefficients_may_be_below_a_tick() {
        assert_eq!(parts("157ns"), (157_000, 0));
        assert_eq!(parts("0.5ps"), (5, 1));
        assert_eq!(parts("0.50ps"), (5, 1));
        assert_eq!(parts("0.0005ns"), (5, 1));
        assert_eq!(parts("0.000000000000000001ps"), (1, 18));
        assert_eq!(parts("18446744073709551.615ns"), (u64::MAX, 0));
    }

    #[test]
    fn rates_per_byte_need_the_byte() {
        let parse = |text, clock| Rate::parse_per_byte(text, clock).map_err(|error| error.to_string());
        assert_eq!(parse("0.3ns/B", Clock::Second), Ok(Rate { mantissa: 300, scale: 0 }));
        assert_eq!(parse("1 cycle/B", Clock::Cycle), Ok(Rate { mantissa: 1_000, scale: 0 }));
        assert_eq!(parse("1cycles/B", Clock::Cycle), Ok(Rate { mantissa: 1_000, scale: 0 }));
        let error = |text| parse(text, Clock::Second).expect_err(text);
        assert_eq!(error("0.3ns"), "`0.3ns` is not a rate; it is a time per byte: write \"0.3ns/B\"");
        assert!(error("0.3").contains("write it as \"0.3ns/B\""));
        assert!(error("0.3ns/b").contains("unknown unit `ns/b`"), "a bit is no byte");
        assert!(error("1 cycle/B").contains("does not fit: the other times are in seconds"));
        assert!(error("-1ns/B").contains("negative"));
        assert!(Rate::parse("0.3ns/B", Clock::Second).is_err(), "not a coefficient");
    }

    #[test]
    fn too_many_digits_and_overflow_are_told_apart() {
        let error = |text| Rate::parse(text, Clock::Second).expect_err(text);
        assert!(matches!(error("1e-19ps"), UnitError::TooManyDigits { .. }));
        assert!(matches!(error("18446744073709551615.5ps"), UnitError::TooManyDigits { .. }));
        assert!(matches!(error("18446744073709551616ps"), UnitError::Overflow { .. }));
        assert!(matches!(error("1e-9999999999999999999999ps"), UnitError::TooManyDigits { .. }));
    }

    #[test]
    fn times_rounds_half_up_and_stops_at_the_largest_time() {
        let rate = Rate { mantissa: 5, scale: 1 };
        assert_eq!(rate.times(1), Some(Time::from_ticks(1)));
        assert_eq!(rate.times(4), Some(Time::from_ticks(2)));
        assert_eq!(rate.times(u64::MAX), Some(Time::from_ticks(1 << 63)));
        assert_eq!(Rate { mantissa: 15, scale: 1 }.times(u64::MAX), None);
        assert_eq!(Rate { mantissa: 2, scale: 0 }.times(u64::MAX), None);
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(mantissa: u64, scale in 0u8..=18, cycle: bool) {
            let clock = if cycle { Clock::Cycle } else { Clock::Second };
            let trailing = (0..scale).take_while(|&zeros| mantissa % 10u64.pow(u32::from(zeros) + 1) == 0).count();
            let trailing = if mantissa == 0 { scale } else { u8::try_from(trailing).expect("at most 18") };
            let rate = Rate { mantissa: mantissa / 10u64.pow(u32::from(trailing)), scale: scale - trailing };
            prop_assert_eq!(Rate::parse(&rate.display(clock), clock), Ok(rate));
            prop_assert_eq!(Rate::parse_per_byte(&rate.display_per_byte(clock), clock), Ok(rate));
        }

        #[test]
        fn any_text_is_a_rate_or_an_error(text: String, number in "[0-9.e-]{0,40}") {
            let _ = Rate::parse(&text, Clock::Second);
            let _ = Rate::parse_per_byte(&text, Clock::Cycle);
            let _ = Rate::parse_per_byte(&format!("{number}ns/B"), Clock::Second);
        }
    }
}
