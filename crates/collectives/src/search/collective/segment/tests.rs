//! The best segment size against that of trying every size.

use super::*;
use logpine_models::model::{HostClass, MessageSize, Port};
use logpine_trees::tree::{PipelineTimes, RankShape, rank_trees};
use proptest::prelude::*;

/// LogGP with a table of steps added to the gap, and rates that may be fractions of a tick.
#[derive(Clone, Debug)]
struct Steps {
    latency: u64,
    overhead: u64,
    gap: u64,
    /// Ticks per ten bytes.
    rate: u64,
    /// A size, and the time by which the gap is longer from that size on.
    step: Option<(u64, u64)>,
}

impl PortTiming for Steps {
    fn name(&self) -> &'static str {
        "steps"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let long = (bytes * self.rate + 5) / 10 + self.step.filter(|step| bytes >= step.0).map_or(0, |step| step.1);
        let gap = Time::from_ticks(self.overhead.max(self.gap + long));
        let busy = Time::from_ticks(self.overhead);
        let delivery = Time::from_ticks(self.latency + 2 * self.overhead + long);
        Some(Port { send_busy: busy, send_gap: gap, recv_busy: busy, recv_gap: gap, delivery })
    }

    fn is_convex(&self) -> bool {
        self.rate.is_multiple_of(10) && self.step.is_none()
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

struct OfShape<'a> {
    shape: &'a RankShape,
    times: PipelineTimes,
}

impl Timed for OfShape<'_> {
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        self.times.time(self.shape, segments)
    }

    fn time_of_gaps(&mut self, _count: u64, full: Port, gaps: Time) -> Option<Time> {
        self.times.time_of_gaps(self.shape, full, gaps)
    }
}

fn models() -> impl Strategy<Value = Steps> {
    let step = prop::option::of((1u64..200, 0u64..60));
    (0u64..200, 0u64..40, 0u64..80, prop_oneof![Just(10u64), Just(30), 0u64..40], step)
        .prop_map(|(latency, overhead, gap, rate, step)| Steps { latency, overhead, gap, rate, step })
}

fn shapes() -> impl Strategy<Value = RankShape> {
    (2u64..40, 2u64..5, 0u8..4).prop_map(|(ranks, k, kind)| match kind {
        0 => rank_trees::chain(ranks),
        1 => rank_trees::k_ary_heap(ranks, k),
        2 => rank_trees::k_ary(ranks, k),
        _ => rank_trees::k_nomial(ranks, k),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_size_is_better(model in models(), shape in shapes(), bytes in 1u64..400) {
        let mut timed = OfShape { shape: &shape, times: PipelineTimes::new() };
        let found = best_cut(&model, bytes, Sizes::ALL, Time::MAX, &mut Effort::default(), &mut timed);
        let mut time = |segments: &Segments| timed.time(segments);
        let cut = found.cut.expect("every size has a time");
        let every = (1..=bytes).map(|segment| {
            let segments = Segments::new(&model, bytes, segment).expect("short");
            (time(&segments).expect("short"), segments.count)
        });
        let best = every.min().expect("at least one byte");
        prop_assert_eq!((cut.time, cut.segments), best);
        prop_assert_eq!(found.exhaustive, Exhaustive::Yes);
        let cut_again = Segments::new(&model, bytes, cut.segment).expect("short");
        prop_assert_eq!(time(&cut_again), Some(cut.time));
    }
}

#[test]
fn only_cuts_within_the_limit_count() {
    let model = Steps { latency: 0, overhead: 0, gap: 10, rate: 10, step: None };
    let shape = rank_trees::chain(4);
    let mut time = OfShape { shape: &shape, times: PipelineTimes::new() };
    let best = best_cut(&model, 1000, Sizes::ALL, Time::MAX, &mut Effort::default(), &mut time).cut.expect("a cut");
    assert_eq!(best_cut(&model, 1000, Sizes::ALL, best.time, &mut Effort::default(), &mut time).cut, Some(best));
    let below = Time::from_ticks(best.time.ticks() - 1);
    assert_eq!(best_cut(&model, 1000, Sizes::ALL, below, &mut Effort::default(), &mut time).cut, None);
}
