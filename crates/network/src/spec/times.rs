//! The times of messages over the links of a generated network.

use logpine_text::units::{Bytes, Clock, Rate, Time, UnitError};
use std::fmt;

/// The times of the links, the same for all links of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkTimes {
    /// The clock of the times.
    pub clock: Clock,
    /// The time of a message without bytes.
    pub latency: Time,
    /// The additional time of each byte.
    pub per_byte: Rate,
}

impl Default for LinkTimes {
    /// One cycle for any message: the unit of time of Lemeire, Dirkx and Colitti (2008).
    fn default() -> Self {
        Self { clock: Clock::Cycle, latency: Time::from_ticks(1_000), per_byte: Rate::ZERO }
    }
}

impl fmt::Display for LinkTimes {
    /// Writes the keys that differ from [`LinkTimes::default`], each after a comma.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, latency, per_byte } = *self;
        if (clock, latency) != (Self::default().clock, Self::default().latency) {
            write!(f, ",latency={}", latency.display(clock).replace(' ', ""))?;
        }
        if !per_byte.is_zero() {
            write!(f, ",per_byte={}", per_byte.display_per_byte(clock).replace(' ', ""))?;
        }
        Ok(())
    }
}

/// A latency in seconds or cycles, depending on its unit.
///
/// # Errors
/// [`UnitError`] if the text is no time.
pub fn latency(text: &str) -> Result<(Clock, Time), UnitError> {
    match Time::parse(text, Clock::Cycle) {
        Ok(time) => Ok((Clock::Cycle, time)),
        Err(_) => Time::parse(text, Clock::Second).map(|time| (Clock::Second, time)),
    }
}

/// A time per byte in seconds or cycles, depending on its unit.
///
/// # Errors
/// [`UnitError`] if the text is no time per byte.
pub fn per_byte(text: &str) -> Result<(Clock, Rate), UnitError> {
    match Rate::parse_per_byte(text, Clock::Cycle) {
        Ok(rate) => Ok((Clock::Cycle, rate)),
        Err(_) => Rate::parse_per_byte(text, Clock::Second).map(|rate| (Clock::Second, rate)),
    }
}

/// The time per byte of a bandwidth like `10GB/s`, rounded half up to a millionth of a picosecond; `None` unless it is a
/// number of bytes per second above 0.
#[must_use]
pub fn bandwidth(text: &str) -> Option<Rate> {
    const DIGITS: u8 = 6;
    let Bytes(bytes) = text.trim_end().strip_suffix("/s")?.trim_end().parse().ok()?;
    let ticks = u128::from(Clock::Second.ticks_per_unit()) * 10u128.pow(u32::from(DIGITS));
    let mantissa = (ticks + u128::from(bytes) / 2).checked_div(u128::from(bytes))?;
    Rate::from_digits(u64::try_from(mantissa).ok()?, DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bandwidths_are_times_per_byte() {
        let shown = |text| bandwidth(text).map(|rate| rate.display_per_byte(Clock::Second));
        assert_eq!(shown("10GB/s").as_deref(), Some("100ps/B"));
        assert_eq!(shown("3 GB/s").as_deref(), Some("333.333333ps/B"));
        assert_eq!(shown("1B/s").as_deref(), Some("1s/B"));
        assert_eq!([shown("0B/s"), shown("10GB"), shown("-1B/s"), shown("NaNB/s")], [None, None, None, None]);
    }
}
