//! The best broadcast tree, with shared subtrees, within limits on the fanout.

use super::arrivals::{Ago, Arrivals, MOST_TIMES};
use super::error::PortError;
use super::limits::FanoutLimits;
use crate::tree::{RankId, RankShape, RankShapeBuilder};

/// The tree of `ranks` ranks whose last rank learns the message at the last of the arrivals, and no earlier.
///
/// The first child of a rank with time t left has t - D left; its further children are those of a rank with t - G left. If
/// fewer ranks are needed than learn the message at the very end, only the first of them are kept. Subtrees to the left of
/// one path from the root keep all such ranks, those to its right lose all, and those along it lose some.
pub(super) fn shape(arrivals: &Arrivals, limits: FanoutLimits, ranks: u64) -> Result<RankShape, PortError> {
    let earlier = arrivals.root.len().checked_sub(2).map_or(0, |index| arrivals.root[index]);
    let mut subtrees = Subtrees::new(arrivals, limits.others)?;
    let root = subtrees.keeping(limits.root, ranks - earlier)?;
    Ok(subtrees.builder.finish(root))
}

struct Subtrees<'a> {
    arrivals: &'a Arrivals,
    /// The maximum number of children of ranks other than the root.
    fanout: u64,
    builder: RankShapeBuilder,
    /// The rank with the time left of each arrival.
    with_left: Vec<RankId>,
    /// The same for an unlimited number of children.
    unlimited: Vec<RankId>,
}

/// The children of a rank around the one child that keeps only some of its last ranks.
struct Around {
    /// The time left for the first child.
    left: u64,
    /// The number of children before that child.
    before: u64,
    /// The rank whose children come after that child.
    after: RankId,
}

impl<'a> Subtrees<'a> {
    /// Builds all subtrees below the root, with all their ranks.
    fn new(arrivals: &'a Arrivals, fanout: u64) -> Result<Self, PortError> {
        let times = &arrivals.times;
        let mut builder = RankShapeBuilder::new();
        let (mut with_left, mut unlimited) = (Vec::with_capacity(times.len()), Vec::with_capacity(times.len()));
        let (mut a_gap, mut a_delivery) = (Ago::new(arrivals.gap), Ago::new(arrivals.delivery));
        let mut gap_before: Vec<usize> = Vec::with_capacity(times.len());
        for &left in &times[..times.len() - 1] {
            gap_before.push(a_gap.index(times, left).unwrap_or(0));
            let Some(first) = a_delivery.index(times, left) else {
                with_left.push(RankId::LEAF);
                unlimited.push(RankId::LEAF);
                continue;
            };
            let further = gap_before.last().map_or(RankId::LEAF, |&index| unlimited[index]);
            let all = builder.prepend(with_left[first], 1, further);
            unlimited.push(all);
            let sends = (left - arrivals.delivery) / arrivals.gap + 1;
            with_left.push(if sends <= fanout {
                all
            } else {
                first_children(&mut builder, first, fanout, &with_left, &gap_before)
            });
            within_limit(&builder)?;
        }
        Ok(Self { arrivals, fanout, builder, with_left, unlimited })
    }

    /// The root, with at most `fanout` children, if only `kept` of the ranks that learn the message at the end are kept.
    fn keeping(&mut self, mut fanout: u64, mut kept: u64) -> Result<RankId, PortError> {
        let Arrivals { gap, delivery, .. } = *self.arrivals;
        let mut left = self.arrivals.last();
        let mut path: Vec<Around> = Vec::new();
        let mut rank = loop {
            let Some(first) = left.checked_sub(delivery) else { break RankId::LEAF };
            let children = fanout.min(first / gap + 1);
            let mut before = 0;
            let mut own = 0;
            while before < children {
                own = self.arrivals.at_the_end(first - before * gap);
                if own > kept {
                    break;
                }
                kept -= own;
                before += 1;
            }
            let descend = before < children && kept > 0;
            let done = before + u64::from(descend);
            let after = self.without_the_end(left, done, children);
            path.push(Around { left: first, before, after });
            if !descend {
                let around = path.pop();
                break around.map_or(RankId::LEAF, |around| self.prepend_whole(&around, around.after));
            }
            debug_assert!(own > 1, "some of the last ranks are kept and some are not");
            left = first - before * gap;
            fanout = self.fanout;
            within_limit(&self.builder)?;
        };
        while let Some(around) = path.pop() {
            rank = self.builder.prepend(rank, 1, around.after);
            rank = self.prepend_whole(&around, rank);
            within_limit(&self.builder)?;
        }
        Ok(rank)
    }

    /// Prepends the children that keep all their ranks.
    fn prepend_whole(&mut self, around: &Around, rank: RankId) -> RankId {
        (0..around.before).rev().fold(rank, |rank, sends| {
            let child = self.with_left[self.arrivals.at_or_before(around.left - sends * self.arrivals.gap)];
            self.builder.prepend(child, 1, rank)
        })
    }

    /// The children `done` to `children` of a rank with `left` time left, without the ranks that learn the message at the
    /// very end.
    fn without_the_end(&mut self, left: u64, done: u64, children: u64) -> RankId {
        let Arrivals { gap, delivery, .. } = *self.arrivals;
        if done == children {
            return RankId::LEAF;
        }
        // Time is whole, so nothing arrives at the end of a tree that has one tick less.
        let Some(first) = (left - delivery - done * gap).checked_sub(1) else { return RankId::LEAF };
        if first / gap < children - done {
            return self.unlimited[self.arrivals.at_or_before(first + delivery)];
        }
        (0..children - done).rev().fold(RankId::LEAF, |rank, sends| {
            let child = self.with_left[self.arrivals.at_or_before(first - sends * gap)];
            self.builder.prepend(child, 1, rank)
        })
    }
}

/// The rank with `fanout` children, the first of which has the time left of arrival `first`.
fn first_children(
    builder: &mut RankShapeBuilder,
    first: usize,
    fanout: u64,
    with_left: &[RankId],
    gap_before: &[usize],
) -> RankId {
    // Arrivals are closed under adding a gap. So the last arrival before t - G is the last one before (the last one before
    // t) - G.
    let mut children: Vec<usize> = Vec::new();
    let mut next = first;
    let mut leaves = fanout;
    while leaves > 0 && next > 0 {
        children.push(next);
        next = gap_before[next];
        leaves -= 1;
    }
    let rank = builder.prepend(RankId::LEAF, leaves, RankId::LEAF);
    children.iter().rev().fold(rank, |rank, &child| builder.prepend(with_left[child], 1, rank))
}

pub(super) fn within_limit(builder: &RankShapeBuilder) -> Result<(), PortError> {
    let limit = MOST_TIMES;
    if builder.distinct() > limit { Err(PortError::TooManySubtrees { limit }) } else { Ok(()) }
}
