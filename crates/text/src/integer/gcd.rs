//! Greatest common divisors, and fractions.

/// The greatest common divisor; that of 0 and a number is the number.
#[must_use]
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A fraction in lowest terms.
#[must_use]
pub fn lowest(p: u128, q: u128) -> (u128, u128) {
    let (mut a, mut b) = (p, q);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (p / a.max(1), q / a.max(1))
}
