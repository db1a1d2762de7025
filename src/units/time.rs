//! Exact time in ticks, and the clock that says what a tick is.

use std::fmt;

/// The unit in which a machine's times are written, and with it the length of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Seconds: one tick is a picosecond.
    #[default]
    Second,
    /// Processor cycles: one tick is a thousandth of a cycle.
    Cycle,
}

impl Clock {
    /// Ticks in one unit of this clock: 10^12 in a second, 10^3 in a cycle.
    #[must_use]
    pub const fn ticks_per_unit(self) -> u64 {
        match self {
            Self::Second => 1_000_000_000_000,
            Self::Cycle => 1_000,
        }
    }

    /// The unit's symbol as profiles and JSON write it: `s` or `cycle`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Second => "s",
            Self::Cycle => "cycle",
        }
    }
}

/// A length of time in ticks (see [`Clock`]); at most 2^64 - 1 ticks, which is 213 days in picoseconds.
///
/// ```
/// use logpine::units::Time;
/// let wave = Time::from_ticks(98_000_000).checked_add(Time::from_ticks(49_300_000));
/// assert_eq!(wave.map(Time::ticks), Some(147_300_000));
/// assert_eq!(Time::MAX.checked_add(Time::from_ticks(1)), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The longest time that can be represented.
    pub const MAX: Self = Self(u64::MAX);

    /// The time of that many ticks.
    #[must_use]
    pub const fn from_ticks(ticks: u64) -> Self {
        Self(ticks)
    }

    /// This time in ticks.
    #[must_use]
    pub const fn ticks(self) -> u64 {
        self.0
    }

    /// The sum, or `None` where it is not representable.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }

    /// The difference, or `None` where `other` is longer.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }

    /// This time `factor` times over, or `None` where that is not representable.
    #[must_use]
    pub const fn checked_mul(self, factor: u64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(ticks) => Some(Self(ticks)),
            None => None,
        }
    }
}
