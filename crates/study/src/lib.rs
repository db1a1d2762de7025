//! The experiments of papers on random networks: couples of a network and a scheme (`couples/`), factors of both
//! (`factors/`), and causal models of combinations of their kinds (`combinations/`).

pub mod combinations;
mod couples;
mod draw;
mod factors;
#[cfg(test)]
mod figure_6;

pub use couples::{Couple, DRAWN_CLASSES, Study, StudyError, Variable, knowledge, observations};
pub use draw::Ranges;
pub use factors::{ClassFactor, FactorQuestion, FactorTable, Spread};
