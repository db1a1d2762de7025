//! Missing data, assumptions and warnings of fits to tables of messages.

use super::quantity::LineQuantity;
use super::range::SizeRange;
use std::fmt;

/// A section of a profile for a model of messages.
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

/// Sections that are left out. Its `Display` says what to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The sections left out.
    pub sections: &'static [PortSection],
    /// The data that they need.
    pub needs: Vec<Need>,
}

/// Data that a section needs and the measurements do not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// o, which neither ping-pongs nor streams of messages separate from L and g.
    Overhead,
    /// One-way times.
    OneWay,
    /// Gaps.
    Gap,
}

/// The words for what to add.
fn added(needs: &[Need]) -> String {
    let word = |need: &Need| match need {
        Need::OneWay => "a ping-pong (osu_latency or PingPong)",
        Need::Gap => "a message rate (osu_mbw_mr, osu_bw or Uniband)",
        Need::Overhead => "--overhead TIME",
    };
    let words: Vec<&str> = needs.iter().map(word).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sections: Vec<String> = self.sections.iter().map(|section| format!("no [{}]", section.name())).collect();
        write!(f, "{}: add {}", sections.join(" and "), added(&self.needs))
    }
}

/// An assumption made by a fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// Collectives use a binomial tree: T = ceil(log2 P) (alpha + beta s).
    BinomialTree {
        /// The smallest number of ranks in a table.
        fewest: u64,
        /// The largest number of ranks in a table.
        most: u64,
    },
    /// Times of reductions include the operator, so beta does as well.
    OperatorInBeta,
    /// All ranks that measured were on one host.
    OneHost,
    /// Several pairs of ranks exchanged messages at the same time without disturbing each other.
    PairsApart {
        /// The largest number of pairs in a table.
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
            Self::OneHost => f.write_str("all ranks are on one host, as those that measured were"),
            Self::PairsApart { pairs } => {
                write!(f, "{pairs} pairs of ranks that sent at once did not disturb each other")
            }
        }
    }
}

/// A warning about a doubtful fit: the observation, its meaning and a remedy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PortWarning {
    /// Two lines describe the times much better than one: small and large messages use different protocols.
    Jump {
        /// The quantity fitted.
        quantity: LineQuantity,
        /// The sizes below the break.
        below: SizeRange,
        /// The sizes above the break.
        above: SizeRange,
        /// The root mean square distance from the single line, relative to the time.
        distance: f64,
    },
    /// No straight line describes the times well.
    Bent {
        /// The quantity fitted.
        quantity: LineQuantity,
        /// R^2 of the line.
        r_squared: f64,
        /// The root mean square distance from the line, relative to the time.
        distance: f64,
    },
    /// The time of an empty message (or of one byte) came out negative.
    NegativeIntercept {
        /// The quantity fitted.
        quantity: LineQuantity,
        /// The negative estimate.
        estimate: f64,
    },
    /// The time per byte came out negative.
    NegativeSlope {
        /// The quantity fitted.
        quantity: LineQuantity,
        /// The negative estimate.
        estimate: f64,
    },
    /// L came out negative: the overheads or the gap exceed the one-way time.
    NegativeLatency {
        /// The section.
        section: PortSection,
        /// The negative estimate.
        estimate: f64,
    },
    /// Overheads grow with the size, but LogGP has one overhead for all sizes.
    GrowingOverhead {
        /// The overhead.
        quantity: LineQuantity,
        /// The value at one byte.
        first: f64,
        /// The value at the largest size.
        last: f64,
    },
    /// The time per byte differs much between ping-pongs and streams.
    OtherSlope {
        /// The slope of one-way times.
        one_way: f64,
        /// G, the slope of the gaps.
        gap_per_byte: f64,
    },
    /// Times of a table that came out negative and were set to 0.
    NegativeTimes {
        /// The quantity of the table.
        quantity: LineQuantity,
        /// The number of sizes set to 0.
        sizes: usize,
    },
    /// Rows that the benchmark marks as failed.
    Failed {
        /// The number of rows.
        rows: usize,
    },
    /// A table without rows, as a job leaves it that is cut short.
    NoRows {
        /// The quantity of the table.
        quantity: LineQuantity,
    },
    /// What a file of measurements says about itself.
    Measured {
        /// The warning.
        words: String,
    },
    /// Times that do not separate the overhead of a message from its latency.
    NoOverhead {
        /// The data that a model with an overhead needs besides.
        needs: Vec<Need>,
    },
    /// Tables that add nothing to the others.
    Unused {
        /// The quantity of the tables.
        quantity: LineQuantity,
        /// The number of rows.
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
            Self::Failed { rows } => write!(
                f,
                "rows that failed their validation are left out ({rows}): the library delivered wrong data, so find out why first"
            ),
            Self::NoRows { quantity } => {
                write!(f, "a table of {quantity} has no rows and is left out: did the job end early?")
            }
            Self::Measured { ref words } => f.write_str(words),
            Self::NoOverhead { ref needs } => write!(
                f,
                "the profile has no overhead of a message, so it cannot tell flat trees from binomial ones: add {}, or measure with \
                 logpine-mpi measure messages or Netgauge",
                added(needs)
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
