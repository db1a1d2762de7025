//! The optimal scatter, against every ordered tree and against the plain recurrence.

use crate::tests::execution::schedules::machines::{Random, any, loggops, loggp, piecewise, plogp};
use crate::tests::execution::schedules::ports::LogGp;
use logpine::units::Time;
use logpine_collectives::collective::scatter_allgather::part_bytes;
use logpine_collectives::collective::scatter_allgather::{OPTIMAL_RANKS, Scatter};
use logpine_models::model::PortTiming;
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
