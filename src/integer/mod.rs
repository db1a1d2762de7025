//! Whole numbers: logarithms and roots, rounded up, and bisection.

mod bisection;
mod logarithm;
mod root;

pub(crate) use bisection::{first, last, try_first};
pub(crate) use logarithm::{ceil_log, ceil_log2};
pub(crate) use root::ceil_root;
