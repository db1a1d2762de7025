//! The PC algorithm (Spirtes, Glymour and Scheines, Causation, Prediction, and Search, 1993). From independences it derives
//! a pattern, the graph that all causal models with these independences have in common.
//!
//! 1. [Adjacency search](adjacency): all pairs are adjacent at first; an edge is removed if some set of neighbours makes its
//!    ends independent. Sets are tried by size. This is the stable variant (Colombo and Maathuis, Order-Independent
//!    Constraint-Based Causal Structure Learning, 2014): edges are removed only at the end of a size, and of the sets that
//!    separate a pair the best one is kept. Unlike in the original, the result does not depend on the order of the columns,
//!    and all tests of a size can be made in parallel.
//! 2. [Orientation](orientation): previous knowledge, v-structures, and the rules of Meek (Causal Inference and Causal
//!    Explanation with Background Knowledge, 1995).

mod adjacency;
mod orientation;
mod pattern;

pub use adjacency::{Decision, Equivalence, Reason, Separation, TestResult};
pub(super) use adjacency::{Search, Skeleton, pairs};
pub(super) use orientation::orient;
pub use pattern::Pattern;

/// Options of the PC algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PcOptions {
    /// The information, in nats, up to which variables are independent.
    pub threshold: f64,
    /// The largest number of conditioning variables.
    pub max_conditions: usize,
}

impl Default for PcOptions {
    /// Uses 0.1 nats, and sets of at most 2 variables, as in Lemeire, Dirkx and Colitti (2008, section 3.2).
    fn default() -> Self {
        Self { threshold: 0.1, max_conditions: 2 }
    }
}

#[cfg(test)]
mod tests;
