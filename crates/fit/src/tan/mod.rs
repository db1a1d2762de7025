//! The parameters of a tree aggregation network from three experiments.
//!
//! Groves, Gutierrez and Arnold (2015), section IV: the latency L between two hosts; waves through chains of d levels, which
//! take d (L + 2b) + C, as every level sends and receives; waves from N leaves to one node, which take L + o(N), where o(N)
//! = b + growth(N). The growth is linear, quadratic, logarithmic or exponential, depending on which form describes the waves
//! best.

mod chain;
mod fan_in;
mod fitted_form;
mod form;
mod latency;
mod modes;
mod options;
mod outliers;
mod repetitions;
mod spread;

pub use chain::ChainFit;
pub use fan_in::{FanInFit, OverheadTerms};
pub use fitted_form::{FittedForm, Physical};
pub use form::{Form, Growth};
pub use latency::LatencyFit;
pub use modes::{Bimodal, Mode};
pub use options::{Center, Criterion, Outliers, TanOptions};

use super::Samples;
use crate::error::place;
use crate::samples::warnings_of;
use logpine_text::reason::{Reason, reason};

/// The three experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct TanMeasurements {
    /// Messages between two hosts; their [`Sample::at`](super::Sample::at) is ignored.
    pub latency: Samples,
    /// Waves through chains, by depth.
    pub chain: Samples,
    /// Waves from leaves to one node, by the number of leaves.
    pub fan_in: Samples,
}

/// Parameters of the network fitted to the experiments. Values are in the unit of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct TanFit {
    /// L.
    pub latency: LatencyFit,
    /// C and b.
    pub chain: ChainFit,
    /// o(N).
    pub fan_in: FanInFit,
    /// Warnings about doubtful results.
    pub warnings: Vec<String>,
}

impl TanFit {
    /// Fits the three experiments.
    ///
    /// The intervals are those of each coefficient alone, at 95 %; those of o(N) include the errors of L and b. Numbers that
    /// cannot be negative are at least 0, as are their intervals, which otherwise are those of the unconstrained fit.
    ///
    /// # Errors
    /// [`Reason`] if there are too few samples or points, if a time is invalid, or if the units differ. Also if the
    /// samples contradict the model: chains that do not take longer with their depth, or waves that take no longer than L +
    /// b.
    pub fn new(measurements: &TanMeasurements, options: &TanOptions) -> Result<Self, Reason> {
        let TanMeasurements { latency, chain, fan_in } = measurements;
        check([latency, chain, fan_in])?;
        let mut warnings = warnings_of([latency, chain, fan_in]);
        let latency = latency::latency(latency, *options, &mut warnings)?;
        let (chain, offset) = chain::chain(chain, &latency, *options, &mut warnings)?;
        let fan_in = fan_in::fan_in(fan_in, chain.overhead, offset, *options, &mut warnings)?;
        Ok(Self { latency: latency.fit, chain, fan_in, warnings })
    }
}

/// Checks that all times are valid and in the same unit.
fn check(experiments: [&Samples; 3]) -> Result<(), Reason> {
    let [first, ..] = experiments;
    for Samples { origin, clock, samples, .. } in experiments {
        if *clock != first.clock {
            let (clock, other_clock) = (clock.plural(), first.clock.plural());
            let (origin, other_origin) = (origin.clone(), first.origin.clone());
            return Err(reason!(
                "{origin} is in {clock}, but {other_origin} in {other_clock}; give all times in one of them"
            ));
        }
        if let Some(sample) = samples.iter().find(|sample| !(sample.time >= 0.0 && sample.time.is_finite())) {
            return Err(reason!(
                "{}: the time {time} is not a finite number of at least 0; leave the line out or measure again",
                place(origin, sample.line),
                time = sample.time
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_tan_fit_new() -> Result<(), Box<dyn std::error::Error>> {
        use crate::tan::{Form, TanFit, TanMeasurements, TanOptions};
        use crate::{Sample, Samples};
        use logpine_text::units::Clock;

        let measured = |origin: &str, times: Vec<(u64, f64)>| Samples {
            origin: origin.to_owned(),
            clock: Clock::Cycle,
            samples: times.into_iter().map(|(at, time)| Sample { at, time, line: 0 }).collect(),
            discarded: 0,
            warnings: Vec::new(),
        };
        // L = 100, b = 20, o(N) = b + 3 N.
        let fit = TanFit::new(
            &TanMeasurements {
                latency: measured("latency", vec![(0, 99.0), (0, 101.0)]),
                chain: measured("chain", vec![(1, 140.0), (2, 280.0), (3, 420.0)]),
                fan_in: measured("fan-in", [1, 2, 4, 8, 16].map(|n| (n, 120.0 + 3.0 * n as f64)).to_vec()),
            },
            &TanOptions::default(),
        )?;
        assert_eq!(fit.fan_in.form, Form::Linear);
        assert!((fit.chain.overhead.value - 20.0).abs() < 1e-9);
        assert!((fit.fan_in.terms.at(10.0) - 50.0).abs() < 1e-9);
        Ok(())
    }
}
