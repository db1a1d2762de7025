//! Why there is no plan.

use logpine_text::reason::{Reason, reason};

/// The reason why there is no plan for a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// With fewer than two ranks nothing is sent.
    #[error("the network has {ranks} {}, and nothing is sent between fewer than two", if *ranks == 1 { "rank" } else { "ranks" })]
    TooFewRanks {
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
    /// The time was over before switches were split off so that every rank is still reached.
    #[error(
        "the search was stopped before the capacities of switches were divided among pairs of ranks so that every rank is still reached; \
         allow more time, or take a smaller network"
    )]
    Stopped,
    /// Numbers that do not fit, more work or memory than is allowed, or what has no meaning.
    #[error(transparent)]
    Refused(#[from] Reason),
}

/// Fails if `count` is above `limit`.
pub(crate) fn at_most(what: &str, count: u128, limit: u64) -> Result<(), PlanError> {
    if count > u128::from(limit) { Err(above(what, count, limit)) } else { Ok(()) }
}

/// The refusal of more trees than are supported.
pub(crate) fn too_many_trees(limit: u64) -> PlanError {
    above("trees or more", u128::from(limit) + 1, limit)
}

/// The refusal of more than a limit.
pub(crate) fn above(what: &str, count: u128, limit: u64) -> PlanError {
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    reason!("the network has {count} {what}, and at most {limit} are supported").into()
}

/// The refusal of blocks in steps for which there is no room.
pub(crate) fn too_many_blocks(vertices: u32, blocks: usize) -> PlanError {
    reason!("{vertices} vertices with {blocks} blocks are too many for schedules of single blocks; use fewer blocks")
        .into()
}

/// The refusal of a search that found no packing.
pub(crate) fn out_of_work(work: u64) -> PlanError {
    reason!("no packing was found within the work of {work} arcs an attempt; take a smaller network").into()
}
