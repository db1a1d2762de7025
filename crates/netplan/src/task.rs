//! Tasks of schedules: blocks with their sources and sinks.

/// The vertices that need a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sink {
    /// All that have data.
    All,
    /// One of them.
    One(u32),
}

/// Blocks, each of which starts at one rank and is needed by one or by all. Block numbers are origin times the number of blocks of an origin plus an index.
///
/// Reductions are the same tasks on the reversed graph, with the schedule run backwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The rank at which each block starts, and the ranks that need it.
    pub blocks: Vec<(u32, Sink)>,
}

impl Task {
    /// A broadcast of `blocks` blocks from a root.
    #[must_use]
    pub fn bcast(root: u32, blocks: u32) -> Self {
        Self { blocks: vec![(root, Sink::All); blocks as usize] }
    }

    /// An allgather of `blocks` blocks of each of `ranks` ranks.
    #[must_use]
    pub fn allgather(ranks: u32, blocks: u32) -> Self {
        Self { blocks: (0..ranks).flat_map(|rank| (0..blocks).map(move |_| (rank, Sink::All))).collect() }
    }

    /// A scatter: `blocks` blocks from the root to each of `ranks` ranks, in the order of the ranks.
    #[must_use]
    pub fn scatter(ranks: u32, root: u32, blocks: u32) -> Self {
        Self { blocks: (0..ranks).flat_map(|rank| (0..blocks).map(move |_| (root, Sink::One(rank)))).collect() }
    }

    /// A gather: `blocks` blocks of each of `ranks` ranks to the root, in the order of the ranks.
    #[must_use]
    pub fn gather(ranks: u32, root: u32, blocks: u32) -> Self {
        Self { blocks: (0..ranks).flat_map(|rank| (0..blocks).map(move |_| (rank, Sink::One(root)))).collect() }
    }
}
