//! Roots of integers, rounded up, without floating point.

use super::bisection::first;

/// The least r with r^`degree` >= `n`: the `degree`-th root of `n`, rounded up; 0 for 0.
///
/// *Requires* `degree >= 1`. **Complexity** about 64 / `degree` powers.
#[must_use]
pub fn ceil_root(n: u64, degree: u32) -> u64 {
    let reaches = |r: u64| r.checked_pow(degree).is_none_or(|power| power >= n);
    if n <= 1 || degree <= 1 {
        return n;
    }
    // n < 2^bits, so the root is at most 2^ceil(bits / degree).
    let bits = n.ilog2() + 1;
    first(2..=1 << bits.div_ceil(degree), reaches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_ceil_root(root: u64, n: u64, degree: u32) -> bool {
        root.checked_pow(degree).is_none_or(|power| power >= n)
            && (root - 1).checked_pow(degree).is_some_and(|power| power < n)
    }

    #[test]
    fn roots_next_to_powers() {
        // 2642245^3 = 18446724184312856125 < 2^64 and 4294967295^2 = 2^64 - 2^33 + 1: a root in f64 misses both by one.
        assert_eq!(ceil_root(18_446_724_184_312_856_125, 3), 2_642_245);
        assert_eq!(ceil_root(18_446_724_184_312_856_126, 3), 2_642_246);
        assert_eq!(ceil_root(18_446_744_065_119_617_025, 2), 4_294_967_295);
        assert_eq!(ceil_root(18_446_744_065_119_617_026, 2), 1 << 32);
        assert_eq!(ceil_root(u64::MAX, 64), 2);
        assert_eq!([ceil_root(0, 3), ceil_root(1, 3), ceil_root(2, 3), ceil_root(9, 1)], [0, 1, 2, 9]);
    }

    proptest! {
        #[test]
        fn the_root_reaches_and_one_less_does_not(n in 2u64.., degree in 1u32..70) {
            prop_assert!(is_ceil_root(ceil_root(n, degree), n, degree));
        }

        #[test]
        fn powers_are_hit_exactly(root in 2u64..70_000, degree in 2u32..64) {
            if let Some(n) = root.checked_pow(degree) {
                prop_assert_eq!(ceil_root(n, degree), root);
                prop_assert_eq!(ceil_root(n + 1, degree), root + 1);
                prop_assert!(is_ceil_root(ceil_root(n - 1, degree), n - 1, degree));
            }
        }
    }
}
