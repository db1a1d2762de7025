//! The parameters of the models of messages, from tables of times by size.
//!
//! | from | gives |
//! |---|---|
//! | ping-pongs (OSU, IMB, comma-separated values) | `[alpha_beta]`, and `[piecewise]` where several protocols show |
//! | also streams of messages, with o given | `[logp]`, `[loggp]` too |
//! | broadcasts or reductions of P ranks | `[alpha_beta]`, assuming a binomial tree |
//! | Netgauge's trains of messages | all of these and `[plogp]` |
//! | tables of PLogP | `[plogp]` |
//! | the same with a round trip at each size | all of these and `[loggops]` |
//!
//! A line describes one protocol. If messages of different sizes use different protocols, one-way times have several pieces. For
//! gaps a warning gives the sizes on both sides of the break, and [`PortOptions::bytes`] restricts the fit to one side.

mod by_size;
mod doubt;
mod estimates;
mod line;
mod netgauge;
mod pieces;
mod plogp;
mod quantity;
mod range;
mod rendezvous;
mod straight;
mod tables;
#[cfg(test)]
mod tests;

pub use doubt::Assumption;
pub use estimates::PortEstimate;
pub use line::LineFit;
pub use pieces::{PieceFit, PiecewiseFit};
pub use plogp::TablePoint;
pub use quantity::{LineQuantity, LineStart};
pub use range::SizeRange;

use super::Estimate;
use super::estimate::Variance;
use super::regression::Noise;
use crate::error::mixed_clocks;
use logpine_text::reason::Reason;
use logpine_text::units::Clock;
use serde::Serialize;

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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AlphaBetaFit {
    /// alpha: the time of an empty message.
    pub alpha: Estimate,
    /// beta: the time per byte.
    pub beta: Estimate,
}

/// L, o and g of a message of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LoggpFit {
    /// L, o and g: those of LogP.
    #[serde(flatten)]
    pub short: LogpFit,
    /// G: the time per byte.
    pub gap_per_byte: Estimate,
}

/// L, o, g, G, O and S.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LoggopsFit {
    /// L, o, g and G: those of LogGP.
    #[serde(flatten)]
    pub loggp: LoggpFit,
    /// O: the processor time per byte.
    pub overhead_per_byte: Estimate,
    /// S: the largest measured size that is sent without waiting for the receiver; `None` if no send waits.
    pub rendezvous_above: Option<u64>,
}

/// L, and o and g by size. The tables are sorted by size, have each size once, and are not empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PortFit {
    /// The files, separated by commas.
    pub origin: String,
    /// The clock in whose unit the times are given.
    #[serde(skip)]
    pub clock: Clock,
    /// `[alpha_beta]`.
    pub alpha_beta: Option<AlphaBetaFit>,
    /// `[piecewise]`, where it describes the times better than `[alpha_beta]`.
    pub piecewise: Option<PiecewiseFit>,
    /// `[logp]`.
    pub logp: Option<LogpFit>,
    /// `[loggp]`.
    pub loggp: Option<LoggpFit>,
    /// `[loggops]`.
    pub loggops: Option<LoggopsFit>,
    /// `[plogp]`.
    pub plogp: Option<PlogpFit>,
    /// The lines from which the parameters were derived, with their regressions.
    pub lines: Vec<LineFit>,
    /// The sections left out, with the data they need.
    pub missing: Vec<String>,
    /// The assumptions made.
    #[serde(serialize_with = "in_words")]
    pub assumptions: Vec<Assumption>,
    /// Warnings about doubtful results.
    pub warnings: Vec<String>,
    /// `[within.host]`: what ranks of one host measured, if this is what ranks on different hosts measured.
    pub within_host: Option<Box<PortFit>>,
}

/// Assumptions in words, for JSON.
fn in_words<S: serde::Serializer>(remarks: &[Assumption], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(remarks.iter().map(ToString::to_string))
}

impl PortFit {
    fn empty(origin: String, clock: Clock) -> Self {
        Self {
            origin,
            clock,
            alpha_beta: None,
            piecewise: None,
            logp: None,
            loggp: None,
            loggops: None,
            plogp: None,
            within_host: None,
            lines: Vec::new(),
            missing: Vec::new(),
            assumptions: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// This fit to ranks on different hosts, with one to ranks of one host as its part.
    ///
    /// # Errors
    /// [`Reason`] if one is in seconds and the other in cycles.
    pub fn with_host(mut self, host: Self) -> Result<Self, Reason> {
        if host.clock != self.clock {
            return Err(mixed_clocks(&self.origin, &host.origin));
        }
        self.origin = format!("{}, {}", self.origin, host.origin);
        self.within_host = Some(Box::new(host));
        Ok(self)
    }

    /// This fit, if all ranks that measured were on one host.
    #[must_use]
    pub fn of_one_host(mut self) -> Self {
        self.assumptions.push(Assumption::OneHost);
        self
    }

    /// The pieces, if answers take them by default: models with an overhead come first.
    #[must_use]
    pub fn default_pieces(&self) -> Option<&PiecewiseFit> {
        let has_overhead = self.logp.is_some() || self.loggp.is_some() || self.plogp.is_some();
        self.piecewise.as_ref().filter(|_| !has_overhead)
    }

    /// True if messages have a time, but no overhead: such a profile cannot tell flat trees from binomial ones.
    #[must_use]
    pub const fn lacks_overhead(&self) -> bool {
        self.alpha_beta.is_some() && self.logp.is_none()
    }

    /// The line fitted to a quantity with the given start, if any.
    #[must_use]
    pub fn line(&self, quantity: LineQuantity, start: LineStart) -> Option<&LineFit> {
        self.lines.iter().find(|line| line.quantity == quantity && line.start == start)
    }

    /// The sizes that all lines and tables have in common: there is a measurement on both sides of each of them.
    pub(super) fn sizes(&self) -> Option<SizeRange> {
        let lines = self.lines.iter().filter(|line| {
            // Overheads are read at one byte only.
            !matches!(line.quantity, LineQuantity::OverheadSend | LineQuantity::OverheadReceive)
        });
        let tables = self.plogp.iter().filter_map(|of| SizeRange::of(of.gap.iter().map(|point| point.bytes)));
        let all = lines.map(|line| line.bytes).chain(tables);
        all.reduce(|one, other| SizeRange { from: one.from.max(other.from), to: one.to.min(other.to) })
    }

    /// L with its error, at least 0; adds a warning if `value` is negative.
    fn latency(&mut self, section: &str, value: f64, variance: Variance) -> Estimate {
        self.doubt_latency(section, value);
        variance.of(value).physical(value)
    }

    /// L with unknown error, at least 0; adds a warning if `value` is negative.
    fn known_latency(&mut self, section: &str, value: f64) -> Estimate {
        self.doubt_latency(section, value);
        exactly(value.max(0.0))
    }

    fn doubt_latency(&mut self, section: &str, value: f64) {
        if value < 0.0 {
            self.warnings.push(format!(
                "L of [{section}] came out negative ({value:.3e}) and is taken as 0: what is taken from the one-way time is longer than \
                 it"
            ));
        }
    }
}

/// A number with unknown error.
const fn exactly(value: f64) -> Estimate {
    Estimate { value, standard_error: 0.0, low: value, high: value }
}
