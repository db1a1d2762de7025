//! Edges of trees, and their faults.

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
