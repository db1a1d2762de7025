//! The greatest common divisor.

/// The greatest common divisor; that of 0 and a number is the number.
pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
