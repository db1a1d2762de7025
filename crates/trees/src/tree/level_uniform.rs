//! Level-uniform trees: one fanout per level, the targets split evenly.
//!
//! Node i of a level splits the m targets below it into `min(fanout, m)` parts that differ by at most one target, the larger
//! parts first; a part of one target is a node without children. For a cost that does not decrease with the fanout the best
//! of these trees is the best of all trees.

use super::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_models::job::Targets;

/// Returns the tree with `fanouts[l]` children at level l (the root is level 0), `leaves` leaves and even splits; `None` if
/// the product of the fanouts is below `leaves`, or if `leaves` is 0.
#[must_use]
pub fn even_split(leaves: u64, fanouts: &[u64]) -> Option<Shape> {
    even_split_of(Targets::Leaves, leaves, fanouts)
}

/// Returns the tree with at most `fanouts[l]` children at level l (the root is level 0), `count` targets and even splits;
/// `None` if the fanouts do not reach that many, or if `count` is 0.
///
/// A level has at most two different sizes of subtree, so this takes O(height) time even for 2^63 targets.
#[must_use]
pub fn even_split_of(targets: Targets, count: u64, fanouts: &[u64]) -> Option<Shape> {
    let mut split = Split { targets, builder: ShapeBuilder::new(), known: vec![Vec::new(); fanouts.len()] };
    let root = split.subtree(count, fanouts)?;
    Some(split.builder.finish(root))
}

struct Split {
    targets: Targets,
    builder: ShapeBuilder,
    /// The subtrees of each level that are known, with their numbers of targets; the last entry is the level of the leaves.
    known: Vec<Vec<(u64, NodeId)>>,
}

impl Split {
    /// The subtree of `count` targets below the first of these levels.
    fn subtree(&mut self, count: u64, fanouts: &[u64]) -> Option<NodeId> {
        if count == 1 {
            return Some(NodeId::LEAF);
        }
        let (&fanout, below) = fanouts.split_first()?;
        let level = self.known.len() - fanouts.len();
        if let Some(&(_, node)) = self.known[level].iter().find(|(size, _)| *size == count) {
            return Some(node);
        }
        let mut children = Vec::with_capacity(2);
        for (size, count) in parts(self.targets, count, fanout)? {
            children.push(Group { node: self.subtree(size, below)?, count });
        }
        let node = self.builder.internal(&children);
        self.known[level].push((count, node));
        Some(node)
    }
}

/// The most levels of a member tree. In leaf trees each level at least doubles the nodes, but a chain of members adds one a
/// level, and trees are stored, drawn and walked through level by level.
pub const MOST_LEVELS: u32 = 1024;

/// The number of internal nodes of [`even_split`]`(leaves, fanouts)`, including the root, without building the tree
/// (saturating).
///
/// Level l holds P parts, P being the product of the fanouts above it; a part of one leaf is no internal node.
#[must_use]
pub fn even_split_internal_nodes(leaves: u64, fanouts: &[u64]) -> u64 {
    let mut parts = 1u64;
    let mut internal = 0u64;
    for &fanout in fanouts {
        if parts >= leaves {
            break;
        }
        // Parts hold floor or ceil of leaves/parts leaves. With fewer than two leaves per part, only the parts with two
        // leaves count.
        internal = internal.saturating_add(if leaves / 2 >= parts { parts } else { leaves - parts });
        parts = parts.saturating_mul(fanout);
    }
    internal
}

/// Returns the fanouts (all at least 2), from the root down, if the leaves are [`even_split`] by them; `None` for any other
/// tree.
#[must_use]
pub fn level_fanouts(shape: &Shape) -> Option<Vec<u64>> {
    level_fanouts_of(Targets::Leaves, shape)
}

/// Returns the fanouts from the root down, if the tree is [`even_split_of`] by them; `None` for any other tree. Nodes of
/// leaf trees have at least two children.
#[must_use]
pub fn level_fanouts_of(targets: Targets, shape: &Shape) -> Option<Vec<u64>> {
    // Splits put the larger parts first, so the first child of each node leads to the widest node of every level.
    let first_child = |&node: &NodeId| shape.children(node).first().map(|group| group.node);
    let path = std::iter::successors(Some(shape.root()), first_child);
    let fanouts: Vec<u64> = path.map(|node| shape.fanout(node)).take_while(|&fanout| fanout > 0).collect();
    let least = 2 - targets.of_internal_node();
    (fanouts.iter().all(|&fanout| fanout >= least) && is_even_split(targets, shape, &fanouts)).then_some(fanouts)
}

/// True if every node splits the targets below it evenly by the fanout of its level, and every part of one target is a leaf.
fn is_even_split(targets: Targets, shape: &Shape, fanouts: &[u64]) -> bool {
    let size = |node: NodeId| shape.targets_of(targets, node);
    let (mut level, mut below) = (vec![shape.root()], Vec::new());
    for &fanout in fanouts {
        for &node in &level {
            let children = shape.children(node);
            if size(node) > 1 {
                let mut groups = children.iter().map(|group| (size(group.node), group.count));
                if !parts(targets, size(node), fanout).is_some_and(|parts| parts.eq(&mut groups)) {
                    return false;
                }
            } else if !children.is_empty() {
                return false;
            }
            below.extend(children.iter().map(|group| group.node));
        }
        // Even splits have two sizes on a level, and equal subtrees are the same node.
        below.sort_unstable();
        below.dedup();
        if below.len() > 2 {
            return false;
        }
        std::mem::swap(&mut level, &mut below);
        below.clear();
    }
    level.iter().all(|&node| shape.children(node).is_empty())
}

/// The sizes of the parts of so many targets, larger first, each with the number of these parts; `None` without a part.
fn parts(targets: Targets, count: u64, fanout: u64) -> Option<impl Iterator<Item = (u64, u64)>> {
    let rest = count.checked_sub(targets.of_internal_node())?;
    let parts = fanout.min(rest);
    let small = rest.checked_div(parts)?;
    let larger = rest % parts;
    Some([(small + 1, larger), (small, parts - larger)].into_iter().filter(|&(_, count)| count > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Trees of which each node has groups of any earlier subtrees as its children; many are even splits, most are not.
    fn any_tree() -> impl Strategy<Value = Shape> {
        let groups = prop::collection::vec((0usize..40, 1u64..4), 1..3);
        prop::collection::vec(groups, 1..6).prop_map(|nodes| {
            let mut builder = ShapeBuilder::new();
            let mut known = vec![NodeId::LEAF];
            for groups in nodes {
                let child =
                    |(at, count): (usize, u64)| Group { node: known[known.len() - 1 - at % known.len()], count };
                let children: Vec<Group> = groups.into_iter().map(child).collect();
                known.push(builder.internal(&children));
            }
            builder.finish(known[known.len() - 1])
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn fanouts_are_those_whose_even_split_is_the_tree(shape in any_tree(), is_of_members in any::<bool>()) {
            let targets = if is_of_members { Targets::Members } else { Targets::Leaves };
            let widest = |level: u32| {
                let mut nodes = vec![shape.root()];
                for _ in 0..level {
                    nodes = nodes.iter().flat_map(|&node| shape.children(node).iter().map(|group| group.node)).collect();
                }
                nodes.into_iter().map(|node| shape.fanout(node)).max().unwrap_or(0)
            };
            let fanouts: Vec<u64> = (0..shape.height()).map(widest).collect();
            let is_split = even_split_of(targets, shape.targets(targets), &fanouts).is_some_and(|split| split == shape);
            let no_chain = is_of_members || shape.nodes().all(|node| shape.fanout(node) != 1);
            prop_assert_eq!(level_fanouts_of(targets, &shape), (is_split && no_chain).then_some(fanouts));
        }
    }

    #[test]
    fn no_leaves_or_no_children_is_no_tree() {
        assert!(even_split(0, &[3]).is_none());
        assert!(even_split(2, &[0, 5]).is_none());
        assert!(even_split(1, &[]).is_some());
    }
}
