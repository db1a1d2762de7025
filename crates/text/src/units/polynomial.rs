//! Sums of rates, evaluated exactly and rounded once.

use super::fine::FineTime;
use super::rate::Rate;
use super::time::Time;

/// `constant + linear x + quadratic x^2`: the overhead of a node with x children, or the cost of x bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial {
    /// The constant term.
    pub constant: Rate,
    /// The coefficient of x.
    pub linear: Rate,
    /// The coefficient of x^2.
    pub quadratic: Rate,
}

impl Polynomial {
    /// The value at `x`, rounded half up once; `None` past [`Time::MAX`].
    ///
    /// Takes a few nanoseconds if all coefficients are whole ticks; searches call it for every fanout they try.
    #[inline]
    #[must_use]
    pub fn at(&self, x: u64) -> Option<Time> {
        if self.constant.scale() | self.linear.scale() | self.quadratic.scale() == 0 {
            return self.at_whole(x);
        }
        self.exact_at(x)?.round()
    }

    /// Horner's rule in whole ticks. No step exceeds the result, except for x = 0, for which no step can overflow.
    fn at_whole(&self, x: u64) -> Option<Time> {
        let slope = self.quadratic.mantissa().checked_mul(x)?.checked_add(self.linear.mantissa())?;
        slope.checked_mul(x)?.checked_add(self.constant.mantissa()).map(Time::from_ticks)
    }

    /// The value of [`Polynomial::at`] before rounding. A sum that does not fit 128 bits is far past [`Time::MAX`].
    pub fn exact_at(&self, x: u64) -> Option<FineTime> {
        let x = u128::from(x);
        let slope = self.quadratic.fine().checked_mul(x)?.checked_add(self.linear.fine())?;
        slope.checked_mul(x)?.checked_add(self.constant.fine()).map(FineTime::new)
    }

    /// The three terms at `x` separately, before rounding.
    pub fn exact_terms_at(&self, x: u64) -> Option<[FineTime; 3]> {
        let x = u128::from(x);
        let linear = self.linear.fine().checked_mul(x)?;
        let quadratic = self.quadratic.fine().checked_mul(x)?.checked_mul(x)?;
        Some([self.constant.fine(), linear, quadratic].map(FineTime::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Clock;
    use proptest::prelude::*;

    fn rate(text: &str) -> Rate {
        Rate::parse(text, Clock::Second).expect(text)
    }

    #[test]
    fn a_sum_is_rounded_once() {
        // 0.4 + 0.3 + 0.3 = 1: rounding each term would give 0.
        let thirds = Polynomial { constant: rate("0.4ps"), linear: rate("0.3ps"), quadratic: rate("0.3ps") };
        assert_eq!(thirds.at(1), Some(Time::from_ticks(1)));
        assert_eq!(thirds.at(0), Some(Time::ZERO));
        assert_eq!(thirds.at(2), Some(Time::from_ticks(2)), "0.4 + 0.6 + 1.2 = 2.2");
    }

    #[test]
    fn overflow_is_none_and_the_largest_time_is_not() {
        let linear = |text| Polynomial { linear: rate(text), ..Polynomial::default() };
        assert_eq!(linear("1ps").at(u64::MAX), Some(Time::MAX));
        assert_eq!(linear("2ps").at(u64::MAX), None);
        assert_eq!(linear("1.5ps").at(u64::MAX), None);
        let square = Polynomial { quadratic: rate("0.1ps"), ..Polynomial::default() };
        assert_eq!(square.at(u64::MAX), None);
        assert_eq!(square.at(1 << 33), Some(Time::from_ticks(7_378_697_629_483_820_646)), "2^66 / 10, rounded down");
        let constant = Polynomial { constant: Rate::from_time(Time::MAX), ..square };
        assert_eq!(constant.at(2), Some(Time::MAX), "2^64 - 1 + 0.4");
        assert_eq!(constant.at(3), None, "2^64 - 1 + 0.9");
        let whole = Polynomial { constant: Rate::ZERO, linear: Rate::from_time(Time::MAX), quadratic: rate("1ps") };
        assert_eq!(whole.at(0), Some(Time::ZERO));
        assert_eq!(whole.at(1), None);
    }

    proptest! {
        #[test]
        fn whole_ticks_agree_with_the_long_way(c0: u64, c1 in 0u64..1 << 40, c2 in 0u64..1 << 30, x in 0u64..1 << 20) {
            let [constant, linear, quadratic] = [c0, c1, c2].map(|ticks| Rate::from_time(Time::from_ticks(ticks)));
            let polynomial = Polynomial { constant, linear, quadratic };
            prop_assert_eq!(polynomial.at(x), polynomial.exact_at(x).and_then(FineTime::round));
        }
    }
}
