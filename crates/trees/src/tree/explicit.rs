//! The explicit form of an ordered tree: flat arrays in breadth-first order.

use super::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_text::reason::Reason;
use std::ops::Range;

/// A tree with more nodes than an explicit [`Tree`] can number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree has {nodes} nodes, too many to list one by one: at most {limit}")]
pub struct TreeTooLarge {
    /// The number of nodes of the tree (saturating).
    pub nodes: u64,
    /// The maximum number of nodes of an explicit tree.
    pub limit: u64,
}

impl From<TreeTooLarge> for Reason {
    fn from(error: TreeTooLarge) -> Self {
        Self::of(error)
    }
}

/// An ordered tree with every process numbered in breadth-first order, the root 0; 8 bytes per node.
///
/// The children of a node are consecutive, so a tree is given by its fanouts alone, listed in breadth-first order.
///
/// ```
/// use logpine_trees::tree::Tree;
/// let tree = Tree::from_fanouts([2, 3, 0, 0, 0, 0]).expect("every child is listed");
/// assert_eq!((tree.leaves().count(), tree.internal_nodes().count(), tree.height()), (4, 2, 2));
/// assert_eq!(tree.children(1), 3..6);
/// assert_eq!(tree.parent(5), Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The parent of every node but the root: `parents[i]` is the parent of node `i + 1`.
    parents: Vec<u32>,
    /// Node `i` has the children `first_child[i]..first_child[i + 1]`.
    first_child: Vec<u32>,
}

impl Tree {
    /// The maximum number of nodes: node numbers are 32 bits.
    pub const MAX_NODES: u64 = u32::MAX as u64 - 1;

    /// Returns the tree whose nodes, in breadth-first order, have these fanouts; `None` if a fanout is missing or left over,
    /// or if there are more than [`Tree::MAX_NODES`] nodes.
    #[must_use]
    pub fn from_fanouts(fanouts: impl IntoIterator<Item = u32>) -> Option<Self> {
        let fanouts = fanouts.into_iter();
        let nodes = fanouts.size_hint().0;
        let mut tree =
            Self { parents: Vec::with_capacity(nodes.saturating_sub(1)), first_child: Vec::with_capacity(nodes + 1) };
        tree.first_child.push(1);
        let mut end = 1u32;
        for (node, fanout) in (0u32..).zip(fanouts) {
            if node >= end {
                return None;
            }
            if fanout > 0 {
                end = end.checked_add(fanout).filter(|&end| u64::from(end) <= Self::MAX_NODES)?;
                tree.parents.extend(std::iter::repeat_n(node, fanout as usize));
            }
            tree.first_child.push(end);
        }
        (tree.first_child.len() == end as usize + 1).then_some(tree)
    }

    /// The explicit form of a shape, children in the shape's order.
    ///
    /// **Complexity** O(nodes) time, 8 bytes per node.
    ///
    /// # Errors
    /// [`TreeTooLarge`] above [`Tree::MAX_NODES`] nodes.
    pub fn from_shape(shape: &Shape) -> Result<Self, TreeTooLarge> {
        let nodes = shape.leaves().saturating_add(shape.internal_nodes());
        if nodes > Self::MAX_NODES {
            return Err(TreeTooLarge { nodes, limit: Self::MAX_NODES });
        }
        let capacity = usize::try_from(nodes).unwrap_or(usize::MAX);
        let mut tree =
            Self { parents: Vec::with_capacity(capacity - 1), first_child: Vec::with_capacity(capacity + 1) };
        tree.first_child.push(1);
        let mut level = vec![Group { node: shape.root(), count: 1 }];
        while !level.is_empty() {
            for &run in &level {
                tree.append_run(shape, run);
            }
            level = next_level(shape, &level);
        }
        Ok(tree)
    }

    /// Appends the next `run.count` nodes of the current level.
    fn append_run(&mut self, shape: &Shape, run: Group) {
        let end = self.first_child[self.first_child.len() - 1];
        let count = u32::try_from(run.count).expect("the shape was checked to have fewer nodes than 2^32");
        let fanout =
            u32::try_from(shape.fanout(run.node)).expect("the shape was checked to have fewer nodes than 2^32");
        if fanout == 0 {
            self.first_child.extend(std::iter::repeat_n(end, count as usize));
            return;
        }
        let first =
            u32::try_from(self.first_child.len() - 1).expect("the shape was checked to have fewer nodes than 2^32");
        let start = self.parents.len();
        self.parents.resize(start + count as usize * fanout as usize, 0);
        for (children, node) in self.parents[start..].chunks_exact_mut(fanout as usize).zip(first..) {
            children.fill(node);
        }
        self.first_child.extend((1..=count).map(|nodes| end + nodes * fanout));
    }

    /// The compressed form of this tree, with runs of equal neighbours joined and the order kept.
    ///
    /// **Complexity** O(nodes) expected time and memory.
    #[must_use]
    pub fn to_shape(&self) -> Shape {
        let mut builder = ShapeBuilder::new();
        let mut subtree = vec![NodeId::LEAF; self.len()];
        let mut groups: Vec<Group> = Vec::new();
        for node in (0..self.node_count()).rev().filter(|&node| !self.is_leaf(node)) {
            groups.clear();
            for child in self.children(node) {
                let child = subtree[child as usize];
                match groups.last_mut() {
                    Some(last) if last.node == child => last.count += 1,
                    _ => groups.push(Group { node: child, count: 1 }),
                }
            }
            subtree[node as usize] = builder.internal(&groups);
        }
        builder.finish(subtree[0])
    }

    /// The number of nodes, leaves and internal.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tree has at least a root")]
    pub fn len(&self) -> usize {
        self.first_child.len() - 1
    }

    fn node_count(&self) -> u32 {
        u32::try_from(self.len()).expect("node numbers are 32 bits")
    }

    /// The children of a node, which have consecutive numbers.
    #[must_use]
    pub fn children(&self, node: u32) -> Range<u32> {
        self.first_child[node as usize]..self.first_child[node as usize + 1]
    }

    /// The number of children of a node.
    #[must_use]
    pub fn fanout(&self, node: u32) -> u32 {
        self.first_child[node as usize + 1] - self.first_child[node as usize]
    }

    /// True if the node has no children.
    #[must_use]
    pub fn is_leaf(&self, node: u32) -> bool {
        self.fanout(node) == 0
    }

    /// The parent of a node; `None` for the root.
    #[must_use]
    pub fn parent(&self, node: u32) -> Option<u32> {
        (node > 0).then(|| self.parents[node as usize - 1])
    }

    /// All nodes in breadth-first order.
    #[must_use]
    pub fn nodes(&self) -> Range<u32> {
        0..self.node_count()
    }

    /// The leaves in breadth-first order.
    pub fn leaves(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes().filter(|&node| self.is_leaf(node))
    }

    /// The internal nodes in breadth-first order, the root first.
    pub fn internal_nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes().filter(|&node| !self.is_leaf(node))
    }

    /// The number of edges from the root to the deepest leaf. **Complexity** O(height).
    #[must_use]
    pub fn height(&self) -> u32 {
        // In breadth-first order the last node is one of the deepest.
        let deepest = self.node_count() - 1;
        let ancestors = std::iter::successors(Some(deepest), |&node| self.parent(node));
        u32::try_from(ancestors.count() - 1).expect("fewer levels than nodes")
    }
}

/// The runs of the level below, equal neighbours joined.
fn next_level(shape: &Shape, level: &[Group]) -> Vec<Group> {
    let mut below: Vec<Group> = Vec::new();
    let mut push = |group: Group| match below.last_mut() {
        Some(last) if last.node == group.node => last.count += group.count,
        _ => below.push(group),
    };
    for run in level {
        match shape.children(run.node) {
            [] => {}
            [only] => push(Group { node: only.node, count: only.count * run.count }),
            several => (0..run.count).for_each(|_| several.iter().for_each(|&group| push(group))),
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(count: u64) -> Group {
        Group { node: NodeId::LEAF, count }
    }

    #[test]
    fn shape_and_tree_are_the_same_tree() {
        let mut builder = ShapeBuilder::new();
        let three = builder.internal(&[leaves(3)]);
        let two = builder.internal(&[leaves(2)]);
        let middle = builder.internal(&[Group { node: three, count: 2 }, leaves(1), Group { node: two, count: 1 }]);
        let root = builder.internal(&[leaves(1), Group { node: middle, count: 2 }, leaves(4)]);
        let shape = builder.finish(root);
        let tree = Tree::from_shape(&shape).expect("a small tree");
        assert_eq!(tree.len() as u64, shape.leaves() + shape.internal_nodes());
        assert_eq!(tree.height(), shape.height());
        let fanouts: Vec<u32> = tree.nodes().map(|node| tree.fanout(node)).collect();
        assert_eq!(fanouts[..8], [7, 0, 4, 4, 0, 0, 0, 0]);
        assert_eq!(Tree::from_fanouts(fanouts), Some(tree.clone()));
        let again = Tree::from_shape(&tree.to_shape()).expect("a small tree");
        assert_eq!(again, tree);
        for node in tree.nodes() {
            assert!(tree.children(node).all(|child| tree.parent(child) == Some(node)));
        }
    }

    #[test]
    fn fanouts_must_add_up() {
        assert_eq!(Tree::from_fanouts([]), None);
        assert_eq!(Tree::from_fanouts([2, 0]), None);
        assert_eq!(Tree::from_fanouts([1, 0, 0]), None);
        assert_eq!(Tree::from_fanouts([0]).map(|tree| tree.len()), Some(1));
        assert_eq!(Tree::from_fanouts([u32::MAX, 0]), None);
    }

    #[test]
    fn too_many_nodes_is_an_error() {
        let mut builder = ShapeBuilder::new();
        let root = builder.internal(&[leaves(1 << 40)]);
        let error = Tree::from_shape(&builder.finish(root)).expect_err("2^40 nodes");
        assert_eq!(error.nodes, (1 << 40) + 1);
    }
}
