//! Level-uniform trees: every level has its fanout, leaves split as evenly as possible.

use super::shape::{Group, NodeId, Shape, ShapeBuilder};

/// The tree in which a node at level l that holds m leaves has `min(fanouts[l], m)` children, its leaves split as
/// evenly as possible, larger parts first. A part of one leaf is that leaf itself.
///
/// Such a tree has at most two distinct subtrees a level (sizes that differ by one).
///
/// ```
/// use logpine::tree::even_split;
/// let shape = even_split(128, &[11, 12]);
/// assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (128, 12, 2));
/// ```
///
/// **Complexity** O(height) nodes.
///
/// # Panics
/// If `leaves` is 0 or the product of the fanouts is less than `leaves`.
#[must_use]
pub fn even_split(leaves: u64, fanouts: &[u64]) -> Shape {
    assert!(leaves > 0, "a tree has at least one leaf");
    let mut split = EvenSplit { fanouts, builder: ShapeBuilder::new(), known: vec![Vec::new(); fanouts.len()] };
    let root = split.node(0, leaves);
    split.builder.finish(root)
}

struct EvenSplit<'a> {
    fanouts: &'a [u64],
    builder: ShapeBuilder,
    /// The subtrees built so far at each level.
    known: Vec<Vec<Part>>,
}

#[derive(Clone, Copy)]
struct Part {
    leaves: u64,
    node: NodeId,
}

impl EvenSplit<'_> {
    fn node(&mut self, level: usize, leaves: u64) -> NodeId {
        if leaves == 1 {
            return NodeId::LEAF;
        }
        assert!(level < self.fanouts.len(), "the product of the fanouts is at least the number of leaves");
        if let Some(part) = self.known[level].iter().find(|part| part.leaves == leaves) {
            return part.node;
        }
        let fanout = self.fanouts[level].min(leaves);
        let (small, larger_parts) = (leaves / fanout, leaves % fanout);
        let mut children = Vec::with_capacity(2);
        if larger_parts > 0 {
            children.push(Group { node: self.node(level + 1, small + 1), count: larger_parts });
        }
        children.push(Group { node: self.node(level + 1, small), count: fanout - larger_parts });
        let node = self.builder.internal(&children);
        self.known[level].push(Part { leaves, node });
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_differ_by_one_leaf_and_larger_ones_come_first() {
        // 31 = 6 + 5 + 5 + 5 + 5 + 5
        let shape = even_split(31, &[6, 6]);
        let sizes: Vec<_> =
            shape.children(shape.root()).iter().map(|group| [shape.leaves_of(group.node), group.count]).collect();
        assert_eq!(sizes, [[6, 1], [5, 5]]);
    }

    #[test]
    fn a_part_of_one_leaf_is_the_leaf() {
        // 3 = 2 + 1: the second child is a leaf, not a process with one child.
        let shape = even_split(3, &[2, 2]);
        assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (3, 2, 2));
        assert_eq!(even_split(1, &[]).internal_nodes(), 0);
    }

    #[test]
    fn huge_trees_stay_small() {
        let shape = even_split((1 << 62) + 1, &[3; 40]);
        assert_eq!(shape.leaves(), (1 << 62) + 1);
        assert!(shape.distinct() <= 81);
    }
}
