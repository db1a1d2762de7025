//! The optimal scatter, against every ordered tree and against the plain recurrence.

use crate::tests::execution::schedules::machines::{Random, any, loggops, loggp, piecewise, plogp};
use crate::tests::execution::schedules::ports::LogGp;
use logpine::collective::scatter_allgather::part_bytes;
use logpine::collective::scatter_allgather::{OPTIMAL_RANKS, Scatter};
use logpine::model::{HostClass, MessageSize, Port, PortTiming, port_timing};
use logpine::units::Time;
use logpine_models::machine::Machine;
use proptest::prelude::*;

/// Gap and delivery of 0, 1, ... P - 1 blocks.
type Costs = Vec<[u64; 2]>;

/// The costs of a broadcast, and of a reduction.
fn costs(timing: &dyn PortTiming, ranks: u64, bytes: u64) -> [Costs; 2] {
    [false, true].map(|backwards| {
        let of = |blocks| {
            let port = timing.port_up_to(part_bytes(ranks, bytes, blocks).expect("bytes")).expect("short");
            let port = if backwards { port.reversed(Time::ZERO).expect("short") } else { port };
            [port.send_gap.ticks(), port.delivery.ticks()]
        };
        std::iter::once([0; 2]).chain((1..ranks).map(of)).collect()
    })
}

/// A rank with its receivers, in order.
#[derive(Clone)]
struct Sender(Vec<Sender>);

impl Sender {
    fn ranks(&self) -> usize {
        1 + self.0.iter().map(Self::ranks).sum::<usize>()
    }

    /// The time at which the last rank has its block, if this one has all of theirs now.
    fn end(&self, now: u64, costs: &Costs) -> u64 {
        let (mut free, mut end) = (now, now);
        for receiver in &self.0 {
            let [gap, delivery] = costs[receiver.ranks()];
            end = end.max(receiver.end(free + delivery, costs));
            free += gap;
        }
        end.max(free)
    }
}

/// All ordered trees of that many ranks.
fn trees(ranks: usize) -> Vec<Sender> {
    let mut all = Vec::new();
    if ranks == 1 {
        all.push(Sender(Vec::new()));
    }
    for first in 1..ranks {
        for Sender(others) in trees(ranks - first) {
            all.extend(trees(first).into_iter().map(|first| Sender([vec![first], others.clone()].concat())));
        }
    }
    all
}

/// T(P) with every part tried.
fn recurrence(costs: &Costs) -> u64 {
    let mut times = vec![0u64; 2];
    for blocks in 2..=costs.len() {
        let of = |part: usize| (costs[part][1] + times[part]).max(costs[part][0] + times[blocks - part]);
        times.push((1..blocks).map(of).min().expect("a part"));
    }
    times[costs.len()]
}

fn found(timing: &dyn PortTiming, ranks: u64, bytes: u64) -> [u64; 2] {
    let times = [Scatter::OPTIMAL.time(timing, ranks, bytes), Scatter::OPTIMAL.gather_time(timing, ranks, bytes)];
    times.map(|time| time.expect("short").ticks())
}

fn sized() -> impl Strategy<Value = Random> {
    prop_oneof![loggp(), loggops(), plogp(), piecewise()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_ordered_tree_is_faster(machine in sized(), ranks in 2usize..=8, bytes in 1u64..100) {
        let trees = trees(ranks);
        let costs = costs(&*machine.timing, ranks as u64, bytes);
        let least = costs.map(|costs| trees.iter().map(|tree| tree.end(0, &costs)).min().expect("a tree"));
        prop_assert_eq!(found(&*machine.timing, ranks as u64, bytes), least);
    }

    #[test]
    fn it_takes_the_least_of_all_parts(machine in any(), ranks in 2u64..200, bytes in prop_oneof![1u64..300, 1u64..100_000]) {
        let least = costs(&*machine.timing, ranks, bytes).map(|costs| recurrence(&costs));
        prop_assert_eq!(found(&*machine.timing, ranks, bytes), least);
    }

    /// Gaps and deliveries that grow in steps of any height.
    #[test]
    fn it_does_on_machines_of_any_steps(
        steps in prop::collection::vec((0u64..20, 0u64..20), 2..60), rest in 0u64..3,
    ) {
        let timing = Steps(steps);
        let ranks = timing.0.len() as u64;
        let bytes = ranks - 1 - rest.min(ranks - 2);
        let least = costs(&timing, ranks, bytes).map(|costs| recurrence(&costs));
        prop_assert_eq!(found(&timing, ranks, bytes), least);
    }

    /// With equal blocks, whose times are exact.
    #[test]
    fn no_k_nomial_tree_is_faster(machine in sized(), ranks in 2u64..100, block in 1u64..1000) {
        let timing = &*machine.timing;
        let [optimal, backwards] = found(timing, ranks, ranks * block);
        for radix in 2..=ranks {
            let scatter = Scatter::with_radix(radix);
            let time = scatter.time(timing, ranks, ranks * block).expect("short").ticks();
            let gather = scatter.gather_time(timing, ranks, ranks * block).expect("short").ticks();
            prop_assert!(optimal <= time && backwards <= gather, "k = {}", radix);
        }
    }

    #[test]
    fn more_bytes_are_never_faster(machine in loggp(), ranks in 2u64..200, bytes in 1u64..1000) {
        let [less, more] = [bytes, bytes + 1].map(|bytes| found(&*machine.timing, ranks, bytes));
        prop_assert!(less[0] <= more[0] && less[1] <= more[1]);
    }

    /// Gap and delivery of one slope: with equal blocks of the same message, more ranks are never faster.
    #[test]
    fn more_ranks_are_never_faster_without_a_floor(
        latency in 0u64..200, overhead in 0u64..20, above in 0u64..20, gap_per_byte in 0u64..10, ranks in 2u64..150,
        bytes in 1u64..50,
    ) {
        let timing = LogGp { latency, overhead, gap: overhead.max(gap_per_byte) + above, gap_per_byte };
        let bytes = bytes * ranks * (ranks + 1);
        let [fewer, more] = [ranks, ranks + 1].map(|ranks| found(&timing, ranks, bytes));
        prop_assert!(fewer[0] <= more[0] && fewer[1] <= more[1], "{:?} {:?}", fewer, more);
    }
}

/// The additions of 1, 2, ... bytes to the gap and the delivery.
struct Steps(Vec<(u64, u64)>);

impl PortTiming for Steps {
    fn name(&self) -> &'static str {
        "steps"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let steps = self.0.get(..usize::try_from(bytes).ok()?)?;
        let [gap, delivery] = [steps.iter().map(|step| step.0).sum(), steps.iter().map(|step| step.1).sum()];
        let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
        Some(Port { send_gap: gap, recv_gap: gap, delivery, ..Default::default() })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

/// o = 1.5 us is more than the gap of up to 84 bytes: two blocks of 42 bytes, or of 36.
#[test]
fn more_ranks_can_be_faster_where_the_overhead_is_a_floor() {
    let timing = port_timing(&Machine::load("loggopsim").expect("built in"), None).expect("LogGOPS");
    let times = [6, 7].map(|ranks| found(&*timing, ranks, 252)[0]);
    // To 2 of 6: 5.998 us, and 5.746 us from there. To 2 of 7, then to 4 and to the last of them 5.710 us.
    assert_eq!(times, [11_744_000, 11_710_000]);
}

#[test]
fn the_ends_of_the_range() {
    let timing = LogGp { latency: 1, overhead: 0, gap: 1, gap_per_byte: 2 };
    let time = |ranks, bytes| Scatter::OPTIMAL.time(&timing, ranks, bytes).map(Time::ticks);
    assert_eq!([time(0, 9), time(9, 0), time(OPTIMAL_RANKS + 1, 1 << 20), time(u64::MAX, u64::MAX)], [None; 4]);
    assert_eq!([time(1, 9), time(2, 2), time(2, 1)], [Some(0), Some(1), Some(1)]);
    assert!(time(OPTIMAL_RANKS, 1 << 20).is_some());
    assert_eq!([time(2, u64::MAX), time(3, 1 << 61)], [None; 2], "near 2^61 ticks");
    assert_eq!(Scatter::OPTIMAL.radix(), None);
}
