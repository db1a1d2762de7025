//! Whole numbers: logarithms and roots, rounded up, greatest common divisors, fractions, and bisection.

mod bisection;
mod gcd;
mod logarithm;
mod root;

pub(crate) use bisection::{first, last, try_first};
pub(crate) use gcd::{gcd, lowest};
pub(crate) use logarithm::{ceil_log, ceil_log2};
pub(crate) use root::ceil_root;
