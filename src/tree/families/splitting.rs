//! The ways in which systems split the members below a node into subtrees.

use crate::tree::MOST_LEVELS;
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use crate::units::Time;

/// The way in which the members below a node are split into subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splitting {
    /// Subtrees whose sizes differ by at most one, the larger ones first: Slurm since 24.11, and PRRTE but for the order.
    Even,
    /// Slurm up to 24.05: subtrees of width + 1 members one after the other; what is left is dealt out in portions of the
    /// width.
    Greedy,
    /// The complete k-ary tree, filled level by level from the left.
    Complete,
    /// The given number of routers below the root, and the others below these in turn.
    Routers,
    /// The binomial tree, cut off after the last member.
    Binomial,
}

impl Splitting {
    /// Calls `each` with the size and the number of the subtrees below the root of `members` members, in order.
    pub(super) fn subtrees(self, members: u64, width: u64, mut each: impl FnMut(u64, u64)) {
        let below = members - 1;
        let mut some = |size: u64, count: u64| {
            if size > 0 && count > 0 {
                each(size, count);
            }
        };
        match self {
            _ if below == 0 => {}
            Self::Even => {
                let parts = width.min(below);
                some(below / parts + 1, below % parts);
                some(below / parts, parts - below % parts);
            }
            Self::Greedy => greedy(below, width, some),
            Self::Complete => complete(members, width, some),
            Self::Routers if width == 0 || below <= width => some(1, below),
            Self::Routers => {
                some(below / width + 1, below % width);
                some(below / width, width - below % width);
            }
            Self::Binomial => {
                for order in 0..=below.ilog2() {
                    some((1 << order).min(members - (1 << order)), 1);
                }
            }
        }
    }

    /// The splitting of the subtrees, and the width there.
    const fn below(self, width: u64) -> (Self, u64) {
        match self {
            Self::Routers => (Self::Even, u64::MAX),
            _ => (self, width),
        }
    }

    /// True if every node but the last has one child.
    const fn is_chain(self, width: u64) -> bool {
        matches!((self, width), (Self::Even | Self::Greedy | Self::Complete, 1))
    }

    /// The tree; `None` if it has more than [`MOST_LEVELS`] levels.
    pub fn shape(self, members: u64, width: u64) -> Option<Shape> {
        if self.is_chain(width) {
            let levels = u32::try_from(members - 1).ok().filter(|&levels| levels <= MOST_LEVELS)?;
            let mut builder = ShapeBuilder::new();
            let root = (0..levels).fold(NodeId::LEAF, |node, _| builder.internal(&[Group { node, count: 1 }]));
            return Some(builder.finish(root));
        }
        let mut subtrees = Subtrees::default();
        let root = self.subtree(members, width, &mut subtrees);
        Some(subtrees.builder.finish(root))
    }

    fn subtree(self, members: u64, width: u64, subtrees: &mut Subtrees) -> NodeId {
        if members == 1 {
            return NodeId::LEAF;
        }
        if let Some(&(_, node)) = subtrees.known.iter().rev().find(|(size, _)| *size == members) {
            return node;
        }
        let first = subtrees.children.len();
        let (below, width_below) = self.below(width);
        self.subtrees(members, width, |size, count| {
            let node = below.subtree(size, width_below, subtrees);
            subtrees.children.push(Group { node, count });
        });
        let node = subtrees.builder.internal(&subtrees.children[first..]);
        subtrees.children.truncate(first);
        // The root of routers is split otherwise than a router of the same size, which never occurs below it.
        subtrees.known.push((members, node));
        node
    }

    /// The time of the tree for the cost c(x) of a node, C excluded; `None` if a node has no cost.
    pub fn time(self, members: u64, width: u64, cost: &dyn Fn(u64) -> Option<Time>) -> Option<Time> {
        if self.is_chain(width) {
            return (members - 1 <= u64::from(MOST_LEVELS)).then(|| cost(1)?.checked_mul(members - 1)).flatten();
        }
        self.up_from_leaves(members, width, cost, Time::checked_add)
    }

    /// The largest cost of a node; `None` if a node has no cost.
    pub fn costliest(self, members: u64, width: u64, cost: &dyn Fn(u64) -> Option<Time>) -> Option<Time> {
        if self.is_chain(width) {
            return cost(1);
        }
        self.up_from_leaves(members, width, cost, |below, own| Some(below.max(own)))
    }

    /// The value of the root, if that of a node is made of the largest value among its children and its own cost.
    fn up_from_leaves(
        self,
        members: u64,
        width: u64,
        cost: &dyn Fn(u64) -> Option<Time>,
        value: fn(Time, Time) -> Option<Time>,
    ) -> Option<Time> {
        // Most nodes have as many children as the width.
        let full = cost(width);
        let cost = |children| if children == width { full } else { cost(children) };
        let value = |below: Option<Time>, children| value(below?, cost(children)?);
        self.largest(members, width, &value, &mut Vec::new())
    }

    fn largest(
        self,
        members: u64,
        width: u64,
        value: &dyn Fn(Option<Time>, u64) -> Option<Time>,
        known: &mut Vec<(u64, Option<Time>)>,
    ) -> Option<Time> {
        if members == 1 {
            return Some(Time::ZERO);
        }
        if let Some(&(_, value)) = known.iter().rev().find(|(size, _)| *size == members) {
            return value;
        }
        let (below, width_below) = self.below(width);
        let (mut children, mut largest) = (0, Some(Time::ZERO));
        self.subtrees(members, width, |size, count| {
            children += count;
            largest = largest.zip(below.largest(size, width_below, value, known)).map(|(a, b)| a.max(b));
        });
        let value = value(largest, children);
        known.push((members, value));
        value
    }

    /// The largest fanout of a tree of two members or more.
    pub fn largest_fanout(self, members: u64, width: u64) -> u64 {
        match self {
            Self::Binomial => u64::from((members - 1).ilog2()) + 1,
            Self::Routers => width.max((members - 1).saturating_sub(width).div_ceil(width)),
            Self::Even | Self::Greedy | Self::Complete => width.min(members - 1),
        }
    }

    /// A lower bound on the time of the tree, found without walking through it: nodes with a child that has children have
    /// `width` of them. `None` if there is no such bound.
    pub fn least_time(self, members: u64, width: u64, cost: &dyn Fn(u64) -> Option<Time>) -> Option<Time> {
        matches!(self, Self::Even | Self::Complete).then_some(())?;
        let above = self.height(members, width).checked_sub(1)?;
        cost(width)?.checked_mul(above)
    }

    /// The height of the tree.
    pub fn height(self, members: u64, width: u64) -> u64 {
        if self.is_chain(width) {
            return members - 1;
        }
        if matches!(self, Self::Even | Self::Complete) {
            let deeper = |&nodes: &u64| Some(width.saturating_mul(nodes).saturating_add(1));
            let capacities = std::iter::successors(Some(1), deeper);
            return capacities.take_while(|&nodes| nodes < members).count() as u64;
        }
        // A larger subtree is never lower than a smaller one.
        let (mut splitting, mut width, mut members, mut height) = (self, width, members, 0);
        while members > 1 {
            let mut largest = 1;
            splitting.subtrees(members, width, |size, _| largest = largest.max(size));
            (splitting, width) = splitting.below(width);
            (members, height) = (largest, height + 1);
        }
        height
    }
}

/// The subtrees of a tree that is being built.
#[derive(Default)]
struct Subtrees {
    builder: ShapeBuilder,
    /// The subtrees so far, by their numbers of members.
    known: Vec<(u64, NodeId)>,
    /// The children so far of the nodes from the root down to the one at hand.
    children: Vec<Group>,
}

/// Slurm's `set_span` up to 24.05, for `total` members below a node.
///
/// A first pass over the branches gives each width + 1 members while more than the width are left; the rest goes one by one
/// to the other branches if there are enough, else to a single branch. If all branches have width + 1 members, what is left
/// is dealt out in portions of the width, the last one smaller.
fn greedy(total: u64, width: u64, mut each: impl FnMut(u64, u64)) {
    if total <= width {
        each(1, total);
        return;
    }
    let full = (total - width).div_ceil(width + 1);
    if full < width {
        each(width + 1, full);
        let left = total - full * (width + 1);
        if width - full >= left {
            each(1, left);
        } else {
            each(left, 1);
        }
        return;
    }
    let left = total - width * (width + 1);
    // All portions but the last are whole.
    let portions = left.div_ceil(width).max(1) - 1;
    let (rounds, more) = (portions / width, portions % width);
    let size = width + 1 + width * rounds;
    each(size.saturating_add(width), more);
    each(size + (left - portions * width), 1);
    each(size, width - more - 1);
}

/// The complete k-ary tree of `members` members.
fn complete(members: u64, k: u64, mut each: impl FnMut(u64, u64)) {
    if k == 1 {
        each(members - 1, 1);
        return;
    }
    // Whole levels: `inner` members above the last whole level, which has `wide` members.
    let (mut inner, mut wide) = (0, 1);
    let mut whole: u128 = 1;
    while whole + u128::from(wide) * u128::from(k) <= u128::from(members) {
        inner = u64::try_from(whole).unwrap_or(u64::MAX);
        wide *= k;
        whole += u128::from(wide);
    }
    // The level below it is filled from the left; every child of the root has `wide` places there.
    let left = members - u64::try_from(whole).unwrap_or(members);
    let (full, partly) = (left / wide, left % wide);
    // The whole levels of a child: as many members as the root's whole levels without the last.
    each(inner + wide, full);
    each(if partly > 0 { inner + partly } else { 0 }, 1);
    each(inner, k - full - u64::from(partly > 0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::launches::prrte;
    use proptest::prelude::*;

    fn subtrees(splitting: Splitting, members: u64, width: u64) -> Vec<u64> {
        let mut sizes = Vec::new();
        splitting.subtrees(members, width, |size, count| sizes.extend((0..count).map(|_| size)));
        sizes
    }

    /// The sizes of the subtrees of a tree given by the parents of ranks 1, 2, …, by the rank of their roots.
    fn of_parents(parents: &[usize]) -> Vec<u64> {
        let mut sizes = vec![1u64; parents.len() + 1];
        for (index, &parent) in parents.iter().enumerate().rev() {
            sizes[parent] += sizes[index + 1];
        }
        (1..sizes.len()).filter(|&rank| parents[rank - 1] == 0).map(|rank| sizes[rank]).collect()
    }

    /// A plain transcription of the loop of Slurm 22.05's `set_span`, with the hosts that it leaves to each branch.
    fn slurm_22_05(total: u64, width: u64) -> Vec<u64> {
        if total <= width {
            return vec![1; usize::try_from(total).expect("small")];
        }
        let [total, width] = [total, width].map(|count| i64::try_from(count).expect("small"));
        let mut span = vec![0i64; usize::try_from(width).expect("small")];
        let mut left = total;
        while left > 0 {
            for (branch, span) in (0..).zip(span.iter_mut()) {
                if width - branch >= left {
                    if *span != 0 {
                        *span += left;
                    }
                    left = 0;
                    break;
                }
                if *span == 0 {
                    left -= 1;
                }
                if left + i64::from(*span == 0) <= width {
                    *span += left;
                    left = 0;
                    break;
                }
                *span += width;
                left -= width;
            }
        }
        let mut hosts = total;
        let sizes = span.iter().map(|&more| {
            let size = (1 + more).min(hosts);
            hosts -= size;
            u64::try_from(size).expect("not negative")
        });
        sizes.filter(|&size| size > 0).collect()
    }

    #[test]
    fn the_published_greedy_split() {
        // 128 nodes at width 11.
        assert_eq!(subtrees(Splitting::Greedy, 129, 11), [[12; 10].as_slice(), &[8]].concat());
        // 4,368 nodes fill three levels of width 16.
        assert_eq!([4_369, 4_370].map(|members| Splitting::Greedy.height(members, 16)), [3, 4]);
        assert_eq!([4_369, 4_370].map(|members| Splitting::Even.height(members, 16)), [3, 4]);
    }

    #[test]
    fn greedy_splits_follow_slurm() {
        for width in 1..40 {
            for total in 1..3_000 {
                assert_eq!(subtrees(Splitting::Greedy, total + 1, width), slurm_22_05(total, width), "{total} {width}");
            }
        }
    }

    #[test]
    fn complete_trees_have_the_parents_of_flux() {
        for k in 1..9usize {
            for members in 2..400 {
                let parents: Vec<usize> = (1..members).map(|rank| (rank - 1) / k).collect();
                assert_eq!(subtrees(Splitting::Complete, members as u64, k as u64), of_parents(&parents));
            }
        }
    }

    #[test]
    fn routers_and_binomial_trees_have_the_parents_of_flux() {
        fn binomial(parents: &mut [usize], root: usize, order: u32) {
            for at in 0..order {
                let child = root + (1 << at);
                if child <= parents.len() {
                    parents[child - 1] = root;
                    binomial(parents, child, at);
                }
            }
        }
        for members in 2..300usize {
            for k in 1..12 {
                let mut parents = vec![0; members - 1];
                for rank in k + 1..members {
                    parents[rank - 1] = (rank - k - 1) % k + 1;
                }
                assert_eq!(
                    subtrees(Splitting::Routers, members as u64, k as u64),
                    of_parents(&parents),
                    "{members} {k}"
                );
            }
            let mut parents = vec![0; members - 1];
            binomial(&mut parents, 0, 9);
            assert_eq!(subtrees(Splitting::Binomial, members as u64, 0), of_parents(&parents), "{members}");
        }
    }

    /// Children of rank i on a level of w ranks: i + w, i + 2w, …, radix of them.
    #[test]
    fn prrte_splits_evenly_but_for_the_order() {
        for radix in 1..9 {
            for members in 2..300usize {
                let mut sizes = of_parents(&prrte(members, radix));
                sizes.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(sizes, subtrees(Splitting::Even, members as u64, radix as u64), "{members} {radix}");
            }
        }
    }

    proptest! {
        #[test]
        fn shapes_have_the_members_and_the_time(members in 2u64..5_000, width in 1u64..80) {
            let cost = |x: u64| Some(Time::from_ticks(100 + 7 * x));
            for splitting in
                [Splitting::Even, Splitting::Greedy, Splitting::Complete, Splitting::Routers, Splitting::Binomial]
            {
                let Some(shape) = splitting.shape(members, width) else { continue };
                prop_assert_eq!(shape.members(), members);
                let mut times = vec![0; shape.distinct()];
                for node in shape.nodes().skip(1) {
                    let slowest = shape.children(node).iter().map(|group| times[group.node.index()]).max();
                    times[node.index()] = slowest.unwrap_or(0) + 100 + 7 * shape.fanout(node);
                }
                let time = splitting.time(members, width, &cost).map(Time::ticks);
                prop_assert_eq!(time, Some(times[shape.root().index()]));
                prop_assert_eq!(splitting.height(members, width), u64::from(shape.height()));
            }
        }
    }
}
