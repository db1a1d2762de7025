//! Quick answers: processes are shared evenly, or as neighbouring vertices of the hull suggest, and only few roots are
//! tried.

use super::super::hull::Line;
use super::{Reach, Room, TooLong};
use std::cmp::Reverse;

/// The fanout above which some roots are passed over.
const EVERY_FANOUT: u64 = 24;

/// A number of children with equal shares: the processes of each, and their number.
#[derive(Clone, Copy, Debug)]
struct Alike {
    internal: u64,
    children: u64,
}

impl Reach<'_> {
    /// Fanouts of full roots that are worth trying, with upper bounds: those with the highest bounds, and those with the
    /// most leaves if their children are last nodes.
    pub(super) fn likely_roots(&mut self, room: Room, internal: u64, beats: u64) -> Result<Vec<(u64, u64)>, TooLong> {
        let roots = self.promising_roots(room, internal, beats)?;
        let mut likely: Vec<(u64, u64)> = roots.iter().copied().take(self.breadth.div_ceil(2)).collect();
        let is_tried = |fanout: u64| fanout <= EVERY_FANOUT || fanout.is_multiple_of(fanout / EVERY_FANOUT + 1);
        let mut by_last = Vec::new();
        for &(bound, fanout) in roots.iter().filter(|(_, fanout)| is_tried(*fanout)) {
            let below = self.below(room, fanout);
            let (share, larger) = ((internal - 1) / fanout, (internal - 1) % fanout);
            let leaves = larger * self.plain_last(below, share + 1) + (fanout - larger) * self.plain_last(below, share);
            by_last.push((leaves, bound, fanout));
        }
        by_last.sort_unstable_by_key(|&(leaves, _, fanout)| (Reverse(leaves), fanout));
        for (_, bound, fanout) in by_last.into_iter().take(self.breadth.div_ceil(2)) {
            if !likely.contains(&(bound, fanout)) {
                likely.push((bound, fanout));
            }
        }
        self.spend(roots.len())?;
        Ok(likely)
    }

    /// The leaves of the last node with as many children as there are processes for.
    fn plain_last(&self, room: Room, internal: u64) -> u64 {
        let fanout = internal.saturating_sub(1).max(2);
        let widest = self.costs.widest_within(room.units);
        if internal < 3 || fanout > widest {
            return widest;
        }
        fanout * self.costs.widest_within(room.units - self.costs.of(fanout))
    }

    /// The most leaves found below a full root whose children have this room each and these processes among them.
    pub(super) fn even_full(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<Option<u64>, TooLong> {
        let mut most = 0;
        for sharing in self.simple_sharings(room, children, internal)? {
            most = most.max(self.leaves_of(room, &sharing)?);
        }
        Ok(Some(most).filter(|&leaves| leaves >= at_least))
    }

    /// The number of processes of each of these children.
    pub(super) fn even_children(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<Option<Vec<u64>>, TooLong> {
        let mut best = (0, Vec::new());
        for sharing in self.simple_sharings(room, children, internal)? {
            let leaves = self.leaves_of(room, &sharing)?;
            if leaves > best.0 {
                let each = sharing.iter().flat_map(|alike| (0..alike.children).map(|_| alike.internal));
                best = (leaves, each.collect());
            }
        }
        Ok(Some(best.1).filter(|_| best.0 >= at_least))
    }

    fn leaves_of(&mut self, room: Room, sharing: &[Alike]) -> Result<u64, TooLong> {
        let mut leaves = 0;
        for alike in sharing.iter().filter(|alike| alike.children > 0) {
            leaves += alike.children * self.largest(room, alike.internal, 1)?.map_or(1, |largest| largest.leaves);
        }
        Ok(leaves)
    }

    /// Ways to share processes among children: evenly, and as the neighbouring vertices of the hull suggest.
    fn simple_sharings(&mut self, room: Room, children: u64, internal: u64) -> Result<Vec<Vec<Alike>>, TooLong> {
        let alike = |internal, children| Alike { internal, children };
        let (share, larger) = (internal / children, internal % children);
        let mut sharings = vec![vec![alike(share + 1, larger), alike(share, children - larger)]];
        if self.is_long(room) {
            return Ok(sharings);
        }
        let Line { through, rise, run } = self.hull(room, internal - (children - 1))?.line_at(internal, children);
        if rise > 0 {
            let beyond = internal - children * through.internal;
            let (larger, rest) = (beyond / run, beyond % run);
            let (lower, upper) = (through.internal, through.internal + run);
            sharings.push(vec![alike(upper, larger), alike(lower + rest, 1), alike(lower, children - larger - 1)]);
        }
        Ok(sharings)
    }
}
