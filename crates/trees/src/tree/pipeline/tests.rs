//! The times of pipelines, against a run of the programs of all ranks.

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

/// Runs every rank's program: receive a segment, send it to each child, go on with the next. The segment number `short` is the
/// short one.
fn replayed(children: &[Vec<usize>], segments: &Segments, short: usize) -> u64 {
    let ticks =
        |port: Port| [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery].map(Time::ticks);
    let count = usize::try_from(segments.count).expect("few segments");
    let mut usable = vec![vec![0u64; count]; children.len()];
    let mut finish = 0;
    for rank in 0..children.len() {
        let (mut processor, mut next_send, mut next_recv) = (0, 0, 0);
        let arrivals = std::mem::take(&mut usable[rank]);
        for (segment, &arrival) in arrivals.iter().enumerate() {
            let port = ticks(if segment == short { segments.last } else { segments.full });
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

/// The number of the last segment.
fn last_of(segments: &Segments) -> usize {
    usize::try_from(segments.count).expect("few segments") - 1
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
            let last =
                of(busy.saturating_sub(less_busy), gap.saturating_sub(less_gap), flight.saturating_sub(less_flight));
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
        prop_assert_eq!(time, Some(replayed(&children, &segments, last_of(&segments))), "{:?}", children);
        let time = PipelineTimes::new().time_short_first(&shape, &segments).map(Time::ticks);
        prop_assert_eq!(time, Some(replayed(&children, &segments, 0)), "{:?}", children);
    }

    /// Reversed ports tell the sides apart.
    #[test]
    fn reductions_too(shape in shapes(), segments in segments(), combine in 0u64..4) {
        let back = |port: Port| port.reversed(Time::from_ticks(combine)).expect("short times");
        let segments = Segments { full: back(segments.full), last: back(segments.last), ..segments };
        let time = PipelineTimes::new().time(&shape, &segments).map(Time::ticks);
        prop_assert_eq!(time, Some(replayed(&explicit(&shape), &segments, last_of(&segments))));
        let time = PipelineTimes::new().time_short_first(&shape, &segments).map(Time::ticks);
        prop_assert_eq!(time, Some(replayed(&explicit(&shape), &segments, 0)));
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
