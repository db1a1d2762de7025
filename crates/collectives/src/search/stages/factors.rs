//! The prime factors of a number of ranks, and its divisors.

use logpine_trees::tree::families::prime_powers;
use std::iter::repeat_n;

/// The maximum number of divisors of P among which every path is examined. Beyond it, paths go along the prime factors in
/// falling order.
const MOST_DIVISORS: usize = 1 << 11;

/// The prime factors of a number, the largest first; a product of primes beyond a million counts as one.
pub(super) struct Factors {
    pub primes: Vec<u64>,
}

impl Factors {
    pub fn of(number: u64) -> Self {
        let mut primes: Vec<u64> =
            prime_powers(number).into_iter().flat_map(|power| repeat_n(power.prime, power.exponent)).collect();
        primes.reverse();
        Self { primes }
    }

    /// All divisors in rising order; `None` if there are too many.
    pub fn divisors(&self) -> Option<Vec<u64>> {
        let mut divisors = vec![1];
        for alike in self.primes.chunk_by(PartialEq::eq) {
            let before = divisors.clone();
            let mut power = 1;
            for prime in alike {
                power *= prime;
                divisors.extend(before.iter().map(|divisor| divisor * power));
            }
            if divisors.len() > MOST_DIVISORS {
                return None;
            }
        }
        divisors.sort_unstable();
        Some(divisors)
    }

    /// The products of the first 0, 1, 2, ... of them.
    pub fn products(&self) -> Vec<u64> {
        let products = self.primes.iter().scan(1, |product, prime| {
            *product *= prime;
            Some(*product)
        });
        std::iter::once(1).chain(products).collect()
    }

    /// The least number of rounds of a list with this product: every factor has one round less than its ranks, and so has no
    /// product of factors fewer than all of them.
    pub fn rounds(&self, of: u64) -> u64 {
        let mut left = of;
        self.primes.iter().fold(0, |rounds, &prime| {
            if left.is_multiple_of(prime) {
                left /= prime;
                return rounds + (prime - 1);
            }
            rounds
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_and_divisors() {
        let of_360 = Factors::of(360);
        assert_eq!(of_360.primes, [5, 3, 3, 2, 2, 2]);
        assert_eq!(of_360.products(), [1, 5, 15, 45, 90, 180, 360]);
        let divisors: Vec<u64> = (1..=360).filter(|&divisor| 360 % divisor == 0).collect();
        assert_eq!(of_360.divisors(), Some(divisors));
        assert_eq!((of_360.rounds(24), of_360.rounds(1)), (5, 0));
        assert_eq!(Factors::of((1 << 31) - 1).primes, [(1 << 31) - 1]);
    }
}
