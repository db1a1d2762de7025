//! The PC algorithm (Spirtes, Glymour and Scheines, Causation, Prediction, and Search, 1993): from independences to a
//! pattern, the graph that all causal models with these independences have in common.
//!
//! 1. [Adjacency search](adjacency): all pairs are adjacent at first; an edge goes when some set of neighbours makes its
//!    ends independent. Sets are tried by size. It is the stable variant (Colombo and Maathuis, Order-Independent
//!    Constraint-Based Causal Structure Learning, 2014): edges go only at the end of a size, and of the sets that separate a
//!    pair the one that does so best is kept. Other than in the original, the result does not depend on the order of the
//!    columns, and all tests of a size can be made at the same time.
//! 2. [Orientation](orientation): what is known before, v-structures, and the rules of Meek (Causal Inference and Causal
//!    Explanation with Background Knowledge, 1995).

mod adjacency;
mod d_separation;
mod orientation;
mod pattern;
mod simplicity;

pub use adjacency::{Decision, Equivalence, Reason, Separation, TestResult};
pub use d_separation::{DSeparation, d_separated};
pub use pattern::Pattern;

pub(super) use adjacency::{Search, Skeleton, pairs};
pub(super) use orientation::orient;
pub(super) use simplicity::Simplicity;

use super::{Constraints, Dependence};

/// How the PC algorithm decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PcOptions {
    /// Variables that share no more information than this, in nats, are independent.
    pub threshold: f64,
    /// The most variables that are conditioned on.
    pub max_conditions: usize,
}

impl Default for PcOptions {
    /// 0.1 nats, and sets of at most 2 variables, as in Lemeire, Dirkx and Colitti (2008, section 3.2).
    fn default() -> Self {
        Self { threshold: 0.1, max_conditions: 2 }
    }
}

/// What the PC algorithm finds.
#[derive(Clone, Debug, PartialEq)]
pub struct PcResult {
    /// The edges, directed where their direction follows.
    pub pattern: Pattern,
    /// Why the other pairs are not adjacent.
    pub separations: Vec<Separation>,
    /// Every test that was made.
    pub tests: Vec<TestResult>,
    /// Pairs of adjacent variables for which the independences demand both directions; their edges are left undirected.
    pub conflicts: Vec<[usize; 2]>,
}

/// The PC algorithm without deterministic relations: `dependence` may be an estimator from observations or
/// [d-separation](DSeparation) in a known graph.
///
/// ```
/// use logpine::causal::{Constraints, DSeparation, PcOptions, pc};
/// use petgraph::graph::DiGraph;
///
/// // Figure 3 of Lemeire, Dirkx and Colitti (2008): A -> B <- D, B -> C. All of it follows from independences.
/// let (a, b, c, d) = (0, 1, 2, 3);
/// let graph = DiGraph::<(), ()>::from_edges([(a, b), (d, b), (b, c)]);
/// let found = pc(&DSeparation::new(graph.clone()), &Constraints::none(4), &PcOptions::default());
/// assert_eq!(found.pattern.directed(), [(0, 1), (1, 2), (3, 1)]);
/// assert!(found.pattern.undirected().is_empty());
/// ```
#[must_use]
pub fn pc(dependence: &impl Dependence, constraints: &Constraints, options: &PcOptions) -> PcResult {
    let among: Vec<usize> = (0..dependence.variables()).collect();
    let mut skeleton = Search { dependence, constraints, options, simplicity: None }.run(&among);
    let conflicts = orient(&mut skeleton, constraints, dependence, options.threshold);
    let Skeleton { pattern, separations, tests, .. } = skeleton;
    PcResult { pattern, separations, tests, conflicts }
}

#[cfg(test)]
mod tests;
