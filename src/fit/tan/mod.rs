//! The parameters of a tree aggregation network from three experiments.
//!
//! Groves, Gutierrez and Arnold (2015), section IV: the latency L between two hosts; waves through chains of d levels,
//! which take d (L + 2b) + C, as every level sends and receives; waves from N leaves to one node, which take L + o(N),
//! where o(N) = b + growth(N): linear, quadratic, logarithmic or exponential, whichever describes the waves best.

mod candidate;
mod chain;
mod fan_in;
mod form;
mod latency;
mod modes;
mod options;
mod outliers;
mod warning;

pub use candidate::{Candidate, Physical};
pub use chain::ChainFit;
pub use fan_in::{FanInFit, OverheadTerms};
pub use form::{Form, Growth};
pub use latency::{Bimodal, LatencyFit, Mode};
pub use options::{Center, Criterion, Outliers, TanOptions};
pub use warning::{Experiment, FitWarning};

use super::error::clock_name;
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
        let TanMeasurements { latency, chain, fan_in } = measurements;
        check([latency, chain, fan_in])?;
        let mut warnings = Vec::new();
        let latency = latency::latency(latency, options, &mut warnings)?;
        let (chain, offset) = chain::chain(chain, &latency, options, &mut warnings)?;
        let fan_in = fan_in::fan_in(fan_in, chain.overhead, offset, options, &mut warnings)?;
        Ok(Self { latency: latency.fit, chain, fan_in, warnings })
    }
}

/// Times are times, and of one unit.
fn check(experiments: [&Samples; 3]) -> Result<(), FitError> {
    let [first, ..] = experiments;
    for Samples { origin, clock, samples, .. } in experiments {
        if *clock != first.clock {
            let (clock, other_clock) = (clock_name(*clock), clock_name(first.clock));
            let (origin, other_origin) = (origin.clone(), first.origin.clone());
            return Err(FitError::MixedClocks { origin, clock, other_origin, other_clock });
        }
        if let Some(sample) = samples.iter().find(|sample| !(sample.time >= 0.0 && sample.time.is_finite())) {
            return Err(FitError::NotATime { origin: origin.clone(), line: sample.line, time: sample.time });
        }
    }
    Ok(())
}
