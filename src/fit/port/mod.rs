//! The parameters of the models of messages, from tables of times by size.
//!
//! | from | gives |
//! |---|---|
//! | ping-pongs (OSU, IMB, comma-separated values) | `[alpha_beta]` |
//! | also streams of messages, with o given | `[logp]`, `[loggp]` too |
//! | broadcasts or reductions of P ranks | `[alpha_beta]`, assuming a binomial tree |
//! | Netgauge's trains of messages | all, including `[plogp]` |
//! | tables of PLogP | `[plogp]` |
//!
//! A line describes one protocol. If messages of different sizes use different protocols, one line fits badly. In that case
//! a [`PortWarning`] gives the sizes on both sides of the break, and [`PortOptions::bytes`] restricts the fit to one side.

mod doubt;
mod estimates;
mod line;
mod netgauge;
mod plogp;
mod quantity;
mod range;
mod straight;
mod tables;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub use doubt::Need;
pub use doubt::{Assumption, Missing, PortFitError, PortSection, PortWarning};
pub use estimates::PortEstimate;
pub use line::LineFit;
pub use plogp::TablePoint;
#[cfg(test)]
pub use quantity::LineQuantity;
pub use quantity::LineStart;
pub use range::SizeRange;

use super::Estimate;
use super::estimate::Variance;
use super::regression::Noise;
use crate::units::Clock;

/// Options for fitting models of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortOptions {
    /// The range of sizes to fit.
    pub bytes: SizeRange,
    /// o of both sending and receiving, in the unit of the clock, at least 0. If given, it replaces the overheads that
    /// Netgauge measured.
    pub overhead: Option<f64>,
    /// P, if a file with collectives does not give it.
    pub ranks: Option<u64>,
    /// The noise model; if `None`, the more likely of the two is used.
    pub noise: Option<Noise>,
}

/// Alpha and beta of a message: T(s) = alpha + beta s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaFit {
    /// alpha: the time of an empty message.
    pub alpha: Estimate,
    /// beta: the time per byte.
    pub beta: Estimate,
}

/// L, o and g of a message of one byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogpFit {
    /// L.
    pub latency: Estimate,
    /// o of sending.
    pub overhead_send: Estimate,
    /// o of receiving.
    pub overhead_receive: Estimate,
    /// g.
    pub gap: Estimate,
}

/// L, o, g and G.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoggpFit {
    /// L, o and g: those of LogP.
    pub short: LogpFit,
    /// G: the time per byte.
    pub gap_per_byte: Estimate,
}

/// L, and o and g by size. The tables are sorted by size, have each size once, and are not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct PlogpFit {
    /// L, with unknown error.
    pub latency: Estimate,
    /// `o_s`(m).
    pub overhead_send: Vec<TablePoint>,
    /// `o_r`(m).
    pub overhead_receive: Vec<TablePoint>,
    /// g(m).
    pub gap: Vec<TablePoint>,
}

/// Models of messages fitted to measurements, with their uncertainty.
///
/// All values are in the unit of the clock and at least 0. An [`Estimate`] with a standard error of 0 was given or read
/// directly, so that its error is unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct PortFit {
    /// The files, separated by commas.
    pub origin: String,
    /// The clock in whose unit the times are given.
    pub clock: Clock,
    /// `[alpha_beta]`.
    pub alpha_beta: Option<AlphaBetaFit>,
    /// `[logp]`.
    pub logp: Option<LogpFit>,
    /// `[loggp]`.
    pub loggp: Option<LoggpFit>,
    /// `[plogp]`.
    pub plogp: Option<PlogpFit>,
    /// The lines from which the parameters were derived, with their regressions.
    pub lines: Vec<LineFit>,
    /// The sections left out, with the data they need.
    pub missing: Vec<Missing>,
    /// The assumptions made.
    pub assumptions: Vec<Assumption>,
    /// Warnings about doubtful results.
    pub warnings: Vec<PortWarning>,
}

impl PortFit {
    fn empty(origin: String, clock: Clock) -> Self {
        Self {
            origin,
            clock,
            alpha_beta: None,
            logp: None,
            loggp: None,
            plogp: None,
            lines: Vec::new(),
            missing: Vec::new(),
            assumptions: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The line fitted to a quantity with the given start, if any.
    #[must_use]
    #[cfg(test)]
    pub fn line(&self, quantity: LineQuantity, start: LineStart) -> Option<&LineFit> {
        self.lines.iter().find(|line| line.quantity == quantity && line.start == start)
    }

    /// L with its error, at least 0; adds a warning if `value` is negative.
    fn latency(&mut self, section: PortSection, value: f64, variance: Variance) -> Estimate {
        if value < 0.0 {
            self.warnings.push(PortWarning::NegativeLatency { section, estimate: value });
        }
        variance.of(value).physical(value)
    }

    /// L with unknown error, at least 0; adds a warning if `value` is negative.
    fn known_latency(&mut self, section: PortSection, value: f64) -> Estimate {
        if value < 0.0 {
            self.warnings.push(PortWarning::NegativeLatency { section, estimate: value });
        }
        exactly(value.max(0.0))
    }
}

/// A number with unknown error.
const fn exactly(value: f64) -> Estimate {
    Estimate { value, standard_error: 0.0, low: value, high: value }
}
