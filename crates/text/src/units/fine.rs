//! Exact sums of fractions of a tick, before they are rounded to a [`Time`].

use super::time::Time;

/// A time in 10^-18 ticks, in which every [`Rate`](super::Rate) is a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FineTime(u128);

impl FineTime {
    /// The number of digits after the point of a tick.
    pub(super) const DIGITS: u32 = 18;
    const PER_TICK: u128 = 10u128.pow(Self::DIGITS);

    /// `ticks`, which may be a fraction, cut after 18 digits; `None` if it is negative, NaN or past [`Time::MAX`].
    #[must_use]
    pub fn from_ticks_f64(ticks: f64) -> Option<Self> {
        const LIMIT: f64 = 18_446_744_073_709_551_616.0;
        if !(0.0..LIMIT).contains(&ticks) {
            return None;
        }
        let whole = libm::floor(ticks);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 <= whole < 2^64, digits < 2^60")]
        let (whole, digits) = (whole as u64, ((ticks - whole) * 1e18) as u64);
        Some(Self(u128::from(whole) * Self::PER_TICK + u128::from(digits)))
    }

    pub(super) const fn new(atto_ticks: u128) -> Self {
        Self(atto_ticks)
    }

    /// The sum; `None` if it is not representable.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference; `None` if `other` is longer.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// This time multiplied by `numerator / denominator`, cut after 18 digits, which does not change the rounding to ticks;
    /// `None` past 128 bits, and for a denominator of 0.
    pub fn scaled(self, numerator: u128, denominator: u64) -> Option<Self> {
        let denominator = u128::from(denominator);
        let (whole, rest) = (numerator.checked_div(denominator)?, numerator.checked_rem(denominator)?);
        // Both are below 2^64 in the last product.
        let parts = (self.0 / denominator).checked_mul(rest)?.checked_add(self.0 % denominator * rest / denominator)?;
        self.0.checked_mul(whole)?.checked_add(parts).map(Self)
    }

    /// The nearest time, rounded half up; `None` past [`Time::MAX`].
    #[must_use]
    pub fn round(self) -> Option<Time> {
        Self(self.0.checked_add(Self::PER_TICK / 2)?).floor()
    }

    /// The time rounded down to whole ticks; `None` past [`Time::MAX`].
    pub fn floor(self) -> Option<Time> {
        u64::try_from(self.0 / Self::PER_TICK).ok().map(Time::from_ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_up() {
        let round = |ticks| FineTime::from_ticks_f64(ticks).and_then(FineTime::round).map(Time::ticks);
        assert_eq!(
            [round(0.25), round(0.5), round(1.5), round(1e15)].map(Option::unwrap_or_default),
            [0, 1, 2, 10u64.pow(15)]
        );
        assert_eq!(round(-0.1), None);
        assert_eq!(round(f64::NAN), None);
        assert_eq!(round(f64::INFINITY), None);
        assert_eq!(round(18_446_744_073_709_551_616.0), None);
        assert_eq!(round(18_446_744_073_709_549_568.0), Some(18_446_744_073_709_549_568));
    }

    #[test]
    fn sums_and_differences_are_exact() {
        let [one, more] = [0.25, 1.5].map(|ticks| FineTime::from_ticks_f64(ticks).expect("in range"));
        assert_eq!(one.checked_add(more), FineTime::from_ticks_f64(1.75));
        assert_eq!((more.checked_sub(one), one.checked_sub(more)), (FineTime::from_ticks_f64(1.25), None));
        assert_eq!(one, FineTime(FineTime::PER_TICK / 4));
    }

    #[test]
    fn fractions_are_cut_once() {
        let three = FineTime(3);
        assert_eq!(three.scaled(7, 2), Some(FineTime(10)));
        assert_eq!(three.scaled(0, 5), Some(FineTime(0)));
        assert_eq!(three.scaled(1, 0), None);
        assert_eq!(FineTime(u128::MAX).scaled(2, 2), Some(FineTime(u128::MAX)), "no step exceeds the result");
        assert_eq!(FineTime(u128::MAX).scaled(3, 2), None);
        let most = u128::from(u64::MAX);
        assert_eq!(FineTime(most).scaled(most - 1, u64::MAX), Some(FineTime(most - 1)));
    }
}
