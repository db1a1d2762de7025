//! Exact answers: the best way for children to share the processes below a full root.

use super::super::hull::{Hull, Line};
use super::super::shares::{Share, Shares, Sharing};
use super::{Reach, Room, TooLong};

impl Reach<'_> {
    /// The most leaves below a full root whose children have this room each and these processes among them.
    pub(super) fn exact_full(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<Option<u64>, TooLong> {
        let shares = self.shares(room, children, internal, at_least, Values::Exact)?;
        Ok(shares.map(|best| best.leaves))
    }

    /// The number of processes of each of these children.
    pub(super) fn exact_children(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<Option<Vec<u64>>, TooLong> {
        let shares = self.shares(room, children, internal, at_least, Values::Exact)?;
        Ok(shares.map(|best| best.shares.of_each_child(children)))
    }

    /// True if the bounds on each child do not exclude that many leaves below a full root.
    pub(super) fn bounded_full(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<bool, TooLong> {
        Ok(self.shares(room, children, internal, at_least, Values::Bounds)?.is_some())
    }

    /// An upper bound on the most leaves, if it is at least `at_least`.
    fn upper_bound(&mut self, room: Room, internal: u64, at_least: u64) -> Result<Option<u64>, TooLong> {
        let index = self.facts_of(room);
        let last = self.largest_last(index, internal).leaves;
        let roots = self.promising_roots(room, internal, at_least.max(last + 1))?;
        let most = roots.first().map_or(last, |&(bound, _)| bound);
        Ok(Some(most).filter(|&most| most >= at_least))
    }

    fn shares(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
        values: Values,
    ) -> Result<Option<BestShares>, TooLong> {
        let even = internal / children;
        let most = internal - (children - 1);
        let hull = self.hull(room, most)?;
        let above = Above::new(&hull, children, internal);
        let Some(most_loss) = above.total.checked_sub(at_least.saturating_mul(above.line.run)) else { return Ok(None) };
        // The hull is rounded down here, and adding one leaf makes up for that; with its exact value the shares that lose
        // little form an interval.
        let loses_little = |share: &u64| above.loss(*share, hull.leaves_of(*share, 1) + 1) <= most_loss;
        // Above a concave function the loss rises on both sides.
        let less = (1..=even).rev().take_while(loses_little).last();
        let more = (even + 1..=most).take_while(loses_little).last();
        let (first, last) = (less.unwrap_or(even + 1), more.unwrap_or(even));
        let mut choices = Vec::new();
        for share in first..=last {
            let Some(leaves) = above.least_leaves(share, most_loss) else { continue };
            let found = match values {
                Values::Exact => self.largest(room, share, leaves)?.map(|largest| largest.leaves),
                Values::Bounds => self.upper_bound(room, share, leaves)?,
            };
            if let Some(found) = found {
                choices.push(Share { internal: share, loss: above.loss(share, found.min(self.enough)) });
            }
        }
        let (unused_loss, most_work) = (above.line.rise, self.work_left);
        let sharing = Sharing { children, internal, unused_loss, most_loss, most_work };
        let Some(shares) = Shares::best(&choices, sharing)? else { return Ok(None) };
        self.spend(usize::try_from(shares.work).map_err(|_| TooLong)?)?;
        Ok(Some(BestShares { leaves: (above.total - shares.loss()) / above.line.run, shares }))
    }
}

/// The values used for the leaves of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Exact,
    Bounds,
}

/// The best shares, and the number of leaves of all children with them.
struct BestShares {
    leaves: u64,
    shares: Shares,
}

/// A line above the hull of the children. Losses are measured against it, in leaves times the line's run.
struct Above {
    line: Line,
    /// The line's value for all children together.
    total: u64,
}

impl Above {
    fn new(hull: &Hull, children: u64, internal: u64) -> Self {
        let line = hull.line_at(internal, children);
        let beyond = internal - children * line.through.internal;
        let total = (children * line.through.leaves).saturating_mul(line.run);
        Self { line, total: total.saturating_add(beyond.saturating_mul(line.rise)) }
    }

    /// The line's value for one child, in leaves times run.
    fn at(&self, internal: u64) -> u64 {
        let Line { through, rise, run } = self.line;
        // A line above a hull that starts at one leaf is never negative.
        (through.leaves * run + internal * rise).saturating_sub(through.internal * rise)
    }

    fn loss(&self, internal: u64, leaves: u64) -> u64 {
        self.at(internal).saturating_sub(leaves * self.line.run)
    }

    /// The fewest leaves of a child that loses at most `most_loss`.
    fn least_leaves(&self, internal: u64, most_loss: u64) -> Option<u64> {
        Some(self.at(internal).saturating_sub(most_loss).div_ceil(self.line.run))
            .filter(|&leaves| leaves <= self.at(internal))
    }
}
