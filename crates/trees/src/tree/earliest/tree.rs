//! The optimal broadcast tree, rank by rank.

use super::count::informed;
use super::error::PortError;
use super::time::broadcast_time;
use crate::tree::{Tree, TreeTooLarge};
use logpine_text::units::Time;
use std::collections::VecDeque;

/// An optimal tree for the broadcast of one message to `ranks` ranks, children in the order of sends.
///
/// Every rank keeps sending until the end, and only as many ranks as are needed learn the message at the very end. The
/// reversed tree, with gap and delivery of [`Port::reversed`](logpine_models::model::Port::reversed), is a best reduction, which
/// receives from its children in the opposite order.
///
/// **Complexity** O(ranks) time; 8 bytes per rank for the tree, and 16 bytes per rank with children of one level.
///
/// # Errors
/// [`PortError::TooLarge`] above [`Tree::MAX_NODES`] ranks, [`PortError::NotRepresentable`] if the time is not
/// representable.
pub fn broadcast_tree(gap: Time, delivery: Time, ranks: u64) -> Result<Tree, PortError> {
    let too_large = PortError::TooLarge(TreeTooLarge { nodes: ranks, limit: Tree::MAX_NODES });
    let others = u32::try_from(ranks.saturating_sub(1)).ok().filter(|_| ranks <= Tree::MAX_NODES).ok_or(too_large)?;
    let zeros = |count: u32| std::iter::repeat_n(0, count as usize);
    let tree = if gap == Time::ZERO || others == 0 {
        Tree::from_fanouts(std::iter::once(others).chain(zeros(others)))
    } else if delivery == Time::ZERO {
        Tree::from_fanouts(std::iter::repeat_n(1, others as usize).chain(zeros(1)))
    } else {
        let time = broadcast_time(gap, delivery, ranks).ok_or(PortError::NotRepresentable)?;
        let earlier = time.checked_sub(Time::from_ticks(1)).map_or(1, |before| informed(gap, delivery, before));
        let pace = Pace::new(gap.ticks(), delivery.ticks());
        Tree::from_fanouts(Fanouts::new(pace, time.ticks(), ranks - earlier, others as usize + 1))
    };
    tree.ok_or(too_large)
}

/// A gap and a delivery, neither of them zero.
#[derive(Clone, Copy)]
struct Pace {
    gap: u64,
    delivery: u64,
    /// floor(delivery / gap) and the remainder. A child has that many sends fewer than its parent, or one more than that
    /// many.
    ratio: u64,
    rest: u64,
}

/// The sends of a rank with some time left.
#[derive(Clone, Copy)]
struct Sends {
    count: u64,
    /// The time from the last arrival to the end, if there is any arrival: less than a gap.
    spare: u64,
}

impl Pace {
    fn new(gap: u64, delivery: u64) -> Self {
        Self { gap, delivery, ratio: delivery / gap, rest: delivery % gap }
    }

    fn sends(self, left: u64) -> Sends {
        match left.checked_sub(self.delivery) {
            Some(after_first) => Sends { count: after_first / self.gap + 1, spare: after_first % self.gap },
            None => Sends { count: 0, spare: 0 },
        }
    }

    /// The sends of the first child of a rank with these sends: those that still arrive a delivery later.
    fn first_child(self, sends: Sends) -> Sends {
        let short = sends.spare < self.rest;
        let spare = if short { sends.spare + (self.gap - self.rest) } else { sends.spare - self.rest };
        Sends { count: sends.count.saturating_sub(self.ratio + u64::from(short)), spare }
    }
}

/// The number of further ranks that may learn the message at the very end.
struct AtTheEnd(u64);

impl AtTheEnd {
    /// The number of sends (at least one) without a last one that is not needed.
    fn needed(&mut self, sends: Sends) -> u64 {
        if sends.spare > 0 {
            return sends.count;
        }
        let kept = self.0.min(1);
        self.0 -= kept;
        sends.count - 1 + kept
    }
}

/// The fanouts of the optimal tree, in breadth-first order. A rank's sends follow from its parent's.
struct Fanouts {
    pace: Pace,
    /// The sends of each rank with children whose children are still to come.
    parents: VecDeque<Sends>,
    /// The next rank's sends; each further sibling has a gap less time left, and so one send less.
    sends: Sends,
    siblings: u64,
    /// The number of sends to the very end that are still to be listed as fanout, and in `as_rank` as ranks. Both are used
    /// up in the same order.
    as_fanout: AtTheEnd,
    as_rank: AtTheEnd,
    ranks: usize,
}

impl Fanouts {
    fn new(pace: Pace, time: u64, at_the_end: u64, ranks: usize) -> Self {
        Self {
            pace,
            parents: VecDeque::new(),
            sends: pace.sends(time),
            siblings: 1,
            as_fanout: AtTheEnd(at_the_end),
            as_rank: AtTheEnd(at_the_end),
            ranks,
        }
    }
}

impl Iterator for Fanouts {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.siblings == 0 {
            let parent = self.parents.pop_front()?;
            self.siblings = self.as_rank.needed(parent);
            self.sends = self.pace.first_child(parent);
        }
        self.siblings -= 1;
        self.ranks -= 1;
        if self.sends.count == 0 {
            return Some(0);
        }
        let fanout = self.as_fanout.needed(self.sends);
        if fanout > 0 {
            self.parents.push_back(self.sends);
        }
        self.sends.count -= 1;
        u32::try_from(fanout).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ranks, Some(self.ranks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(gap: u64, delivery: u64, ranks: u64) -> Tree {
        broadcast_tree(Time::from_ticks(gap), Time::from_ticks(delivery), ranks).expect("a small tree")
    }

    #[test]
    fn no_gap_is_a_star_and_no_delivery_a_chain() {
        assert_eq!((tree(0, 5, 9).height(), tree(0, 0, 9).fanout(0)), (1, 8));
        assert_eq!((tree(5, 0, 9).height(), tree(5, 0, 9).len()), (8, 9));
        assert_eq!([tree(3, 4, 0).len(), tree(3, 4, 1).len(), tree(0, 0, 1).len(), tree(3, 0, 1).len()], [1; 4]);
    }

    #[test]
    fn too_many_ranks_or_too_long_a_time() {
        let (one, long) = (Time::from_ticks(1), Time::from_ticks(1 << 63));
        assert!(matches!(broadcast_tree(one, one, u64::MAX), Err(PortError::TooLarge(_))));
        assert!(matches!(broadcast_tree(one, one, Tree::MAX_NODES + 1), Err(PortError::TooLarge(_))));
        assert_eq!(broadcast_tree(long, long, 4), Err(PortError::NotRepresentable));
    }
}
