//! Errors of packings.

/// A network without a packing, or one that is too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackingError {
    /// With fewer than two ranks nothing is sent.
    #[error("the network has {ranks} {}, and nothing is sent between fewer than two", if *ranks == 1 { "rank" } else { "ranks" })]
    TooFewRanks {
        /// The number of ranks.
        ranks: u32,
    },
    /// The root has no data.
    #[error("root {root} is no rank; ranks are numbered from 0 to {}", ranks.saturating_sub(1))]
    NoRank {
        /// The root.
        root: u32,
        /// The number of ranks.
        ranks: u32,
    },
    /// A rank that no path leads to.
    #[error("no path leads from rank {from} to rank {to}")]
    Unreached {
        /// A rank.
        from: u32,
        /// The rank that is not reached.
        to: u32,
    },
    /// Switches that were split off with a loss, so that a rank is not reached any more.
    #[error(
        "some switches, or other nodes that only relay, have another capacity in than out, and were not split off so that every rank is \
         still reached; plan blocks in steps (without --objective throughput)"
    )]
    Unsplit,
    /// Numbers that do not fit, or more work or memory than is allowed.
    #[error("the network has {count} {what}, and at most {limit} are supported")]
    TooLarge {
        /// The quantity there is too much of.
        what: &'static str,
        /// How much there is, saturating.
        count: u64,
        /// How much is supported.
        limit: u64,
    },
    /// The time was over before switches were split off so that every rank is still reached.
    #[error(
        "the search was stopped before the capacities of switches were divided among pairs of ranks so that every rank is still reached; \
         allow more time, or take a smaller network"
    )]
    Stopped,
    /// Every attempt ended at its limit of work or memory.
    #[error("no packing was found within the work of {work} arcs an attempt; take a smaller network")]
    OutOfWork {
        /// The limit.
        work: u64,
    },
}

/// Fails if `count` is above `limit`.
pub fn at_most(what: &'static str, count: u128, limit: u64) -> Result<(), PackingError> {
    if count > u128::from(limit) {
        return Err(PackingError::TooLarge { what, count: u64::try_from(count).unwrap_or(u64::MAX), limit });
    }
    Ok(())
}
