//! The lower bound against the best of all schedules, with any cut of the message and any order of sends.

use crate::tests::engines::collectives::machines::{alpha_beta, numbers};
use crate::tests::engines::collectives::plan;
use logpine::model::PortTiming;
use logpine::request::RankCollective::Bcast;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The state of the ranks at some time. Each rank has its bytes, as bits, the time until it may send again, and the one
/// message on its way to it, if any, with the bytes and the time until it arrives.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State(Vec<Rank>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Rank {
    bytes: u8,
    sending: u64,
    receiving: u64,
    coming: u8,
}

impl State {
    fn new(ranks: usize, all: u8) -> Self {
        let nothing = Rank { bytes: 0, sending: 0, receiving: 0, coming: 0 };
        let root = Rank { bytes: all, ..nothing };
        Self([root].into_iter().chain(std::iter::repeat_n(nothing, ranks - 1)).collect())
    }

    /// The time to the next end of a send or of a reception, and the state then.
    fn next(&self) -> Option<(u64, Self)> {
        let until = self.0.iter().flat_map(|rank| [rank.sending, rank.receiving]).filter(|&time| time > 0).min()?;
        let advanced = |rank: &Rank| {
            let receiving = rank.receiving.saturating_sub(until);
            let arrived = if receiving == 0 { rank.coming } else { 0 };
            Rank {
                bytes: rank.bytes | arrived,
                sending: rank.sending.saturating_sub(until),
                receiving,
                coming: rank.coming & !arrived,
            }
        };
        Some((until, Self(self.0.iter().map(advanced).collect())))
    }

    /// The states after one more send that starts now. Ranks other than the root are alike.
    fn sends(&self, cost: &[u64]) -> Vec<Self> {
        let mut states = Vec::new();
        for (from, sender) in self.0.iter().enumerate().filter(|(_, rank)| rank.sending == 0) {
            for (to, receiver) in self.0.iter().enumerate().filter(|(_, rank)| rank.receiving == 0) {
                let useful = sender.bytes & !receiver.bytes;
                if from == to {
                    continue;
                }
                for message in (1..=useful).filter(|message| message & !useful == 0) {
                    let time = cost[message.count_ones() as usize];
                    let mut state = self.clone();
                    state.0[from].sending = time;
                    state.0[to].receiving = time;
                    state.0[to].coming = message;
                    state.0[1..].sort_unstable();
                    states.push(state);
                }
            }
        }
        states
    }
}

/// The time of the best schedule in which every rank sends and receives one message at a time; a message of b bytes takes
/// `cost[b]`, above 0. Dijkstra's algorithm over all states: in some best schedule every send starts when another send or
/// reception ends, so every time is the sum of such steps.
fn best_schedule(ranks: usize, bytes: u32, cost: &[u64]) -> u64 {
    let all = u8::try_from((1u32 << bytes) - 1).expect("at most 8 bytes");
    let mut queue = BinaryHeap::from([(Reverse(0), State::new(ranks, all))]);
    let mut seen = HashSet::new();
    while let Some((Reverse(time), state)) = queue.pop() {
        if state.0.iter().all(|rank| rank.bytes == all) {
            return time;
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        queue.extend(state.sends(cost).into_iter().map(|state| (Reverse(time), state)));
        queue.extend(state.next().map(|(later, state)| (Reverse(time + later), state)));
    }
    unreachable!("sending everything to everyone is a schedule")
}

/// Checks that bound <= best schedule <= best algorithm.
fn check(timing: &dyn PortTiming, ranks: u64, bytes: u32) -> Result<(), TestCaseError> {
    let delivery = |bytes| numbers(timing.port(bytes).expect("short"))[4];
    let cost: Vec<u64> = (0..=u64::from(bytes)).map(|bytes| if bytes == 0 { 0 } else { delivery(bytes) }).collect();
    prop_assume!(cost[1] > 0);
    let plan = plan(timing, Bcast, ranks, Some(bytes.into()));
    let best = best_schedule(usize::try_from(ranks).expect("few"), bytes, &cost);
    let (bound, found) = (plan.claim.bound.value.ticks(), plan.best().time.ticks());
    prop_assert!(bound <= best, "{:?} {} > {}, {} ranks, {} bytes", plan.claim.bound.reason, bound, best, ranks, bytes);
    prop_assert!(best <= found, "{} < {}", found, best);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn is_within_the_bound(machine in alpha_beta(), (ranks, bytes) in prop_oneof![
        (2u64..=2, 1u32..=4), (3u64..=3, 1u32..=4), (4u64..=4, 1u32..=3),
    ]) {
        check(&*machine.timing, ranks, bytes)?;
    }
}

/// Small whole numbers, for which the bound by whole messages decides between few long messages and one more.
#[test]
fn for_small_alpha_and_beta() {
    for (alpha, beta) in (0..=6).flat_map(|alpha| (0..=3).map(move |beta| (alpha, beta))).filter(|cost| *cost != (0, 0))
    {
        let timing = crate::tests::engines::collectives::timing(&format!(
            "name = \"m\"\n[alpha_beta]\nalpha = \"{alpha}ps\"\nbeta = \"{beta}ps/B\"\n"
        ));
        for (ranks, bytes) in [(2, 4), (3, 4), (4, 3)] {
            check(&*timing, ranks, bytes).unwrap_or_else(|error| panic!("{alpha} {beta}: {error}"));
        }
    }
}

/// Four ranks, two bytes, alpha = 3, beta = 1: two messages of both bytes one after the other take 10, three of one 12.
#[test]
fn by_hand() {
    assert_eq!(best_schedule(4, 2, &[0, 4, 5]), 10);
    assert_eq!(best_schedule(2, 3, &[0, 4, 5, 6]), 6);
    // Without alpha single bytes: 2 - 1 + 2 rounds.
    assert_eq!(best_schedule(4, 2, &[0, 1, 2]), 3);
}
