//! The exact time of a segmented broadcast along a rank tree.
//!
//! Every rank runs the same program: it receives segment j, sends it to its first, second, … child, and only then turns to
//! segment j + 1. All segments but the last are equal, so three numbers determine the times at which a rank passes them on,
//! and the whole tree is evaluated over its distinct subtrees only.

use super::rank_shape::{RankId, RankShape};
use crate::model::{Port, PortTiming};
use crate::units::Time;

/// A message cut in segments of equal size; the last may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The number of segments, at least 1.
    pub count: u64,
    /// The port of every segment but the last.
    pub full: Port,
    /// The port of the last segment.
    pub last: Port,
}

impl Segments {
    /// The duration of a round in which some ranks may pass on a full segment and others the last; `None` past
    /// [`Time::MAX`].
    #[must_use]
    pub fn round(&self) -> Option<Time> {
        self.full.max_of_each(self.last).round()
    }

    /// One message that is not cut.
    #[must_use]
    pub const fn whole(port: Port) -> Self {
        Self { count: 1, full: port, last: port }
    }

    /// `bytes` in segments of `segment` bytes; the last has what is left. `None` if a time exceeds [`Time::MAX`]. A segment
    /// of 0 bytes counts as 1, one above `bytes` as `bytes`.
    #[must_use]
    pub fn new(timing: &dyn PortTiming, bytes: u64, segment: u64) -> Option<Self> {
        let segment = segment.clamp(1, bytes.max(1));
        let count = bytes.div_ceil(segment).max(1);
        let full = timing.port(segment)?;
        let last = bytes - (count - 1) * segment;
        let last = if last == segment { full } else { timing.port(last)? };
        Some(Self { count, full, last })
    }

    /// `bytes` in `count` blocks that differ by at most a byte; `full` stands for the larger ones. `None` if a time exceeds
    /// [`Time::MAX`]. A count of 0 counts as 1, one above `bytes` as `bytes`.
    #[must_use]
    pub fn even(timing: &dyn PortTiming, bytes: u64, count: u64) -> Option<Self> {
        let count = count.clamp(1, bytes.max(1));
        let full = timing.port(bytes.div_ceil(count).max(1))?;
        let last = if bytes.is_multiple_of(count) { full } else { timing.port(bytes / count)? };
        Some(Self { count, full, last })
    }

    /// The time from one message to the next in a stream of messages, each cut in the same way, at a rank whose segments
    /// take `period(port)`. `None` past [`Time::MAX`].
    #[must_use]
    pub fn period(&self, period: impl Fn(Port) -> Option<Time>) -> Option<Time> {
        period(self.full)?.checked_mul(self.count - 1)?.checked_add(period(self.last)?)
    }
}

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
pub(super) mod tests {
    use super::*;
    use crate::tree::RankShapeBuilder;
    use proptest::prelude::*;

    /// The children of each rank, parents before children; the root first.
    fn explicit(shape: &RankShape) -> Vec<Vec<usize>> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new()];
        let mut subtrees = vec![shape.root()];
        let mut rank = 0;
        while rank < subtrees.len() {
            for run in shape.children(subtrees[rank]).collect::<Vec<_>>() {
                for _ in 0..run.count {
                    children[rank].push(subtrees.len());
                    subtrees.push(run.child);
                    children.push(Vec::new());
                }
            }
            rank += 1;
        }
        children
    }

    /// Runs every rank's program: receive a segment, send it to each child, go on with the next.
    fn replayed(children: &[Vec<usize>], segments: &Segments) -> u64 {
        let ticks =
            |port: Port| [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery].map(Time::ticks);
        let count = usize::try_from(segments.count).expect("few segments");
        let mut usable = vec![vec![0u64; count]; children.len()];
        let mut finish = 0;
        for rank in 0..children.len() {
            let (mut processor, mut next_send, mut next_recv) = (0, 0, 0);
            let arrivals = std::mem::take(&mut usable[rank]);
            for (segment, &arrival) in arrivals.iter().enumerate() {
                let port = ticks(if segment + 1 == count { segments.last } else { segments.full });
                let [send_busy, send_gap, recv_busy, recv_gap, delivery] = port;
                let mut now = arrival;
                if rank > 0 {
                    if segment > 0 {
                        now = now.max(processor + recv_busy).max(next_recv + recv_gap);
                    }
                    next_recv = now;
                    processor = now;
                }
                finish = finish.max(now);
                for &child in &children[rank] {
                    let start = now.max(next_send).max(processor);
                    usable[child][segment] = start + delivery;
                    processor = start + send_busy;
                    next_send = start + send_gap;
                    now = start;
                }
            }
        }
        finish
    }

    /// Any tree, by combining parts at random.
    fn shapes() -> impl Strategy<Value = RankShape> {
        prop::collection::vec((any::<prop::sample::Index>(), 1u64..3, any::<prop::sample::Index>()), 1..7).prop_map(
            |parts| {
                let mut builder = RankShapeBuilder::new();
                let mut known = vec![RankId::LEAF];
                for (child, count, rest) in parts {
                    let next = builder.prepend(*child.get(&known), count, *rest.get(&known));
                    known.push(next);
                }
                builder.finish(known[known.len() - 1])
            },
        )
    }

    /// Ports with the same cost on both sides, as in all models without separate overheads.
    pub fn segments() -> impl Strategy<Value = Segments> {
        let of = |busy: u64, gap: u64, flight: u64| {
            let [busy, gap] = [busy, gap.max(busy)].map(Time::from_ticks);
            let delivery = Time::from_ticks(2 * busy.ticks() + flight);
            Port { send_busy: busy, send_gap: gap, recv_busy: busy, recv_gap: gap, delivery }
        };
        (1u64..6, 0u64..5, 0u64..9, 0u64..9, 0u64..4, 0u64..4, 0u64..4).prop_map(
            move |(count, busy, gap, flight, less_busy, less_gap, less_flight)| {
                let last = of(
                    busy.saturating_sub(less_busy),
                    gap.saturating_sub(less_gap),
                    flight.saturating_sub(less_flight),
                );
                Segments { count, full: of(busy, gap, flight), last }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_time_is_that_of_the_ranks_programs(shape in shapes(), segments in segments()) {
            let children = explicit(&shape);
            prop_assert_eq!(children.len() as u64, shape.ranks());
            let time = PipelineTimes::new().time(&shape, &segments).map(Time::ticks);
            prop_assert_eq!(time, Some(replayed(&children, &segments)), "{:?}", children);
        }

        /// Reversed ports tell the sides apart.
        #[test]
        fn reductions_too(shape in shapes(), segments in segments(), combine in 0u64..4) {
            let back = |port: Port| port.reversed(Time::from_ticks(combine)).expect("short times");
            let segments = Segments { full: back(segments.full), last: back(segments.last), ..segments };
            let time = PipelineTimes::new().time(&shape, &segments).map(Time::ticks);
            prop_assert_eq!(time, Some(replayed(&explicit(&shape), &segments)));
        }
    }

    #[test]
    fn times_beyond_the_largest_are_none() {
        let mut builder = RankShapeBuilder::new();
        let root = builder.prepend(RankId::LEAF, 1 << 40, RankId::LEAF);
        let shape = builder.finish(root);
        let long = Time::from_ticks(1 << 40);
        let port = Port { send_gap: long, recv_gap: long, delivery: long, ..Port::default() };
        assert_eq!(PipelineTimes::new().time(&shape, &Segments::whole(port)), None);
        assert_eq!(PipelineTimes::new().time(&shape, &Segments { count: 1 << 40, full: port, last: port }), None);
        assert_eq!(PipelineTimes::new().time(&RankShape::single(), &Segments::whole(port)), Some(Time::ZERO));
    }

    #[test]
    fn example_of_pipeline_times_time() {
        use logpine::model::Port;
        use logpine::tree::{PipelineTimes, RankId, RankShapeBuilder, Segments};
        use logpine::units::Time;
        // A chain of 4 ranks, 5 segments, one tick each: n + P - 2 rounds.
        let mut builder = RankShapeBuilder::new();
        let chain = (0..3).fold(RankId::LEAF, |child, _| builder.prepend(child, 1, RankId::LEAF));
        let tick = Time::from_ticks(1);
        let port = Port { send_gap: tick, recv_gap: tick, delivery: tick, ..Port::default() };
        let segments = Segments { count: 5, full: port, last: port };
        assert_eq!(PipelineTimes::new().time(&builder.finish(chain), &segments), Some(Time::from_ticks(7)));
    }
}
