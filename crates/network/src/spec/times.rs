//! The times of messages over the links of a generated network.

use logpine_text::units::{Clock, Rate, Time, UnitError};
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
