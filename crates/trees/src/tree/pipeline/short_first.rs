//! The exact time of a segmented broadcast whose first segment is the shorter one.
//!
//! A longest path through the messages goes down the tree with the first segment, turns to the second at some rank, goes
//! further down, stays at a rank for all further segments, and goes down with the last one to a leaf.

use super::super::rank_shape::{RankId, RankShape};
use super::super::segments::Segments;
use super::PipelineTimes;
use logpine_text::units::Time;

/// The longest paths from a rank to a leaf below it, relative to the time at which the rank has the segment. Times saturate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Finish {
    /// With one of the full segments.
    full: u64,
    /// From the second segment to the last.
    to_last: u64,
    /// From the first segment to the last.
    all: u64,
}

impl Finish {
    fn max(self, other: Self) -> Self {
        Self { full: self.full.max(other.full), to_last: self.to_last.max(other.to_last), all: self.all.max(other.all) }
    }

    /// The same after some time with a full segment, or with the first one.
    const fn after(self, full: u64, first: u64) -> Self {
        Self {
            full: self.full.saturating_add(full),
            to_last: self.to_last.saturating_add(full),
            all: self.all.saturating_add(first),
        }
    }
}

impl PipelineTimes {
    /// [`PipelineTimes::time`] if the short segment, the `last` of the segments, is sent first. A reduction along the same
    /// tree that sends its short segment last is this broadcast, run backwards. `None` past [`Time::MAX`].
    ///
    /// **Complexity** O([`RankShape::distinct`]).
    #[must_use]
    pub fn time_short_first(&mut self, shape: &RankShape, segments: &Segments) -> Option<Time> {
        let Segments { count, full, last: first } = *segments;
        if count == 1 || full == first || shape.distinct() == 1 {
            return self.time(shape, segments);
        }
        let further = count - 2;
        // The time of a rank with so many children from the first segment to the second, and from a full one to the next.
        let turn = |fanout: u64| match fanout.checked_sub(1) {
            None => Some(full.recv_gap.max(full.recv_busy)),
            Some(children) => {
                let sends = first.send_gap.checked_mul(children)?;
                let last = first.send_gap.max(first.send_busy.checked_add(full.recv_busy)?);
                Some(sends.checked_add(last)?.max(full.recv_gap))
            }
        };
        let rank = |fanout: u64, list: Finish| {
            let (turn, period) = (turn(fanout)?.ticks(), full.period(fanout)?.ticks().saturating_mul(further));
            let to_last = list.to_last.max(period.saturating_add(list.full));
            Some(Finish { to_last, all: list.all.max(turn.saturating_add(to_last)), ..list })
        };
        let mut lists = std::mem::take(&mut self.first_lists);
        lists.clear();
        lists.push(Finish::default());
        for id in shape.nodes().skip(1) {
            let Some(run) = shape.parts(id) else { continue };
            let child = rank(shape.fanout(run.child), lists[run.child.index()])?;
            let [gap, first_gap] = [full.send_gap, first.send_gap].map(Time::ticks);
            let [delivery, first_delivery] = [full.delivery, first.delivery].map(Time::ticks);
            let before = |gap: u64| gap.saturating_mul(run.count - 1);
            let here =
                child.after(before(gap).saturating_add(delivery), before(first_gap).saturating_add(first_delivery));
            lists.push(if run.rest == RankId::LEAF {
                here
            } else {
                here.max(
                    lists[run.rest.index()].after(gap.saturating_mul(run.count), first_gap.saturating_mul(run.count)),
                )
            });
        }
        let list = lists[shape.root().index()];
        self.first_lists = lists;
        // The root has every segment from the start.
        let fanout = shape.fanout(shape.root());
        let period = full.root_period(fanout)?.ticks().saturating_mul(further);
        let to_last = list.to_last.max(period.saturating_add(list.full));
        let finish = list.all.max(first.root_period(fanout)?.ticks().saturating_add(to_last));
        (finish < u64::MAX).then(|| Time::from_ticks(finish))
    }
}
