//! b and C from waves through chains.

use crate::fit::regression::{Point, Regression};
use crate::fit::{Estimate, Sample};

/// The per-level overhead and the one-time cost.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainFit {
    /// C: at least 0.
    pub startup: Estimate,
    /// b: at least 0.
    pub overhead: Estimate,
    /// What a level costs, L + 2b.
    pub level: Estimate,
    /// The fit of time to depth that they come from: C + depth (L + 2b), or without C where that came out negative.
    pub regression: Regression,
    /// The samples that count, by depth.
    pub points: Vec<Point>,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// How many samples count less than the others.
    pub weighed_down: usize,
    /// Where the samples come from.
    pub origin: String,
}
