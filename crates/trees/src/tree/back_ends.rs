//! Trees to which back-ends attach later.

use super::shape::{Group, NodeId, Shape, ShapeBuilder};
use rustc_hash::FxHashMap;

impl Shape {
    /// Returns this tree with `back_ends` new leaves below its leaves, which become internal nodes. The new leaves are
    /// spread evenly from left to right; if they do not divide evenly, the first nodes get one more. `None` if a leaf would
    /// get none, or if the counts saturate.
    ///
    /// This turns a tree of processes to which the data's owners attach later, such as an MRNet file in attach mode, into
    /// the tree that the data travels.
    ///
    /// ```
    /// use logpine_trees::tree::Spec;
    /// let processes: Spec = "b:11^1".parse()?;
    /// let tree = processes.shape().with_back_ends(132).expect("12 for each");
    /// assert_eq!(Spec::generic(&tree)?.to_string(), "g:11:11x12");
    /// # Ok::<(), logpine_trees::tree::SpecError>(())
    /// ```
    #[must_use]
    pub fn with_back_ends(&self, back_ends: u64) -> Option<Self> {
        let leaves = self.leaves();
        if leaves == u64::MAX || back_ends < leaves {
            return None;
        }
        let mut spread =
            Spread { shape: self, builder: ShapeBuilder::new(), known: FxHashMap::default(), back_ends, leaves };
        let root = spread.below(self.root(), 0);
        Some(spread.builder.finish(root))
    }
}

/// Spreads back-ends over the leaves of a shape, left to right.
struct Spread<'a> {
    shape: &'a Shape,
    builder: ShapeBuilder,
    /// The subtrees whose leaves all get the same share, by subtree and share.
    known: FxHashMap<(NodeId, u64), NodeId>,
    back_ends: u64,
    leaves: u64,
}

impl Spread<'_> {
    /// The subtree with its back-ends; `before` leaves stand to its left.
    fn below(&mut self, node: NodeId, before: u64) -> NodeId {
        let (small, larger) = (self.back_ends / self.leaves, self.back_ends % self.leaves);
        let inside = self.shape.leaves_of(node);
        let share = if before + inside <= larger { Some(small + 1) } else { (before >= larger).then_some(small) };
        if let Some(known) = share.and_then(|share| self.known.get(&(node, share))) {
            return *known;
        }
        let made = if node == NodeId::LEAF {
            let count = if before < larger { small + 1 } else { small };
            self.builder.internal(&[Group { node: NodeId::LEAF, count }])
        } else {
            let children = self.children(node, before, larger);
            self.builder.internal(&children)
        };
        if let Some(share) = share {
            self.known.insert((node, share), made);
        }
        made
    }

    /// The children of a node. In a run of equal children only the one in which the share changes is made by itself.
    fn children(&mut self, node: NodeId, before: u64, larger: u64) -> Vec<Group> {
        let mut children = Vec::new();
        let mut before = before;
        for group in self.shape.children(node).to_vec() {
            let each = self.shape.leaves_of(group.node);
            let full = (larger.saturating_sub(before) / each).min(group.count);
            let mixed = u64::from(full < group.count && before + full * each < larger);
            for count in [full, mixed, group.count - full - mixed] {
                if count > 0 {
                    children.push(Group { node: self.below(group.node, before), count });
                    before += count * each;
                }
            }
        }
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Spec, even_split};
    use proptest::prelude::*;

    /// The number of leaves below each leaf of the original tree, left to right.
    fn shares(shape: &Shape, node: NodeId, shares: &mut Vec<u64>) {
        for group in shape.children(node) {
            for _ in 0..group.count {
                if shape.height_of(group.node) == 1 {
                    shares.push(shape.fanout(group.node));
                } else {
                    self::shares(shape, group.node, shares);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn shares_are_even_from_left_to_right(
            leaves in 2u64..60,
            fanouts in prop::collection::vec(2u64..8, 3),
            more in 0u64..200,
        ) {
            let Some(shape) = even_split(leaves, &fanouts) else { return Ok(()) };
            let back_ends = leaves + more;
            let attached = shape.with_back_ends(back_ends).expect("one each");
            let mut found = Vec::new();
            shares(&attached, attached.root(), &mut found);
            let expected = |leaf: u64| back_ends / leaves + u64::from(leaf < back_ends % leaves);
            prop_assert_eq!(found, (0..leaves).map(expected).collect::<Vec<_>>());
            prop_assert_eq!(attached.internal_nodes(), shape.internal_nodes() + leaves);
        }
    }

    #[test]
    fn each_leaf_gets_one_at_least() {
        let shape = "b:3^2".parse::<Spec>().expect("a spec").shape();
        assert!(shape.with_back_ends(8).is_none());
        assert_eq!(shape.with_back_ends(9).expect("one each").leaves(), 9);
        assert_eq!(Shape::leaf().with_back_ends(5).expect("flat").leaves(), 5);
        let large = even_split(1 << 40, &[1 << 20, 1 << 20]).expect("it reaches");
        assert_eq!(large.with_back_ends((1 << 42) + 3).expect("compressed").leaves(), (1 << 42) + 3);
    }
}
