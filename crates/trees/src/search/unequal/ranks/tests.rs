//! Compares the search with every order of sends.

use super::*;
use logpine_models::job::{Allocation, Host};
use logpine_models::machine::Machine;
use logpine_models::model::{HostClass, MessageSize, Port, PortTiming, Reversed, UnequalPorts};
use logpine_text::units::Factor;
use logpine_text::watch::OverAfter;
use proptest::prelude::*;

/// Any gap and delivery between any two ranks.
struct Matrix {
    ranks: usize,
    gaps: Vec<u64>,
    deliveries: Vec<u64>,
}

impl PortTiming for Matrix {
    fn name(&self) -> &'static str {
        "matrix"
    }

    fn host_classes(&self) -> u16 {
        u16::try_from(self.ranks).expect("few")
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Indivisible
    }

    fn between(&self, _: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        let at = usize::from(sender.0) * self.ranks + usize::from(receiver.0);
        let [send_gap, delivery] = [self.gaps[at], self.deliveries[at]].map(Time::from_ticks);
        Some(Port { send_gap, delivery, ..Port::default() })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

impl Matrix {
    /// The times with each rank as a group of its own.
    fn times(&self) -> RankTimes {
        let hosts = (0u16..).take(self.ranks).map(HostClass);
        let groups: Vec<RankGroup> = hosts.map(|host| RankGroup { host, peer: host, ranks: 1 }).collect();
        RankTimes::new(self, 1, &groups, 0).expect("few ranks")
    }

    /// Tries every next send from an informed rank to another.
    fn brute(&self, next: &mut Vec<Option<u64>>, last: u64, best: &mut u64) {
        if next.iter().all(Option::is_some) {
            *best = last.min(*best);
        }
        for sender in 0..self.ranks {
            let Some(start) = next[sender] else { continue };
            for receiver in 0..self.ranks {
                if next[receiver].is_some() {
                    continue;
                }
                let at = sender * self.ranks + receiver;
                let arrival = start + self.deliveries[at];
                next[sender] = Some(start + self.gaps[at]);
                next[receiver] = Some(arrival);
                self.brute(next, last.max(arrival), best);
                next[sender] = Some(start);
                next[receiver] = None;
            }
        }
    }
}

/// The largest of the arrivals, which the tree of a search states.
fn last(times: &RankTimes, found: &RanksFound) -> Option<Time> {
    times.arrivals(&found.tree, &found.groups)?.into_iter().max()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exact_search_is_brute_force_and_lies_between_bound_and_heuristic(
        ranks in 1usize..7,
        gaps in prop::collection::vec(0u64..9, 36),
        deliveries in prop::collection::vec(0u64..15, 36),
    ) {
        let matrix = Matrix { ranks, gaps, deliveries };
        let times = matrix.times();
        let mut expected = u64::MAX;
        let mut next = vec![None; ranks];
        next[0] = Some(0);
        matrix.brute(&mut next, 0, &mut expected);
        let found = best(&times, &()).expect("small");
        prop_assert_eq!((found.time.ticks(), found.bound.ticks()), (expected, expected));
        prop_assert_eq!(last(&times, &found), Some(found.time));
        if ranks > 1 {
            let heuristic = beyond(&times, &()).expect("small");
            prop_assert_eq!(last(&times, &heuristic), Some(heuristic.time));
            prop_assert!(heuristic.bound <= found.time && found.time <= heuristic.time, "{:?} {expected}", heuristic);
        }
    }

    /// Ranks of up to four kinds that differ in speed: up to 16 of them.
    #[test]
    fn bounds_and_heuristics_keep_to_the_optimum(
        latency in 1u64..40,
        overhead in 1u64..20,
        gap in 1u64..20,
        tenths in prop::array::uniform4(10u64..31),
        counts in prop::array::uniform4(1u64..5),
        direction in prop::bool::ANY,
    ) {
        let machine = logp(latency, overhead, gap, "");
        let allocation = pairs_of_hosts(&tenths);
        let ports = UnequalPorts::new(&machine, None, &allocation).expect("it has [logp]");
        let reversed = Reversed(&ports);
        let timing: &dyn PortTiming = if direction { &ports } else { &reversed };
        let times = RankTimes::new(timing, 1, &groups(&counts), 0).expect("few ranks");
        let found = best(&times, &()).expect("small");
        prop_assert_eq!(found.proof, RankProof::Exhaustive);
        let heuristic = beyond(&times, &()).expect("small");
        prop_assert!(heuristic.bound <= found.time && found.time <= heuristic.time, "{heuristic:?} {:?}", found.time);
        for questions in [0, 1, 5, 50] {
            let stopped = beyond(&times, &OverAfter::new(questions)).expect("small");
            prop_assert_eq!(last(&times, &stopped), Some(stopped.time));
            prop_assert!(stopped.bound <= found.time && found.time <= stopped.time, "{stopped:?} {:?}", found.time);
        }
    }

    #[test]
    fn equal_hosts_are_the_homogeneous_case(
        latency in 0u64..20,
        overhead in 1u64..10,
        gap in 1u64..14,
        ranks in 1u64..300,
    ) {
        let machine = logp(latency, overhead, gap, "");
        let allocation = pairs_of_hosts(&[10]);
        let ports = UnequalPorts::new(&machine, None, &allocation).expect("it has [logp]");
        let times = RankTimes::new(&ports, 1, &groups(&[ranks]), 0).expect("few ranks");
        let found = best(&times, &()).expect("small");
        let port = ports.port(1).expect("small");
        let optimum = broadcast_time(port.send_gap, port.delivery, ranks);
        prop_assert_eq!((Some(found.time), Some(found.bound)), (optimum, optimum));
    }
}

fn logp(latency: u64, overhead: u64, gap: u64, more: &str) -> Machine {
    let text = format!(
        "name = \"m\"\n[logp]\nlatency = \"{latency}us\"\noverhead = \"{overhead}us\"\ngap = \"{gap}us\"\n{more}"
    );
    Machine::from_toml(&text, "m.toml").expect("valid")
}

/// Two hosts of every factor.
fn pairs_of_hosts(tenths: &[u64]) -> Allocation {
    let host = |(index, &tenths): (usize, &u64)| {
        let name = |which: &str| format!("h{index}{which}");
        let factor = Factor::from_millionths(tenths * 100_000);
        ["a", "b"].map(|which| Host { factor, ..Host::new(name(which), 1) })
    };
    Allocation::new(tenths.iter().enumerate().flat_map(host).collect())
}

fn groups(counts: &[u64]) -> Vec<RankGroup> {
    let hosts = (0u16..).step_by(2).map(|host| [host, host + 1].map(HostClass));
    hosts.zip(counts).map(|([host, peer], &ranks)| RankGroup { host, peer, ranks }).collect()
}

/// 1,000 ranks with overhead factors 1, 1.2, 1.5 and 2, 250 of each, for which the overhead matters: at most 5 % above the
/// bound.
#[test]
fn a_thousand_ranks_of_four_speeds() {
    let allocation = pairs_of_hosts(&[10, 12, 15, 20]);
    for (latency, overhead, gap) in [(6, 2, 4), (5, 5, 5), (1, 5, 1), (10, 1, 2)] {
        let machine = logp(latency, overhead, gap, "");
        let ports = UnequalPorts::new(&machine, None, &allocation).expect("it has [logp]");
        let times = RankTimes::new(&ports, 1, &groups(&[250; 4]), 0).expect("few ranks");
        let found = best(&times, &()).expect("representable");
        let (time, bound) = (found.time.ticks(), found.bound.ticks());
        assert_eq!((found.proof, found.tree.len()), (RankProof::Weights, 1000));
        assert_eq!(last(&times, &found), Some(found.time));
        assert!(bound <= time && time * 100 <= bound * 105, "{time} {bound}");
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let again = one_thread.install(|| best(&times, &())).expect("representable");
        assert_eq!((again.tree, again.groups), (found.tree, found.groups));
    }
}

/// If slow hosts are so slow that everything else hardly matters, the bound is far above that of the fastest hosts alone.
#[test]
fn the_bound_knows_slow_hosts() {
    let machine = logp(1, 10, 1, "");
    let allocation = pairs_of_hosts(&[10, 80]);
    let ports = UnequalPorts::new(&machine, None, &allocation).expect("it has [logp]");
    let times = RankTimes::new(&ports, 1, &groups(&[50, 450]), 0).expect("few ranks");
    let found = beyond(&times, &()).expect("representable");
    let fastest = broadcast_time(Time::from_ticks(10_000_000), Time::from_ticks(21_000_000), 500);
    let fastest = fastest.map_or(0, Time::ticks);
    let (time, bound) = (found.time.ticks(), found.bound.ticks());
    assert_eq!(found.proof, RankProof::Weights);
    assert!(bound * 10 > fastest * 13, "{bound} {fastest}");
    assert!(bound <= time && time * 100 <= bound * 105, "{time} {bound}");
}

#[test]
fn too_many_ranks_are_refused() {
    let allocation = pairs_of_hosts(&[10]);
    let machine = logp(6, 2, 4, "");
    let ports = UnequalPorts::new(&machine, None, &allocation).expect("it has [logp]");
    let error = RankTimes::new(&ports, 1, &groups(&[MOST_RANKS + 1]), 0).expect_err("too many");
    assert!(error.to_string().contains("65537 ranks of 1 kinds"), "{error}");
}
