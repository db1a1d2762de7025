//! Counting lemmas: multiples of a number, and their places modulo another.

use crate::model::floor_sum::floor_sum;
use std::ops::Range;

/// gcd(a, m), and the inverse of a / gcd(a, m) modulo m / gcd(a, m).
pub(super) const fn inverse(a: u64, modulus: u64) -> (u64, u64) {
    // Euclid: remainder = +- factor a modulo m; the factors' signs alternate, and their sizes grow to m / gcd(a, m).
    let (mut before, mut remainder) = (modulus, a % modulus);
    let (mut factor_before, mut factor) = (0_u64, 1_u64);
    let mut negative = true;
    while remainder != 0 {
        let quotient = before / remainder;
        (before, remainder) = (remainder, before % remainder);
        (factor_before, factor) = (factor, factor_before.saturating_add(quotient.saturating_mul(factor)));
        negative = !negative;
    }
    let period = modulus / before;
    let size = factor_before % period;
    (before, if negative && size > 0 { period - size } else { size })
}

/// a b modulo m.
pub(super) fn product(a: u64, b: u64, modulus: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product % modulus,
        None => u64::try_from(u128::from(a) * u128::from(b) % u128::from(modulus)).unwrap_or(u64::MAX),
    }
}

/// The number of multiples in a range.
pub(super) const fn multiples(range: &Range<u64>, of: u64) -> u64 {
    range.end.div_ceil(of).saturating_sub(range.start.div_ceil(of))
}

/// The greatest of 0, a, 2 a, ... (`count` - 1) a modulo m.
pub(super) const fn greatest_multiple(a: u64, modulus: u64, count: u64) -> u64 {
    // Number `at` is the best so far, `gap` below m, and adding `every` to a number adds `low` to its residue; no smaller
    // number adds less than `gap`. So the next record is `every` further, if low < gap. Otherwise going back by gap, `at`
    // further, lowers `low` until it is small enough.
    let (mut gap, mut at) = (modulus, 0);
    let (mut low, mut every) = (a % modulus, 1);
    while low != 0 && count > at && (count - 1 - at) / every > 0 {
        let times =
            { if (gap - 1) / low < (count - 1 - at) / every { (gap - 1) / low } else { (count - 1 - at) / every } };
        gap -= times * low;
        at += times * every;
        let times = low / gap;
        low -= times * gap;
        every = every.saturating_add(times.saturating_mul(at));
    }
    modulus - gap
}

/// The number of x of a range with (a x + b) modulo m below `below`, where b, `below` <= m.
pub(super) fn count_below(range: &Range<u64>, a: u64, b: u64, modulus: u64, below: u64) -> u64 {
    let count = range.end.saturating_sub(range.start);
    if count <= 4 {
        let residue = |x| (u128::from(product(a, x, modulus)) + u128::from(b)) % u128::from(modulus);
        return range.clone().filter(|&x| residue(x) < u128::from(below)).count() as u64;
    }
    let (a, m) = (a % modulus, u128::from(modulus));
    let start = (u128::from(product(a, range.start, modulus)) + u128::from(b)) % m;
    // floor(y / m) - floor((y - below) / m) is 1 where y modulo m < below, else 0.
    let [a, n] = [a, count].map(u128::from);
    let [all, others] = [start, start + m - u128::from(below)].map(|b| floor_sum(n, m, a, b));
    u64::try_from(n + all - others).unwrap_or(u64::MAX)
}

/// True if some x of a range has (a x + b) modulo m below `below`, where b, `below` <= m.
pub(super) fn any_below(range: &Range<u64>, a: u64, b: u64, modulus: u64, below: u64) -> bool {
    if range.is_empty() || below == 0 {
        return false;
    }
    let start = product(a, range.start, modulus);
    let to_end = modulus - start;
    let start = if b >= to_end { b - to_end } else { start + b };
    // At x = 0, or at an x with a x modulo m among the `below` residues from `modulus - start` on.
    start < below
        || first_multiple(a % modulus, modulus, modulus - start, modulus - start + (below - 1))
            .is_some_and(|first| first < range.end - range.start)
}

/// The least x with a x modulo m from `low` to `high`, where a < m and 0 < `low` <= `high` < m; `None` if there is none
/// below 2^64.
fn first_multiple(a: u64, modulus: u64, low: u64, high: u64) -> Option<u64> {
    if a == 0 {
        return None;
    }
    // Without wrapping, or after y rounds: a x is at least `low` + y m, and at most `high` + y m.
    let first = low.div_ceil(a);
    if first <= high / a {
        return Some(first);
    }
    let rounds = first_multiple(modulus % a, a, a - high % a, a - low % a)?;
    let reached = u128::from(modulus) * u128::from(rounds) + u128::from(low);
    match u64::try_from(reached) {
        Ok(reached) => Some(reached.div_ceil(a)),
        Err(_) => u64::try_from(reached.div_ceil(u128::from(a))).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses() {
        for (modulus, a) in (1..40).flat_map(|modulus| (0..90).map(move |a| (modulus, a))) {
            let (common, inverse) = inverse(a, modulus);
            assert_eq!(common, logpine_text::integer::gcd(a, modulus));
            let period = modulus / common;
            assert!(inverse < period && a / common * inverse % period == 1 % period, "{a} modulo {modulus}");
        }
        let (common, factor) = inverse(u64::MAX / 2, u64::MAX - 2);
        assert_eq!((common, product(u64::MAX / 2, factor, u64::MAX - 2)), (1, 1));
    }

    #[test]
    fn residues_below_a_bound() {
        for (modulus, a, b) in itertools::iproduct!(1..12, 0..14, 0..12) {
            for (from, to, below) in itertools::iproduct!(0..6, 0..25, 0..=modulus) {
                let counted = (from..to).filter(|x| (a * x + b) % modulus < below).count() as u64;
                assert_eq!(count_below(&(from..to), a, b, modulus, below), counted);
                if b <= modulus {
                    assert_eq!(
                        any_below(&(from..to), a, b, modulus, below),
                        counted > 0,
                        "{a} x + {b} modulo {modulus}"
                    );
                }
            }
        }
        let all = 0..u64::MAX;
        assert_eq!(count_below(&all, 2, 0, u64::MAX, u64::MAX / 3), u64::MAX / 3, "in another order");
        assert_eq!((multiples(&(3..10), 3), multiples(&(4..6), 3), multiples(&(5..5), 5)), (3, 0, 0));
    }
}
