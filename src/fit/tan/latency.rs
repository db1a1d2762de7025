//! L from many latencies between two hosts.

use super::Center;
use crate::fit::{Estimate, Sample};

/// The latency, and how the samples lie.
#[derive(Clone, Debug, PartialEq)]
pub struct LatencyFit {
    /// L: the mean or the median with its error.
    pub latency: Estimate,
    /// Which of them.
    pub center: Center,
    /// How many samples count; the dropped do not.
    pub samples: usize,
    /// Their mean.
    pub mean: f64,
    /// Their median.
    pub median: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The least of them.
    pub least: f64,
    /// The greatest of them.
    pub greatest: f64,
    /// The two modes, where there are two.
    pub bimodal: Option<Bimodal>,
    /// Outliers that were left out, in the order of the file.
    pub dropped: Vec<Sample>,
    /// How many samples count less than the others.
    pub weighed_down: usize,
    /// The degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
    /// Where the samples come from.
    pub origin: String,
}

/// Samples that fall apart in two groups: a mean stands for neither.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bimodal {
    /// The group with the shorter times.
    pub lower: Mode,
    /// The group with the longer times.
    pub upper: Mode,
    /// How clearly they are apart: D of Ashman, Bird and Zepf (1994).
    pub separation: f64,
}

/// A group of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// How many.
    pub samples: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}
