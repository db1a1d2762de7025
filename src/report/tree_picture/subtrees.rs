//! The two compressed forms of trees, as far as pictures see them.

use logpine_trees::tree::{NodeId, RankId, RankShape, Shape};
use std::hash::Hash;

/// A compressed tree.
pub(super) trait Subtrees {
    /// A distinct subtree.
    type Id: Copy + Ord + Hash;
    /// The words for one node without children, and for several.
    const LEAF: [&'static str; 2];
    /// The words for one node with children, and for several.
    const INNER: [&'static str; 2];
    /// The words for the unit of a subtree's size.
    const SIZE: [&'static str; 2];
    /// The whole tree.
    fn whole(&self) -> Self::Id;
    /// The children of a subtree's root, in runs of equal ones, with their number.
    fn runs(&self, of: Self::Id) -> impl Iterator<Item = (Self::Id, u64)>;
    /// The number of children of a subtree's root.
    fn children_of(&self, of: Self::Id) -> u64;
    /// The size of a subtree: its leaves, or its ranks.
    fn size_of(&self, of: Self::Id) -> u64;
    /// The number of nodes of the whole tree.
    fn nodes(&self) -> u64;
}

impl Subtrees for Shape {
    type Id = NodeId;
    const LEAF: [&'static str; 2] = ["leaf", "leaves"];
    const INNER: [&'static str; 2] = ["process", "processes"];
    const SIZE: [&'static str; 2] = ["leaf", "leaves"];

    fn whole(&self) -> NodeId {
        self.root()
    }

    fn runs(&self, of: NodeId) -> impl Iterator<Item = (NodeId, u64)> {
        self.children(of).iter().map(|group| (group.node, group.count))
    }

    fn children_of(&self, of: NodeId) -> u64 {
        self.fanout(of)
    }

    fn size_of(&self, of: NodeId) -> u64 {
        self.leaves_of(of)
    }

    fn nodes(&self) -> u64 {
        self.leaves().saturating_add(self.internal_nodes())
    }
}

/// A tree whose nodes are all targets.
pub(super) struct MemberTree<'a>(pub &'a Shape);

impl Subtrees for MemberTree<'_> {
    type Id = NodeId;
    const LEAF: [&'static str; 2] = ["member", "members"];
    const INNER: [&'static str; 2] = ["member", "members"];
    const SIZE: [&'static str; 2] = ["member", "members"];

    fn whole(&self) -> NodeId {
        self.0.root()
    }

    fn runs(&self, of: NodeId) -> impl Iterator<Item = (NodeId, u64)> {
        self.0.runs(of)
    }

    fn children_of(&self, of: NodeId) -> u64 {
        self.0.fanout(of)
    }

    fn size_of(&self, of: NodeId) -> u64 {
        self.0.members_of(of)
    }

    fn nodes(&self) -> u64 {
        self.0.members()
    }
}

impl Subtrees for RankShape {
    type Id = RankId;
    const LEAF: [&'static str; 2] = ["rank", "ranks"];
    const INNER: [&'static str; 2] = ["rank", "ranks"];
    const SIZE: [&'static str; 2] = ["rank", "ranks"];

    fn whole(&self) -> RankId {
        self.root()
    }

    fn runs(&self, of: RankId) -> impl Iterator<Item = (RankId, u64)> {
        self.children(of).map(|run| (run.child, run.count))
    }

    fn children_of(&self, of: RankId) -> u64 {
        self.fanout(of)
    }

    fn size_of(&self, of: RankId) -> u64 {
        self.ranks_of(of)
    }

    fn nodes(&self) -> u64 {
        self.ranks()
    }
}
