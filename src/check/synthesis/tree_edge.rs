//! Edges of trees, and their faults.

use super::statement::WrongStatement;
use crate::request::MpiCollective;

/// An edge of a tree between two ranks, or switches that combine and copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEdge {
    /// The number of the tree.
    pub tree: u32,
    /// The root of the tree.
    pub root: u32,
    /// The weight of the tree.
    pub weight: u64,
    /// The rank below.
    pub child: u32,
    /// The rank above.
    pub parent: u32,
    /// The vertices on the way of the data, both ranks included: from the parent to the child, for reductions from the child
    /// to the parent.
    pub path: Vec<u32>,
}

/// A fault of a packing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongTree {
    /// A statement that is wrong by itself.
    #[error(transparent)]
    Statement(#[from] WrongStatement),
    /// A collective whose data are different for each rank.
    #[error("{0} has no packing of trees that span all ranks")]
    Collective(MpiCollective),
    /// More edges than can be numbered.
    #[error("there are {edges} edges, more than 2^32 - 1")]
    TooMany { edges: usize },
    /// A throughput of nothing or without end.
    #[error("the time per unit is {p}/{q}; both numbers are at least 1")]
    Throughput { p: u64, q: u64 },
    /// A vertex that is no rank.
    #[error("{vertex} is no rank; the ranks are 0 to {last}")]
    NoSuchRank { vertex: u32, last: u32 },
    /// A tree without weight.
    #[error("tree {tree} has no weight")]
    NoWeight { tree: u32 },
    /// Edges of a tree that differ in what belongs to the tree.
    #[error("tree {tree} has another root or weight here than in its first row")]
    Differs { tree: u32 },
    /// A tree of another root than the collective's.
    #[error("the root of tree {tree} is {root}, not that of the collective")]
    WrongRoot { tree: u32, root: u32 },
    /// An edge into the root.
    #[error("{root} is the root of tree {tree}, and has a parent in it")]
    ParentOfRoot { tree: u32, root: u32 },
    /// Two parents.
    #[error("rank {child} has two parents in tree {tree}")]
    TwoParents { tree: u32, child: u32 },
    /// A rank that a tree does not reach.
    #[error("tree {tree} does not reach rank {rank} from its root")]
    NotSpanned { tree: u32, rank: u32 },
    /// A path that does not begin or end at the ranks of the edge.
    #[error("the path does not lead from {from} to {to}")]
    Ends { from: u32, to: u32 },
    /// A path through a rank.
    #[error("the path leads through rank {rank}; only what is no rank may pass on")]
    Through { rank: u32 },
    /// A path without an arc.
    #[error("the path needs an arc from {from} to {to}, and there is none")]
    NoSuchArc { from: u32, to: u32 },
    /// A root without trees.
    #[error("root {root} has no trees")]
    NoTrees { root: u32 },
    /// Weights of roots that differ.
    #[error("the weights of the trees of root {root} sum up to {weight}, those of root {first} to {expected}")]
    Weights { root: u32, weight: u64, first: u32, expected: u64 },
    /// Weights or loads beyond 64 and 128 bits.
    #[error("the weights are too large")]
    Overflow,
    /// An arc that carries more than it can.
    #[error(
        "the arc from {from} to {to} carries {load} of {weight}, which takes longer than {p}/{q} at its capacity of {capacity}"
    )]
    Load { from: u32, to: u32, load: u128, weight: u64, capacity: u64, p: u64, q: u64 },
    /// A height that is not the claimed one.
    #[error("the height is {height}, and {claimed} is claimed")]
    Height { height: u32, claimed: u32 },
}
