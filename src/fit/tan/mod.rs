//! The parameters of a tree aggregation network from three experiments.
//!
//! Groves, Gutierrez and Arnold (2015), section IV: the latency L between two hosts; waves through chains of d levels,
//! which take d (L + 2b) + C, as every level sends and receives; waves from N leaves to one node, which take L + o(N),
//! where o(N) = b + growth(N): linear, quadratic, logarithmic or exponential, whichever describes the waves best.

mod chain;
mod fan_in;
mod form;
mod latency;
mod options;
mod warning;

pub use chain::ChainFit;
pub use fan_in::{Candidate, FanInFit, OverheadTerms, Physical};
pub use form::{Form, Growth};
pub use latency::{Bimodal, LatencyFit, Mode};
pub use options::{Center, Criterion, Outliers, TanOptions};
pub use warning::{Experiment, FitWarning};

use super::{FitError, Samples};

/// The three experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct TanMeasurements {
    /// Messages between two hosts; where they were measured ([`Sample::at`](super::Sample::at)) does not matter.
    pub latency: Samples,
    /// Waves through chains, by depth.
    pub chain: Samples,
    /// Waves from leaves to one node, by the number of leaves.
    pub fan_in: Samples,
}

/// What the experiments say about the network. Values are in the unit of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct TanFit {
    /// L.
    pub latency: LatencyFit,
    /// C and b.
    pub chain: ChainFit,
    /// o(N).
    pub fan_in: FanInFit,
    /// What to look at before trusting it.
    pub warnings: Vec<FitWarning>,
}

impl TanFit {
    /// Fits the three experiments.
    ///
    /// # Errors
    /// [`FitError`] where samples are too few, not all at different points as needed, no times, or not of one unit; and
    /// where they do not behave as the model does: a chain that does not take longer with its depth, waves that take no
    /// longer than L + b.
    pub fn new(measurements: &TanMeasurements, options: &TanOptions) -> Result<Self, FitError> {
        todo(measurements, options)
    }
}

fn todo(measurements: &TanMeasurements, _: &TanOptions) -> Result<TanFit, FitError> {
    let origin = measurements.latency.origin.clone();
    Err(FitError::TooFew { origin, needed: super::Needed::Samples, found: 0, least: 2 })
}
