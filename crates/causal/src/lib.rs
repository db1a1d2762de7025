//! Causal models learnt from observations: direct causes of variables, and variables that are functions of others.
//!
//! [`learn`](fn@learn) derives a [`CausalModel`] from a [`Table`] of observations, after Lemeire, Dirkx and Colitti
//! (Modeling the Performance of Communication Schemes on Network Topologies, 2008, section 3). It uses the PC algorithm of
//! Spirtes, Glymour and Scheines (Causation, Prediction, and Search, 1993). Independence is tested by [mutual
//! information](Dependence) from kernel densities, so that relations may have any form. Deterministic relations, for
//! which the PC algorithm alone fails, are treated separately.
//!
//! The result is valid under the assumptions of the method: no common cause is missing from the table, there are no cycles,
//! rows are independent of one another, and dependences do not cancel. An arrow does not prove a cause.

#![warn(unnameable_types)]

mod deterministic;
mod information;
mod knowledge;
mod learn;
mod model;
mod options;
mod pc;
mod sample;
mod table;

pub use deterministic::{DeterministicOptions, FunctionOf};
pub use information::Dependence;
pub use knowledge::{Arrow, Constraints, Knowledge};
pub use learn::learn;
pub use model::{CausalModel, Edge, EdgeKind, Variable};
pub use options::LearnOptions;
pub use pc::{Decision, Equivalence, PcOptions, Reason, Separation, TestResult};
pub use sample::{Scale, Transform};
pub use table::{Column, ColumnChoice, Constants, Kind, LEAST_ROWS, MOST_ROWS, ReadOptions, Table, TableError, Values};

#[cfg(test)]
mod tests;
