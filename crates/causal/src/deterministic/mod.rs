//! Detection of variables that are functions of others.
//!
//! The PC algorithm fails if Y = f(X): given X, nothing depends on Y, and if f can be inverted, nothing depends on X given
//! Y, so that both lose their edges (Lemeire, Dirkx and Colitti, 2008, section 3.4). Therefore functions are sought first. A
//! function can be read in every direction; only the causal order shows which of its variables is the determined one.

mod basis;
mod polynomial;
mod regression;
mod scan;

pub(super) use polynomial::{Polynomial, STRONG_EVIDENCE};
pub(super) use regression::Relations;
pub use scan::{DeterministicOptions, FunctionOf};
pub(super) use scan::{Sequence, scan, sequence};
