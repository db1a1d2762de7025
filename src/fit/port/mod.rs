//! The parameters of the models of messages, from tables of times by size.
//!
//! | from | gives |
//! |---|---|
//! | ping-pongs (OSU, IMB, comma-separated values) | `[alpha_beta]` |
//! | streams of messages besides, and o given | `[logp]`, `[loggp]` too |
//! | broadcasts or reductions of P ranks | `[alpha_beta]`, as if along a binomial tree |
//! | Netgauge's trains of messages | all, `[plogp]` included |
//! | tables of PLogP | `[plogp]` |
//!
//! A line stands for one protocol. Where messages of different sizes go by different ones, one line fits badly; then a
//! [`PortWarning`] names the sizes between which it breaks, and [`PortOptions::bytes`] restricts the fit to either side.

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

pub use doubt::{Assumption, Missing, Need, PortFitError, PortSection, PortWarning};
pub use estimates::{PortEstimate, PortUnit};
pub use line::LineFit;
pub use plogp::TablePoint;
pub use quantity::{LineQuantity, LineStart};
pub use range::{SizeRange, SizeRangeError};

use super::Estimate;
use super::estimate::Variance;
use super::regression::Noise;
use crate::units::Clock;

/// How to fit models of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PortOptions {
    /// The sizes that count.
    pub bytes: SizeRange,
    /// o, of sending and of receiving, in the unit of the clock: at least 0. Where it is given, it counts instead of what
    /// Netgauge measured.
    pub overhead: Option<f64>,
    /// P, where a file with collectives does not say it.
    pub ranks: Option<u64>,
    /// How measurements scatter; where it is `None`, the likelier of both.
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

/// L, and o and g by size. The tables have every size once, increasing, and are not empty.
#[derive(Clone, Debug, PartialEq)]
pub struct PlogpFit {
    /// L; its error is not known.
    pub latency: Estimate,
    /// `o_s`(m).
    pub overhead_send: Vec<TablePoint>,
    /// `o_r`(m).
    pub overhead_receive: Vec<TablePoint>,
    /// g(m).
    pub gap: Vec<TablePoint>,
}

/// The models that measurements of messages give, and how far to trust them.
///
/// All values are in the unit of the clock and at least 0. An [`Estimate`] whose standard error is 0 is one that was given, or
/// read as it is: its error is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct PortFit {
    /// The files, separated by commas.
    pub origin: String,
    /// What the times are counted in.
    pub clock: Clock,
    /// `[alpha_beta]`.
    pub alpha_beta: Option<AlphaBetaFit>,
    /// `[logp]`.
    pub logp: Option<LogpFit>,
    /// `[loggp]`.
    pub loggp: Option<LoggpFit>,
    /// `[plogp]`.
    pub plogp: Option<PlogpFit>,
    /// The lines that the parameters were read from, with their regressions.
    pub lines: Vec<LineFit>,
    /// What is left out, and what it would take.
    pub missing: Vec<Missing>,
    /// What is taken for granted.
    pub assumptions: Vec<Assumption>,
    /// What makes the fit doubtful.
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

    /// The line of a quantity from where it starts, if it was fitted.
    #[must_use]
    pub fn line(&self, quantity: LineQuantity, start: LineStart) -> Option<&LineFit> {
        self.lines.iter().find(|line| line.quantity == quantity && line.start == start)
    }

    /// L with its error, at least 0; says where it would be less.
    fn latency(&mut self, section: PortSection, value: f64, variance: Variance) -> Estimate {
        if value < 0.0 {
            self.warnings.push(PortWarning::NegativeLatency { section, estimate: value });
        }
        variance.of(value).physical(value)
    }

    /// L of which the error is not known, likewise.
    fn known_latency(&mut self, section: PortSection, value: f64) -> Estimate {
        if value < 0.0 {
            self.warnings.push(PortWarning::NegativeLatency { section, estimate: value });
        }
        exactly(value.max(0.0))
    }
}

/// A number whose error is not known.
const fn exactly(value: f64) -> Estimate {
    Estimate { value, standard_error: 0.0, low: value, high: value }
}
