//! Clocks: the length of a tick, and the units that times are printed in.

/// The unit in which a machine's times are written, which also sets the length of a tick.
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

    /// The units that times of this clock are printed in, the largest first.
    #[must_use]
    pub const fn units(self) -> &'static [TimeUnit] {
        use TimeUnit::{Cycle, Microsecond, Millisecond, Nanosecond, Picosecond, Second};
        match self {
            Self::Second => &[Second, Millisecond, Microsecond, Nanosecond, Picosecond],
            Self::Cycle => &[Cycle],
        }
    }

    /// The unit named in profiles with this clock.
    pub(super) const fn unit(self) -> TimeUnit {
        match self {
            Self::Second => TimeUnit::Second,
            Self::Cycle => TimeUnit::Cycle,
        }
    }

    /// The name of the unit, in the plural.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Second => "seconds",
            Self::Cycle => "cycles",
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

/// A unit of time to print in. Each unit belongs to one [`Clock`], see [`Clock::units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// 10^-12 seconds, one tick.
    Picosecond,
    /// 10^-9 seconds.
    Nanosecond,
    /// 10^-6 seconds.
    Microsecond,
    /// 10^-3 seconds.
    Millisecond,
    /// One second.
    Second,
    /// One processor cycle, a thousand ticks.
    Cycle,
}

impl TimeUnit {
    /// The unit's symbol: `ps`, `ns`, `us`, `ms`, `s` or `cycles`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Picosecond => "ps",
            Self::Nanosecond => "ns",
            Self::Microsecond => "us",
            Self::Millisecond => "ms",
            Self::Second => "s",
            Self::Cycle => "cycles",
        }
    }

    /// The number of ticks in this unit.
    #[must_use]
    pub const fn ticks(self) -> u64 {
        10u64.pow(self.exponent())
    }

    /// The number of ticks in this unit, as a power of ten.
    pub(super) const fn exponent(self) -> u32 {
        match self {
            Self::Picosecond => 0,
            Self::Nanosecond | Self::Cycle => 3,
            Self::Microsecond => 6,
            Self::Millisecond => 9,
            Self::Second => 12,
        }
    }
}
