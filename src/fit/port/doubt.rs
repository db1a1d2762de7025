//! What tables of messages cannot tell, what is assumed instead, and what to look at before trusting a fit.

use super::quantity::LineQuantity;
use super::range::SizeRange;
use crate::fit::regression::RegressionError;
use std::fmt;

/// A section of a profile, for a model of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortSection {
    /// `[alpha_beta]`.
    AlphaBeta,
    /// `[logp]`.
    Logp,
    /// `[loggp]`.
    Loggp,
    /// `[plogp]`.
    Plogp,
}

impl PortSection {
    /// The section's name in profiles.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha_beta",
            Self::Logp => "logp",
            Self::Loggp => "loggp",
            Self::Plogp => "plogp",
        }
    }
}

/// Why a section is left out. Its `Display` says what is missing and how to get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The section.
    pub section: PortSection,
    /// What it needs.
    pub need: Need,
}

/// What a section needs and the measurements do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// o, which no ping-pong and no stream of messages tells from L and g.
    Overhead,
    /// One-way times.
    OneWay,
    /// Gaps.
    Gap,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let need = match self.need {
            Need::Overhead => {
                "the overhead o, which times of messages do not tell from L: give it with --overhead, or measure with Netgauge"
            }
            Need::OneWay => "one-way times by size: add those of a ping-pong (osu_latency, PingPong)",
            Need::Gap => "gaps by size: add bandwidths or message rates (osu_bw, osu_mbw_mr, Uniband)",
        };
        write!(f, "no [{}]: it needs {need}", self.section.name())
    }
}

/// What is taken for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Collectives go along a binomial tree: T = ceil(log2 P) (alpha + beta s).
    BinomialTree {
        /// The fewest ranks of a table.
        fewest: u64,
        /// The most.
        most: u64,
    },
    /// Times of reductions hold the operator, so beta does.
    OperatorInBeta,
    /// Several pairs of ranks had messages under way at once, and did not disturb each other.
    PairsApart {
        /// The most pairs of a table.
        pairs: u64,
    },
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BinomialTree { fewest, most } => {
                let ranks = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
                write!(f, "the collective goes along a binomial tree, T = ceil(log2 P) (alpha + beta s), P = {ranks}")
            }
            Self::OperatorInBeta => f.write_str("beta holds the reduction operator's time per byte"),
            Self::PairsApart { pairs } => {
                write!(f, "{pairs} pairs of ranks that sent at once did not disturb each other")
            }
        }
    }
}

/// Something that makes a fit doubtful: what was seen, what it means, what to try.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PortWarning {
    /// Two lines describe the times much better than one: messages of other sizes go by another protocol.
    Jump {
        /// What was fitted.
        quantity: LineQuantity,
        /// The sizes of one line.
        below: SizeRange,
        /// Those of the other.
        above: SizeRange,
        /// The typical distance from the one line, relative to the time.
        distance: f64,
    },
    /// No straight line describes the times well.
    Bent {
        /// What was fitted.
        quantity: LineQuantity,
        /// R^2 of the line.
        r_squared: f64,
        /// The typical distance from it, relative to the time.
        distance: f64,
    },
    /// The time of an empty message (or of one byte) came out negative.
    NegativeIntercept {
        /// What was fitted.
        quantity: LineQuantity,
        /// How much.
        estimate: f64,
    },
    /// The time per byte came out negative.
    NegativeSlope {
        /// What was fitted.
        quantity: LineQuantity,
        /// How much.
        estimate: f64,
    },
    /// L came out negative: overheads, or the gap, take longer than a message.
    NegativeLatency {
        /// The section.
        section: PortSection,
        /// How much.
        estimate: f64,
    },
    /// Overheads grow with the size, where LogGP has one for all sizes.
    GrowingOverhead {
        /// Which.
        quantity: LineQuantity,
        /// At one byte.
        first: f64,
        /// At the greatest size.
        last: f64,
    },
    /// A byte costs a ping-pong much more or less than a stream.
    OtherSlope {
        /// The slope of one-way times.
        one_way: f64,
        /// G.
        gap_per_byte: f64,
    },
    /// Times of a table that came out negative and are 0 instead.
    NegativeTimes {
        /// Which.
        quantity: LineQuantity,
        /// How many.
        sizes: usize,
    },
    /// Tables that say nothing beyond the others.
    Unused {
        /// What they hold.
        quantity: LineQuantity,
        /// How many rows.
        samples: usize,
    },
}

impl fmt::Display for PortWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Jump { quantity, below, above, distance } => write!(
                f,
                "one line for all {quantity} is off by {:.0} %, two fit much better: messages of {below} bytes and of {above} seem to \
                 go by different protocols; fit the sizes you will use, --bytes {below} or --bytes {above}",
                100.0 * distance
            ),
            Self::Bent { quantity, r_squared, distance } => write!(
                f,
                "no straight line describes the {quantity} well (R^2 = {r_squared:.4}, off by {:.0} %); fit a narrower range of \
                 sizes with --bytes, or measure PLogP",
                100.0 * distance
            ),
            Self::NegativeIntercept { quantity, estimate } => write!(
                f,
                "the {quantity} of the shortest messages came out negative ({estimate:.3e}); 0 is taken and the slope fitted without: \
                 measure short messages too"
            ),
            Self::NegativeSlope { quantity, estimate } => write!(
                f,
                "the {quantity} fall with the size ({estimate:.3e} a byte); 0 is taken instead: measure longer messages too"
            ),
            Self::NegativeLatency { section, estimate } => write!(
                f,
                "L of [{}] came out negative ({estimate:.3e}) and is taken as 0: what is taken from the one-way time is longer than it",
                section.name()
            ),
            Self::GrowingOverhead { quantity, first, last } => write!(
                f,
                "{quantity} grow with the size, from {first:.3e} to {last:.3e}; LogGP has one for all sizes, that of 1 byte: PLogP has \
                 a table"
            ),
            Self::OtherSlope { one_way, gap_per_byte } => write!(
                f,
                "a byte costs one-way times {one_way:.3e} and gaps {gap_per_byte:.3e}; G is that of the gaps, so LogGP will be off for \
                 long messages that are alone"
            ),
            Self::NegativeTimes { quantity, sizes } => {
                write!(
                    f,
                    "{quantity} of {sizes} sizes came out negative, and are 0 instead: repeat the measurement more often"
                )
            }
            Self::Unused { quantity, samples } => {
                write!(
                    f,
                    "{samples} rows of {quantity} were not used: other tables give the same parameters more directly"
                )
            }
        }
    }
}

/// Why tables of messages give no parameters.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PortFitError {
    /// No table at all.
    #[error("there is no table to fit; give times of messages by size")]
    NoTable,
    /// No sizes in the range.
    #[error("{origin}: no {quantity} of {wanted} bytes; the file has {found}")]
    OutOfRange {
        /// The file.
        origin: String,
        /// What was looked for.
        quantity: LineQuantity,
        /// The range asked for.
        wanted: SizeRange,
        /// The sizes that are there.
        found: SizeRange,
    },
    /// A collective of an unknown number of ranks.
    #[error("{origin}: the file does not say how many ranks took part; give --ranks")]
    NoRanks {
        /// The file.
        origin: String,
    },
    /// Collectives of one rank.
    #[error("{origin}: a collective of 1 rank sends no message; measure with 2 or more")]
    OneRank {
        /// The file.
        origin: String,
    },
    /// Times that cannot be compared.
    #[error("{origin} and {other} have times in seconds and in cycles; give all in one of them")]
    MixedClocks {
        /// A file.
        origin: String,
        /// Another.
        other: String,
    },
    /// A line that cannot be fitted.
    #[error("{origin}: {quantity}: {cause}")]
    Regression {
        /// The file.
        origin: String,
        /// What was to be fitted.
        quantity: LineQuantity,
        /// Why not.
        #[source]
        cause: RegressionError,
    },
}
