//! Complete k-ary trees (heap-ordered, uniform k-ary).

use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_models::job::Limits;
use logpine_text::integer::ceil_root;

/// k-ary: every internal node has k children except at most one, filled from the left.
#[derive(Clone, Copy, Debug)]
pub struct KAry;

impl Known for KAry {
    fn facts(&self) -> Facts {
        Facts { alias: Some(("k", 2, "binary")), place: -2, ..Facts::default() }
    }
}

impl Family for KAry {
    fn name(&self) -> &'static str {
        "k-ary"
    }

    fn description(&self) -> &'static str {
        "complete k-ary tree: every internal node has k children except at most one, filled from the left"
    }

    /// Returns, for every height from 2 on, the least k of that height, and for every height from 3 on also the k whose
    /// deepest level has a single, partly filled node. The fastest k is among them except for flat and nearly flat trees
    /// (k > N/2). k = 2 is always included.
    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        useful_fanouts(leaves).into_iter().map(|k| member(leaves, k)).collect()
    }

    /// The narrowest tree with so few internal nodes, or as wide as fanouts may be.
    fn within(&self, leaves: u64, limits: Limits, _cost: NodeCost) -> Vec<Member> {
        narrowest_within(leaves, limits).map(|k| member(leaves, k)).into_iter().collect()
    }
}

fn member(leaves: u64, k: u64) -> Member {
    Member { parameters: Parameters::new().number("k", k), shape: k_ary(leaves, k) }
}

/// The least k from 2 on, but below flat, for which the tree is no higher and has no more internal nodes than allowed; if that is
/// wider than allowed, the widest allowed.
fn narrowest_within(leaves: u64, limits: Limits) -> Option<u64> {
    let widest = leaves.checked_sub(1).filter(|&widest| widest >= 2)?;
    // ceil((N-1) / (k-1)) internal nodes.
    let of_few = limits.max_internal.map_or(2, |most| widest.div_ceil(most.max(1)) + 1);
    let of_low = limits.max_height.map_or(2, |most| ceil_root(leaves, most.max(1)));
    Some(of_few.max(of_low).min(limits.max_fanout.unwrap_or(widest)).clamp(2, widest))
}

/// The values of k that can be best for a cost c that does not decrease with the fanout, ascending, at most about 120.
///
/// Let the tree of k have height h, so k^(h-1) < N <= k^h. If a node of its deepest internal level is full, its time is h
/// c(k), and the least k of that height takes at most as long. Otherwise the deepest level has a single internal node, with
/// r + 1 < k children where r = N - k^(h-1), and the time is (h-1) c(k) + c(r+1), which can be less. For h >= 3 only the
/// largest k with k^(h-1) < N can have r + 1 < k, so these two k are enough. For h = 2 they are the k > N/2, nearly flat
/// trees whose root serves most leaves itself; they are left out, and so is flat (h = 1), which is a family of its own. k =
/// 2 is always included.
fn useful_fanouts(leaves: u64) -> Vec<u64> {
    if leaves < 2 {
        return Vec::new();
    }
    let mut fanouts = vec![2];
    for height in 2..=64 {
        let least = ceil_root(leaves, height);
        fanouts.push(least);
        if height >= 3 {
            fanouts.extend(with_one_partial_node(leaves, height));
        }
        if least == 2 {
            break;
        }
    }
    fanouts.retain(|&k| k == 2 || (2..leaves).contains(&k));
    fanouts.sort_unstable();
    fanouts.dedup();
    fanouts
}

/// The k whose tree of this height has a single, partly filled internal node on its deepest level, if there is one.
fn with_one_partial_node(leaves: u64, height: u32) -> Option<u64> {
    let k = ceil_root(leaves, height - 1).checked_sub(1).filter(|&k| k >= 2)?;
    let rest = leaves - k.checked_pow(height - 1)?;
    (rest + 1 < k).then_some(k)
}

/// The complete k-ary tree with the given number of leaves. Its ceil((N-1) / (k-1)) internal nodes come first in
/// breadth-first order, and only the last of them may have fewer than k children (it has at least 2).
///
/// The shape has at most three distinct subtrees per level: the full one, the empty one, and the one at the boundary.
///
/// **Complexity** O(height).
///
/// # Panics
/// If `leaves` is 0 or `k` is less than 2.
#[must_use]
pub fn k_ary(leaves: u64, k: u64) -> Shape {
    assert!(leaves > 0 && k >= 2, "a k-ary tree has at least one leaf and k is at least 2");
    // The tree of the level above the deepest, with k^(height-1) leaves, is complete; each of its leaves, from the
    // left, can become a node with k leaves, which adds k - 1.
    let mut positions: u64 = 1;
    let mut height = 1;
    while let Some(more) = positions.checked_mul(k).filter(|&more| more < leaves) {
        positions = more;
        height += 1;
    }
    let added = leaves - positions;
    if added == 0 {
        return Shape::leaf();
    }
    let mut builder = ShapeBuilder::new();
    let mut below = LowestLevels::new(&mut builder, k, added);
    for _ in 2..height {
        below = below.one_higher(&mut builder, k, added);
    }
    let root = if height == 1 { leaf_parent(&mut builder, added) } else { below.parent(&mut builder, k, added) };
    builder.finish(root)
}

/// The three kinds of subtree whose roots are on one level.
#[derive(Clone, Copy)]
struct LowestLevels {
    /// The subtree in which all positions have become nodes with k leaves.
    full: NodeId,
    /// The subtree in which no position has become a node.
    empty: NodeId,
    /// The subtree that contains the last new leaf, if it is neither full nor empty.
    partial: Option<NodeId>,
    /// The number of leaves that a full subtree has more than an empty one.
    room: u64,
}

impl LowestLevels {
    /// Subtrees of height 1: a position that may become an internal node.
    fn new(builder: &mut ShapeBuilder, k: u64, added: u64) -> Self {
        let room = k - 1;
        let rest = added % room;
        let partial = (rest > 0).then(|| leaf_parent(builder, rest));
        Self { full: leaf_parent(builder, room), empty: NodeId::LEAF, partial, room }
    }

    /// The subtrees of the level above.
    fn one_higher(self, builder: &mut ShapeBuilder, k: u64, added: u64) -> Self {
        // Above this level there is at least the root, so room < k^(height-1) < leaves.
        let room = self.room * k;
        let rest = added % room;
        let partial = (rest > 0).then(|| self.parent(builder, k, rest));
        let full = builder.internal(&[Group { node: self.full, count: k }]);
        let empty = builder.internal(&[Group { node: self.empty, count: k }]);
        Self { full, empty, partial, room }
    }

    /// A node with k of these subtrees, which together have `added` new leaves.
    fn parent(self, builder: &mut ShapeBuilder, k: u64, added: u64) -> NodeId {
        let full = added / self.room;
        // The boundary subtree is the same on every path: the remainder modulo a multiple of the room has the same remainder
        // modulo the room.
        let partial = self.partial.filter(|_| !added.is_multiple_of(self.room));
        let mut children = vec![Group { node: self.full, count: full }];
        children.extend(partial.map(|node| Group { node, count: 1 }));
        children.push(Group { node: self.empty, count: k - full - u64::from(partial.is_some()) });
        builder.internal(&children)
    }
}

/// A position that has become a node: its leaf and `added` new ones.
fn leaf_parent(builder: &mut ShapeBuilder, added: u64) -> NodeId {
    builder.internal(&[Group { node: NodeId::LEAF, count: added + 1 }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    /// The heap-ordered tree, node by node: internal nodes first, all with k children but the last.
    fn heap(leaves: u32, k: u32) -> Option<Tree> {
        let internal = (leaves - 1).div_ceil(k - 1);
        let fanouts = (1..=internal).map(|i| if i < internal { k } else { leaves - 1 - (internal - 1) * (k - 1) + 1 });
        Tree::from_fanouts(fanouts.chain(std::iter::repeat_n(0, leaves as usize)))
    }

    #[test]
    fn equals_the_heap() {
        for leaves in 1..=400 {
            for k in 2..=12 {
                let tree = Tree::from_shape(&k_ary(u64::from(leaves), u64::from(k))).expect("small");
                assert_eq!(Some(tree), heap(leaves, k), "{leaves} leaves, k = {k}");
            }
        }
    }

    /// The time of a tree: its longest path.
    fn time(tree: &Tree, cost: &[u64]) -> u64 {
        let mut time = vec![0; tree.len()];
        for node in tree.internal_nodes().collect::<Vec<_>>().into_iter().rev() {
            let below = tree.children(node).map(|child| time[child as usize]).max().unwrap_or(0);
            time[node as usize] = below + cost[tree.fanout(node) as usize];
        }
        time[0]
    }

    #[test]
    fn no_other_fanout_is_faster() {
        let costs: [Vec<u64>; 4] = [
            (0..=200).collect(),
            (0..=200).map(|x| 100 + x * x).collect(),
            (0..=200).map(|x| if x < 3 { 1 } else { 50 + x / 60 }).collect(),
            (0..=200).map(|x| [0, 1, 1, 7, 7, 7, 30, 30][x.min(7)]).collect(),
        ];
        for cost in &costs {
            for leaves in 3..=200 {
                let time = |k| time(&Tree::from_shape(&k_ary(leaves, k)).expect("small"), cost);
                let best = useful_fanouts(leaves).into_iter().map(time).min();
                // Flat and nearly flat trees are left out on purpose.
                let of_all = (2..=leaves / 2).map(time).min();
                assert!(of_all >= best || of_all.is_none(), "{leaves} leaves");
            }
        }
    }

    /// Among the trees within the limits and not nearly flat, the listed ones have the fastest.
    #[test]
    fn no_other_fanout_within_limits_is_faster() {
        let cost: Vec<u64> = (0..=200).map(|x| 100 + x * x).collect();
        for leaves in 3..=120u64 {
            let trees: Vec<(u64, u64, u64)> = (2..leaves)
                .map(|k| (k, k_ary(leaves, k)))
                .map(|(k, shape)| (k, shape.internal_nodes(), time(&Tree::from_shape(&shape).expect("small"), &cost)))
                .collect();
            for max_internal in 1..leaves {
                let limits = Limits { max_internal: Some(max_internal), ..Limits::default() };
                let narrowest = narrowest_within(leaves, limits).expect("more than two leaves");
                let listed: Vec<u64> = useful_fanouts(leaves).into_iter().chain([narrowest]).collect();
                let best = |is_tried: &dyn Fn(u64) -> bool| {
                    let fit = trees.iter().filter(|&&(k, internal, _)| internal <= max_internal && is_tried(k));
                    fit.map(|&(.., time)| time).min()
                };
                let of_listed = best(&|k| listed.contains(&k));
                assert!(best(&|k| k <= leaves / 2).is_none_or(|of_all| of_listed.is_some_and(|best| best <= of_all)));
                // If none fits, the need of the narrowest is the least.
                let need = trees.iter().map(|&(_, internal, _)| internal).min();
                let own = trees.iter().find(|&&(k, ..)| k == narrowest).map(|&(_, internal, _)| internal);
                assert!(of_listed.is_some() || own == need, "{leaves} leaves, {max_internal}");
            }
        }
    }

    #[test]
    fn few_fanouts_are_useful() {
        assert!(useful_fanouts(1).is_empty());
        assert_eq!(useful_fanouts(2), [2]);
        // 5^3 = 125 and 11^2 = 121 leave 3 and 7 leaves for a single node below.
        assert_eq!(useful_fanouts(128), [2, 3, 4, 5, 6, 11, 12]);
        // 11^2 = 121 < 122: a single node below the second level, with two leaves.
        assert_eq!(useful_fanouts(122), [2, 3, 4, 5, 11, 12]);
        assert!(useful_fanouts(u64::MAX).len() <= 64);
        assert!(useful_fanouts((1 << 60) + 1).len() <= 120);
    }
}
