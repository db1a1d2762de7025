//! Sums of quotients rounded down.

/// The sum of floor((a x + b) / m) over x = 0 .. n - 1. n and every quotient must be below 2^64, a n + b + m below 2^128,
/// and m not 0.
///
/// The whole parts of a / m and b / m are summed at once; for the rest, points under a line are counted along the other
/// axis, as in Euclid's algorithm: O(log m) steps.
pub(super) fn floor_sum(mut n: u128, mut m: u128, mut a: u128, mut b: u128) -> u128 {
    let mut sum = 0;
    while n != 0 {
        sum += (a / m) * (n * (n - 1) / 2) + (b / m) * n;
        a %= m;
        b %= m;
        let top = a * n + b;
        n = top / m;
        b = top % m;
        (m, a) = (a, m);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_terms_one_by_one() {
        for (n, m, a, b) in itertools::iproduct!(0..12, 1..10, 0..25, 0..25) {
            let one_by_one: u128 = (0..n).map(|x| (a * x + b) / m).sum();
            assert_eq!(floor_sum(n, m, a, b), one_by_one, "{n} terms of ({a} x + {b}) / {m}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        const MOST: u128 = u64::MAX as u128;
        assert_eq!(floor_sum(MOST, 1, 0, MOST), MOST * MOST);
        assert_eq!(floor_sum(MOST, 1, 1, 0), MOST * (MOST - 1) / 2);
        assert_eq!(floor_sum(MOST, MOST, MOST - 1, 0), (MOST - 1) * (MOST - 2) / 2, "x - 1 of all x but 0");
        assert_eq!(floor_sum(1, 1 << 127, 0, (1 << 127) - 1), 0);
    }
}
