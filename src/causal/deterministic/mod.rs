//! Variables that are functions of others.
//!
//! The PC algorithm goes wrong where Y = f(X): given X nothing depends on Y any more, and where f can be inverted nothing
//! depends on X given Y, so that both lose their edges (Lemeire, Dirkx and Colitti, 2008, section 3.4). So functions are
//! sought first. A function can be read in every direction: which of its variables is the determined one is known only from
//! the causal order.

mod basis;
mod polynomial;
mod regression;
mod scan;

pub use scan::{DeterministicOptions, FunctionOf};

pub(super) use polynomial::{Polynomial, STRONG_EVIDENCE};
pub(super) use regression::Relations;
pub(super) use scan::{Sequence, scan, sequence};
