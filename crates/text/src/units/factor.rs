//! Exact factors without a unit, such as "1.2".

use super::decimal::{Kind, Unit, print};
use super::{Time, UnitError};
use crate::excerpt::short;
use std::fmt;
use std::str::FromStr;

/// A factor of time, stored as a whole number of millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(u64);

/// The number of parts in one.
const PARTS: u64 = 1_000_000;

const KIND: Kind = Kind {
    units: &[Unit { symbol: "", factor: PARTS }],
    foreign: &[],
    measured_in: "nothing",
    example_unit: "",
    example: "1.2",
    grain: "millionths",
    limit: "18446744073709.551615",
};

impl Factor {
    /// The factor 1.
    pub const ONE: Self = Self(PARTS);

    /// The factor of that many millionths.
    #[must_use]
    pub const fn from_millionths(millionths: u64) -> Self {
        Self(millionths)
    }

    /// This factor in millionths.
    #[must_use]
    pub const fn millionths(self) -> u64 {
        self.0
    }

    /// `time` multiplied by this factor, rounded half up to ticks; `None` past [`Time::MAX`].
    #[must_use]
    pub fn times(self, time: Time) -> Option<Time> {
        let parts = u128::from(time.ticks()) * u128::from(self.0);
        let ticks = (parts + u128::from(PARTS / 2)) / u128::from(PARTS);
        u64::try_from(ticks).ok().map(Time::from_ticks)
    }
}

impl Default for Factor {
    fn default() -> Self {
        Self::ONE
    }
}

impl FromStr for Factor {
    type Err = UnitError;

    fn from_str(text: &str) -> Result<Self, UnitError> {
        let not_a_factor = |_| UnitError::NotAFactor { text: short(text.trim()) };
        KIND.parse_whole(text).map(Self).map_err(not_a_factor)
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self.0, 6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_exact_decimals() {
        let parse = |text: &str| text.parse::<Factor>().map(Factor::millionths);
        assert_eq!(parse("1.5"), Ok(1_500_000));
        assert_eq!(parse(" 2 "), Ok(2_000_000));
        assert_eq!(parse("0.000001"), Ok(1));
        assert_eq!(parse("1e3"), Ok(1_000_000_000));
        for bad in ["", "x", "-1", "nan", "inf", "0.0000001", "1.5x", "1e30"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        for text in ["1", "1.2", "0.000001", "18446744073709.551615"] {
            assert_eq!(text.parse::<Factor>().map(|factor| factor.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn products_round_half_up() {
        let times = |factor: &str, ticks| factor.parse::<Factor>().expect("a factor").times(Time::from_ticks(ticks));
        assert_eq!(times("1.5", 3), Some(Time::from_ticks(5)));
        assert_eq!(times("1.4", 1), Some(Time::from_ticks(1)));
        assert_eq!(times("2", u64::MAX), None);
        assert_eq!(times("1", u64::MAX), Some(Time::MAX));
    }
}
