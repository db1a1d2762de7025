//! The ways in which systems split the members below a node into subtrees, and number them.

use crate::tree::MOST_LEVELS;
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_text::integer::ceil_log2;
use logpine_text::units::Time;

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

/// The ranks that a system gives to the nodes of its tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// Slurm: every subtree has consecutive ranks, its first node the first.
    Preorder,
    /// PRRTE: children of rank i on a level of w ranks are i + w, i + 2 w, ... up to the radix.
    InTurn,
    /// Flux' binomial tree: children of rank i are i + 1, i + 2, i + 4, ..., up to half the ranks of its subtree.
    Binomial,
    /// Level by level.
    #[default]
    Levels,
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
    #[must_use]
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
    #[must_use]
    pub fn largest_fanout(self, members: u64, width: u64) -> u64 {
        match self {
            Self::Binomial => ceil_log2(members).into(),
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
    #[must_use]
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
mod tests;
