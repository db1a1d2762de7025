//! The exact time of a segmented broadcast along a rank tree.
//!
//! Every rank runs the same program: it receives segment j, sends it to its first, second, … child, and only then turns to
//! segment j + 1. All segments but the last are equal, so three numbers determine the times at which a rank passes them on,
//! and the whole tree is evaluated over its distinct subtrees only.

mod short_first;

use super::rank_shape::{RankId, RankShape};
use super::segments::Segments;
use logpine_models::model::Port;
use logpine_text::units::Time;

/// The time at which the last segment arrives, as the largest of three sums. Times saturate.
///
/// All times are relative to the first segment: `ready` is the time at which the last segment can be sent by (or is usable
/// at) a rank, `before` is that time for the segment before the last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Finish {
    /// The summand to add to `ready`.
    pub after_ready: u64,
    /// The summand to add to `before`.
    pub after_before: u64,
    /// The time that the ranks' own periods take, regardless of arrivals.
    pub own: u64,
}

/// Evaluator of trees, one after the other, without an allocation for each.
#[derive(Debug, Default)]
pub struct PipelineTimes {
    /// The finish of each rank's list of children, or of a tail of such a list.
    lists: Vec<Finish>,
    /// The same for [`PipelineTimes::time_of_gaps`].
    gap_lists: Vec<u64>,
    /// The same for [`PipelineTimes::time_short_first`].
    first_lists: Vec<short_first::Finish>,
}

impl PipelineTimes {
    /// Returns a new evaluator.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The time from the root's first send until every rank can use every segment; `None` past [`Time::MAX`].
    ///
    /// With one segment this is the largest sum over a path of `(i - 1) send_gap + delivery` for the i-th child. With n
    /// segments it equals a replay of the ranks' programs: at most the time of the first segment and n - 1 times the largest
    /// period, less what the shorter last segment saves.
    ///
    /// **Complexity** O([`RankShape::distinct`]).
    #[must_use]
    pub fn time(&mut self, shape: &RankShape, segments: &Segments) -> Option<Time> {
        let Segments { count, full, last } = *segments;
        if shape.distinct() == 1 {
            return Some(Time::ZERO);
        }
        let rules = Rules::new(segments)?;
        self.lists.clear();
        self.lists.push(Finish::default());
        for rank in shape.nodes().skip(1) {
            let finish = rules.list(shape, rank, &self.lists);
            self.lists.push(finish);
        }
        let root = self.lists[shape.root().index()];
        let finish = if count == 1 {
            root.after_ready
        } else {
            let period = full.root_period(shape.fanout(shape.root()))?.ticks();
            let before = period.saturating_mul(count - 2);
            let ready = before.saturating_add(period);
            root.own.max(ready.saturating_add(root.after_ready)).max(before.saturating_add(root.after_before))
        };
        debug_assert!(finish >= last.delivery.ticks());
        (finish < u64::MAX).then(|| Time::from_ticks(finish))
    }
}

impl PipelineTimes {
    /// A lower bound on [`PipelineTimes::time`] for any segments of which all but the last cost at least `full` and whose
    /// gaps add up to at least `gaps`. A rank with c children has the first segment after the time of a first segment to it,
    /// and then sends every segment c times. The bound holds if no message is delivered before its gap is over. `None` past
    /// [`Time::MAX`].
    ///
    /// **Complexity** O([`RankShape::distinct`]).
    #[must_use]
    pub fn time_of_gaps(&mut self, shape: &RankShape, full: Port, gaps: Time) -> Option<Time> {
        let (gap, delivery, gaps) = (full.send_gap.ticks(), full.delivery.ticks(), gaps.ticks());
        let lists = &mut self.gap_lists;
        lists.clear();
        lists.push(0);
        for rank in shape.nodes().skip(1) {
            let Some(run) = shape.parts(rank) else { continue };
            let sends = gaps.saturating_mul(shape.fanout(run.child));
            let earlier = gap.saturating_mul(run.count - 1);
            let child = sends.max(lists[run.child.index()]).saturating_add(delivery).saturating_add(earlier);
            let rest = if run.rest == RankId::LEAF {
                0
            } else {
                earlier.saturating_add(gap).saturating_add(lists[run.rest.index()])
            };
            lists.push(child.max(rest));
        }
        let root = shape.root();
        let time = lists[root.index()].max(gaps.saturating_mul(shape.fanout(root)));
        (time < u64::MAX).then(|| Time::from_ticks(time))
    }
}

/// The numbers of [`Segments`] in ticks, as the inner loop needs them.
pub(super) struct Rules {
    pub full_gap: u64,
    pub full_delivery: u64,
    pub last_gap: u64,
    pub last_delivery: u64,
    /// The time from the start of a rank's last send of a segment to its first send of the next: among segments before the
    /// last, and from the one before the last to the last.
    pub full_turn: u64,
    pub turn: u64,
    /// The least time between the receptions of two segments, and of the last two.
    pub full_recv_gap: u64,
    pub recv_gap: u64,
    /// The number of segments before the last, minus one.
    pub earlier: u64,
    /// A rank without children.
    pub leaf: Finish,
}

impl Rules {
    pub fn new(segments: &Segments) -> Option<Self> {
        let Segments { count, full, last } = *segments;
        let earlier = count.saturating_sub(2);
        let turn = full.send_gap.max(full.send_busy.checked_add(last.recv_busy)?);
        let between = last.recv_gap.max(last.recv_busy).ticks();
        let own = full.period(0)?.ticks().saturating_mul(earlier).saturating_add(between);
        Some(Self {
            full_gap: full.send_gap.ticks(),
            full_delivery: full.delivery.ticks(),
            last_gap: last.send_gap.ticks(),
            last_delivery: last.delivery.ticks(),
            full_turn: full.send_gap.max(full.send_busy.checked_add(full.recv_busy)?).ticks(),
            turn: turn.ticks(),
            full_recv_gap: full.recv_gap.ticks(),
            recv_gap: last.recv_gap.ticks(),
            earlier,
            leaf: Finish { after_ready: 0, after_before: between, own },
        })
    }

    /// The finish of a subtree, from the finish of its root's children.
    fn rank(&self, fanout: u64, list: Finish) -> Finish {
        let Some(further) = fanout.checked_sub(1) else {
            return self.leaf;
        };
        // After the segment before the last the rank still has to send it to its further children.
        let sends = self.full_gap.saturating_mul(further);
        let turn = sends.saturating_add(self.turn).max(self.recv_gap);
        let after_before = list.after_before.max(turn.saturating_add(list.after_ready));
        let period = sends.saturating_add(self.full_turn).max(self.full_recv_gap);
        let own = list.own.max(period.saturating_mul(self.earlier).saturating_add(after_before));
        Finish { after_ready: list.after_ready, after_before, own }
    }

    /// The finish of the children of a rank, or of a tail of them. In a run of equal children the last is the latest.
    fn list(&self, shape: &RankShape, rank: RankId, lists: &[Finish]) -> Finish {
        let Some(run) = shape.parts(rank) else {
            return Finish::default();
        };
        let child = self.rank(shape.fanout(run.child), lists[run.child.index()]);
        let (full, last) = (self.full_gap.saturating_mul(run.count - 1), self.last_gap.saturating_mul(run.count - 1));
        let (first_full, first_last) =
            (full.saturating_add(self.full_delivery), last.saturating_add(self.last_delivery));
        let here = Finish {
            after_ready: first_last.saturating_add(child.after_ready),
            after_before: first_full.saturating_add(child.after_before),
            own: first_full.saturating_add(child.own),
        };
        if run.rest == RankId::LEAF {
            return here;
        }
        let rest = lists[run.rest.index()];
        let (full, last) = (full.saturating_add(self.full_gap), last.saturating_add(self.last_gap));
        Finish {
            after_ready: here.after_ready.max(last.saturating_add(rest.after_ready)),
            after_before: here.after_before.max(full.saturating_add(rest.after_before)),
            own: here.own.max(full.saturating_add(rest.own)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
