//! Why there is no schedule.

/// Why a schedule in steps cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// No path leads from the source of a block to a rank that needs it.
    #[error("no path leads from rank {from} to rank {to}, which needs one of its blocks")]
    Unreachable {
        /// The source of the block.
        from: u32,
        /// The rank that is not reached.
        to: u32,
    },
    /// A block starts at, or is for, a vertex that is no rank.
    #[error("a block starts at or is for vertex {vertex}, but the ranks are the first {ranks} vertices")]
    NoRank {
        /// The vertex.
        vertex: u32,
        /// The number of ranks.
        ranks: u32,
    },
    /// The search would take more memory than it may.
    #[error("{vertices} vertices with {blocks} blocks are too many for schedules of single blocks; use fewer blocks")]
    TooLarge {
        /// The number of vertices.
        vertices: u32,
        /// The number of blocks.
        blocks: usize,
    },
    /// A port serves one transmission a step: arcs that take longer have no meaning there.
    #[error("with one port all latencies must be 1 step; the arc from {from} to {to} takes {latency}")]
    Latency {
        /// The vertex that the arc leaves.
        from: u32,
        /// The vertex that it leads to.
        to: u32,
        /// The latency of the arc in steps.
        latency: u32,
    },
}
