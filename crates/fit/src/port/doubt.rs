//! Assumptions of fits to tables of messages, and the sections that lack data.

use std::fmt;

/// A ping-pong, as what to add.
pub(super) const PING_PONG: &str = "a ping-pong (osu_latency or PingPong)";
/// A message rate, as what to add.
pub(super) const MESSAGE_RATE: &str = "a message rate (osu_mbw_mr, osu_bw or Uniband)";
/// o, which neither ping-pongs nor streams of messages separate from L and g.
pub(super) const OVERHEAD: &str = "--overhead TIME";

/// The words for what to add.
pub(super) fn added(needs: &[&str]) -> String {
    match needs.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
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
