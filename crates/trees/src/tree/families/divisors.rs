//! Factorising a number and walking the lattice of its divisors.

/// A prime (or the factor that was not split) and its multiplicity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimePower {
    /// The prime.
    pub prime: u64,
    /// Its multiplicity, at least 1.
    pub exponent: usize,
}

/// The limit of the primes that are tried.
pub(super) const LARGEST_TRIAL_PRIME: u64 = 1 << 20;

/// The prime powers of `n`, at least 1, ascending. The cofactor that is left after dividing out all primes up to 2^20 comes
/// last, as if it were prime.
///
/// **Complexity** at most 350,000 divisions.
#[must_use]
pub fn prime_powers(n: u64) -> Vec<PrimePower> {
    let mut rest = n;
    let mut powers = Vec::new();
    // 2, 3 and the numbers next to multiples of 6.
    let candidates = [2, 3].into_iter().chain((6..).step_by(6).flat_map(|six| [six - 1, six + 1]));
    for prime in candidates.take_while(|&prime| prime <= LARGEST_TRIAL_PRIME) {
        if prime * prime > rest {
            break;
        }
        let mut exponent = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            powers.push(PrimePower { prime, exponent });
        }
    }
    if rest > 1 {
        powers.push(PrimePower { prime: rest, exponent: 1 });
    }
    powers
}

/// The divisors of a number, indexed so that the index of a quotient of divisors is the difference of their indices.
///
/// The index of a divisor is its exponents read as a mixed-radix number. So a divisor comes after its own divisors; 1 is the
/// first, the number itself the last.
pub(super) struct Divisors {
    pub(super) values: Vec<u64>,
    powers: Vec<PrimePower>,
    /// The index of the i-th prime.
    strides: Vec<usize>,
}

impl Divisors {
    pub(super) fn new(powers: Vec<PrimePower>) -> Self {
        let mut values = vec![1];
        let mut strides = Vec::with_capacity(powers.len());
        for &PrimePower { prime, exponent } in &powers {
            strides.push(values.len());
            for i in 0..values.len() * exponent {
                values.push(values[i] * prime);
            }
        }
        Self { values, powers, strides }
    }

    /// The index of the number itself.
    pub(super) fn last(&self) -> usize {
        self.values.len() - 1
    }

    /// A weight for every divisor that adds up over products: about its binary logarithm times 2^16.
    pub(super) fn weights(&self) -> Vec<u64> {
        let mut weights = vec![0];
        for &PrimePower { prime, exponent } in &self.powers {
            let weight = fixed_log2(prime);
            for i in 0..weights.len() * exponent {
                weights.push(weights[i] + weight);
            }
        }
        weights
    }

    /// Visits, by index, ascending, every divisor m whose product with the given divisor is a divisor too and that has no
    /// prime larger than those of the given one. All products of divisors with smaller indices are among them.
    pub(super) fn for_each_earlier_cofactor(&self, divisor: usize, mut visit: impl FnMut(usize)) {
        let primes = self.strides.partition_point(|&stride| stride <= divisor);
        let exponent_of = |i: usize| divisor / self.strides[i] % (self.powers[i].exponent + 1);
        let room: Vec<usize> = (0..primes).map(|i| self.powers[i].exponent - exponent_of(i)).collect();
        let Some(&first_room) = room.first() else {
            return visit(0);
        };
        let mut exponents = vec![0; room.len()];
        let mut cofactor = 0;
        loop {
            (cofactor..=cofactor + first_room).for_each(&mut visit);
            let Some(digit) = (1..room.len()).find(|&i| exponents[i] < room[i]) else {
                return;
            };
            for (exponent, stride) in exponents[..digit].iter_mut().zip(&self.strides) {
                cofactor -= *exponent * stride;
                *exponent = 0;
            }
            exponents[digit] += 1;
            cofactor += self.strides[digit];
        }
    }
}

/// The binary logarithm times 2^16, rounded down (the 16th bit may be off by one).
fn fixed_log2(n: u64) -> u64 {
    let whole = n.ilog2();
    let mut mantissa = u128::from(n) << (63 - whole);
    let mut bits = u64::from(whole);
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 63;
        let bit = mantissa >> 64;
        mantissa >>= bit;
        bits = bits << 1 | u64::from(bit == 1);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_to_the_number() {
        let numbers = (1..2000).chain([1_048_573 * 1_048_573, 1_048_583 * 1_048_589, (1 << 61) - 1, u64::MAX, 1 << 63]);
        for n in numbers {
            let powers = prime_powers(n);
            let factors = powers.iter().flat_map(|power| std::iter::repeat_n(power.prime, power.exponent));
            assert_eq!(factors.product::<u64>(), n);
            assert!(powers.is_sorted_by(|a, b| a.prime < b.prime));
        }
        // Two primes just above 2^20 stay together.
        assert_eq!(prime_powers(1_048_583 * 1_048_589).len(), 1);
        // 1,048,573 is the largest prime below 2^20.
        assert_eq!(prime_powers(1_048_573 * 1_048_573), [PrimePower { prime: 1_048_573, exponent: 2 }]);
    }

    #[test]
    fn quotients_are_differences() {
        let divisors = Divisors::new(prime_powers(720));
        assert_eq!(divisors.values.len(), 30);
        assert_eq!(divisors.values[divisors.last()], 720);
        let weights = divisors.weights();
        for x in 0..divisors.values.len() {
            let mut expected: Vec<u64> =
                divisors.values.iter().copied().filter(|&m| 720 % (m * divisors.values[x]) == 0).collect();
            let mut visited = Vec::new();
            let largest = prime_powers(divisors.values[x]).last().map_or(1, |power| power.prime);
            expected.retain(|&m| prime_powers(m).iter().all(|power| power.prime <= largest));
            divisors.for_each_earlier_cofactor(x, |m| {
                assert_eq!(divisors.values[m] * divisors.values[x], divisors.values[m + x]);
                assert_eq!(weights[m] + weights[x], weights[m + x]);
                visited.push(divisors.values[m]);
            });
            visited.sort_unstable();
            expected.sort_unstable();
            assert_eq!(visited, expected);
        }
    }
}
