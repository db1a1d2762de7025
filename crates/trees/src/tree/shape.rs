//! The compressed, hash-consed form of an overlay tree.

use logpine_models::job::Targets;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::iter::successors;

/// A distinct subtree of a [`Shape`]. Children have smaller indices than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The leaf, which is the same in every shape.
    pub const LEAF: Self = Self(0);

    /// The index of the subtree, from 0 (the leaf) up to [`Shape::distinct`] - 1 (the root).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `count` consecutive children that are the same subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The subtree.
    pub node: NodeId,
    /// The number of repetitions in a row; at least 1.
    pub count: u64,
}

/// The facts about one distinct subtree; counts saturate at `u64::MAX`.
#[derive(Clone, Copy, Debug)]
struct Facts {
    fanout: u64,
    leaves: u64,
    internal_nodes: u64,
    height: u32,
}

/// An ordered tree in which equal subtrees are stored once and runs of equal siblings as one [`Group`].
///
/// The best tree for 10^18 leaves has a few dozen distinct subtrees, so searching, scoring and summarising work on shapes.
/// An explicit [`Tree`](super::Tree) is made only if every process has to be named.
///
/// ```
/// use logpine_trees::tree::{Group, NodeId, ShapeBuilder};
/// let mut builder = ShapeBuilder::new();
/// let six = builder.internal(&[Group { node: NodeId::LEAF, count: 6 }]);
/// let five = builder.internal(&[Group { node: NodeId::LEAF, count: 5 }]);
/// let root = builder.internal(&[Group { node: six, count: 2 }, Group { node: five, count: 4 }]);
/// let shape = builder.finish(root);
/// assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (32, 7, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Shape {
    groups: Vec<Group>,
    /// Subtree `i` has the children `groups[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    facts: Vec<Facts>,
}

impl Shape {
    /// The tree that is a single leaf: no internal node, height 0.
    #[must_use]
    pub fn leaf() -> Self {
        ShapeBuilder::new().finish(NodeId::LEAF)
    }

    /// The root's subtree, which is the whole tree.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(u32::try_from(self.facts.len() - 1).expect("the builder numbers subtrees in u32"))
    }

    /// The number of distinct subtrees, including the leaf.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.facts.len()
    }

    /// The distinct subtrees, children before their parents; the leaf first, the root last.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        let end = self.root().0 + 1;
        (0..end).map(NodeId)
    }

    /// The children of a subtree's root, in order.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[Group] {
        &self.groups[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }

    /// The number of children of a subtree's root; 0 for the leaf.
    #[must_use]
    pub fn fanout(&self, node: NodeId) -> u64 {
        self.facts[node.index()].fanout
    }

    /// The number of leaves of the whole tree (saturating).
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves_of(self.root())
    }

    /// The number of leaves of one subtree (saturating).
    #[must_use]
    pub fn leaves_of(&self, node: NodeId) -> u64 {
        self.facts[node.index()].leaves
    }

    /// The number of internal nodes of the whole tree, including the root (saturating).
    #[must_use]
    pub fn internal_nodes(&self) -> u64 {
        self.facts[self.root().index()].internal_nodes
    }

    /// The number of nodes of the whole tree: leaves and internal nodes (saturating).
    #[must_use]
    pub fn members(&self) -> u64 {
        self.members_of(self.root())
    }

    /// The number of nodes of one subtree: leaves and internal nodes (saturating).
    #[must_use]
    pub fn members_of(&self, node: NodeId) -> u64 {
        let Facts { leaves, internal_nodes, .. } = self.facts[node.index()];
        leaves.saturating_add(internal_nodes)
    }

    /// The number of targets of the whole tree (saturating).
    #[must_use]
    pub fn targets(&self, targets: Targets) -> u64 {
        self.targets_of(targets, self.root())
    }

    /// The number of targets of one subtree (saturating).
    #[must_use]
    pub fn targets_of(&self, targets: Targets, node: NodeId) -> u64 {
        match targets {
            Targets::Leaves => self.leaves_of(node),
            Targets::Members => self.members_of(node),
        }
    }

    /// The number of edges from the root to the deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height_of(self.root())
    }

    /// The number of edges from a subtree's root to its deepest leaf.
    #[must_use]
    pub fn height_of(&self, node: NodeId) -> u32 {
        self.facts[node.index()].height
    }
}

/// Equality as ordered trees, independent of how the subtrees are numbered.
impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        let mut matched = vec![None; self.distinct()];
        self.distinct() == other.distinct() && self.matches(self.root(), other, other.root(), &mut matched)
    }
}

impl Eq for Shape {}

impl Shape {
    /// True if two subtrees are equal; `matched` holds the partner of each subtree that was found to have one.
    fn matches(&self, node: NodeId, other: &Self, partner: NodeId, matched: &mut [Option<NodeId>]) -> bool {
        if let Some(known) = matched[node.index()] {
            return known == partner;
        }
        let (ours, theirs) = (self.children(node), other.children(partner));
        let equal = ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(ours, theirs)| {
                ours.count == theirs.count && self.matches(ours.node, other, theirs.node, matched)
            });
        if equal {
            matched[node.index()] = Some(partner);
        }
        equal
    }
}

/// Builds a [`Shape`] from the leaves up; equal subtrees become the same [`NodeId`].
#[derive(Debug)]
pub struct ShapeBuilder {
    /// The subtrees so far, all of them distinct.
    built: Shape,
    /// The newest subtree for each hash of the children.
    newest: FxHashMap<u64, NodeId>,
    /// For each subtree the one before it with the same hash.
    earlier: Vec<Option<NodeId>>,
}

impl Default for ShapeBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ShapeBuilder {
    /// A builder that knows only the leaf.
    #[must_use]
    pub fn new() -> Self {
        let leaf = Facts { fanout: 0, leaves: 1, internal_nodes: 0, height: 0 };
        let built = Shape { groups: Vec::new(), starts: vec![0, 0], facts: vec![leaf] };
        Self { built, newest: FxHashMap::default(), earlier: vec![None] }
    }

    /// Adds the internal node with these children, in order. Empty groups are dropped and equal neighbours joined.
    ///
    /// # Panics
    /// If there is no child at all, if a child is not of this builder, or beyond 2^32 distinct subtrees.
    pub fn internal(&mut self, children: &[Group]) -> NodeId {
        let start = self.built.groups.len();
        for &group in children.iter().filter(|group| group.count > 0) {
            match self.built.groups[start..].last_mut() {
                Some(last) if last.node == group.node => last.count = last.count.saturating_add(group.count),
                _ => self.built.groups.push(group),
            }
        }
        let joined = &self.built.groups[start..];
        assert!(!joined.is_empty(), "an internal node has at least one child");
        let hash = FxBuildHasher.hash_one(joined);
        let newest = self.newest.get(&hash).copied();
        let mut same_hash = successors(newest, |node| self.earlier[node.index()]);
        if let Some(known) = same_hash.find(|&node| self.built.children(node) == joined) {
            self.built.groups.truncate(start);
            return known;
        }
        let node = NodeId(u32::try_from(self.built.facts.len()).expect("fewer than 2^32 distinct subtrees"));
        let facts = self.facts_of(joined);
        self.built.facts.push(facts);
        self.built.starts.push(u32::try_from(self.built.groups.len()).expect("fewer than 2^32 groups"));
        self.earlier.push(newest);
        self.newest.insert(hash, node);
        node
    }

    fn facts_of(&self, children: &[Group]) -> Facts {
        let mut facts = Facts { fanout: 0, leaves: 0, internal_nodes: 1, height: 0 };
        for group in children {
            let child = self.built.facts[group.node.index()];
            facts.fanout = facts.fanout.saturating_add(group.count);
            facts.leaves = facts.leaves.saturating_add(child.leaves.saturating_mul(group.count));
            facts.internal_nodes =
                facts.internal_nodes.saturating_add(child.internal_nodes.saturating_mul(group.count));
            facts.height = facts.height.max(child.height + 1);
        }
        facts
    }

    /// The shape whose root is `root`, without unused subtrees.
    #[must_use]
    pub fn finish(self, root: NodeId) -> Shape {
        let Self { built, .. } = self;
        let mut used = vec![false; root.index() + 1];
        used[0] = true;
        used[root.index()] = true;
        for node in (1..=root.0).rev().map(NodeId) {
            if used[node.index()] {
                for group in built.children(node) {
                    used[group.node.index()] = true;
                }
            }
        }
        if root == built.root() && used.iter().all(|&used| used) {
            return built;
        }
        let mut shape = Shape { groups: Vec::new(), starts: vec![0], facts: Vec::new() };
        let mut renumbered = vec![NodeId::LEAF; used.len()];
        for node in (0..=root.0).map(NodeId).filter(|node| used[node.index()]) {
            renumbered[node.index()] = NodeId(u32::try_from(shape.facts.len()).expect("no more subtrees than before"));
            shape.facts.push(built.facts[node.index()]);
            let kept = built.children(node).iter();
            shape.groups.extend(kept.map(|group| Group { node: renumbered[group.node.index()], ..*group }));
            shape.starts.push(u32::try_from(shape.groups.len()).expect("no more groups than before"));
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: u64) -> Group {
        Group { node: NodeId::LEAF, count }
    }

    #[test]
    fn equal_subtrees_are_stored_once_and_unused_ones_dropped() {
        let mut builder = ShapeBuilder::new();
        let two = builder.internal(&[leaves(1), leaves(1)]);
        assert_eq!(two, builder.internal(&[leaves(2)]));
        let _unused = builder.internal(&[leaves(9)]);
        let root = builder.internal(&[Group { node: two, count: 3 }, leaves(1)]);
        let shape = builder.finish(root);
        assert_eq!(shape.distinct(), 3);
        assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (7, 4, 2));
        assert_eq!(shape.fanout(shape.root()), 4);
    }

    #[test]
    fn counts_saturate() {
        let mut builder = ShapeBuilder::new();
        let mut node = NodeId::LEAF;
        for _ in 0..3 {
            node = builder.internal(&[Group { node, count: 1 << 40 }]);
        }
        assert_eq!(builder.finish(node).leaves(), u64::MAX);
    }
}
