//! Whole numbers: logarithms and roots, rounded up, greatest common divisors, fractions, and bisection.

mod bisection;
mod gcd;
mod logarithm;
mod root;

pub use bisection::{first, last, try_first};
pub use gcd::{gcd, lowest};
pub use logarithm::{ceil_log, ceil_log2};
pub use root::ceil_root;
