//! The closed forms of event-driven replays, for messages of s >= 1 bytes, all eager, with chained sends.

use super::schedules::{Sizes, binomial, broadcast, chain, dissemination, linear_tree, reduction, scatter_unchained};
use logpine::schedule::Schedule;
use logpine::schedule::replay::{Network, Simulator, event_driven};
use logpine::units::{Rate, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// L, o, g, G, O and s.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub latency: u64,
    pub overhead: u64,
    pub gap: u64,
    /// G and O.
    pub per_byte: [u64; 2],
    pub bytes: u64,
}

pub fn network(latency: u64, overhead: u64, gap: u64, [gap_per_byte, overhead_per_byte]: [u64; 2]) -> Network {
    let [latency, overhead, gap] = [latency, overhead, gap].map(Time::from_ticks);
    let [gap_per_byte, overhead_per_byte] =
        [gap_per_byte, overhead_per_byte].map(|each| Rate::from_time(Time::from_ticks(each)));
    Network { latency, overhead, gap, gap_per_byte, overhead_per_byte, rendezvous_above: None }
}

pub fn finish(schedule: &Schedule, network: &Network, simulator: Simulator) -> u64 {
    event_driven(schedule, network, simulator, &mut ()).expect("it can be replayed").finish.ticks()
}

impl Setting {
    /// All 324.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for latency in [0, 6, 50] {
            for overhead in [0, 2, 9] {
                for gap in [0, 4, 30] {
                    for gap_per_byte in [0, 1, 5] {
                        for overhead_per_byte in [0, 2] {
                            for bytes in [1, 9] {
                                let per_byte = [gap_per_byte, overhead_per_byte];
                                all.push(Self { latency, overhead, gap, per_byte, bytes });
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(all.len(), 324);
        all
    }

    pub fn finish(&self, schedule: &Schedule, simulator: Simulator) -> u64 {
        finish(schedule, &network(self.latency, self.overhead, self.gap, self.per_byte), simulator)
    }

    fn loggopsim(&self, schedule: &Schedule) -> u64 {
        self.finish(schedule, Simulator::Loggopsim)
    }

    pub fn further(&self, each: u64) -> u64 {
        (self.bytes - 1) * each
    }

    /// cs: the time for which a send keeps the processor.
    pub fn send_busy(&self) -> u64 {
        self.overhead + self.further(self.per_byte[1])
    }

    /// cr: the time for which a reception keeps it.
    pub fn receive_busy(&self) -> u64 {
        self.overhead + self.further(self.per_byte[0].max(self.per_byte[1]))
    }

    /// H: the time of one message.
    pub fn message(&self) -> u64 {
        self.overhead + self.latency + self.receive_busy()
    }

    /// d: the time between two sends.
    pub fn send_gap(&self) -> u64 {
        self.send_busy().max(self.gap + self.further(self.per_byte[0]))
    }

    /// r: the time between two receptions.
    pub fn receive_gap(&self) -> u64 {
        self.receive_busy().max(self.gap + self.further(self.per_byte[0]))
    }
}

#[test]
fn one_message_linear_and_gather() {
    for setting in Setting::all() {
        let (bytes, message) = (setting.bytes, setting.message());
        for ranks in 2..17 {
            let others = u64::from(ranks) - 2;
            let linear = setting.loggopsim(&broadcast(&linear_tree(ranks), bytes));
            assert_eq!(linear, others * setting.send_gap() + message, "linear, {ranks} ranks, {setting:?}");
            let gather = setting.loggopsim(&reduction(&linear_tree(ranks), bytes));
            let first = setting.overhead + setting.latency;
            let expected = first + others * setting.receive_gap() + setting.receive_busy();
            assert_eq!(gather, expected.max(setting.send_busy()), "gather, {ranks} ranks, {setting:?}");
        }
    }
}

/// Sends that wait only for the processor go out as if they were chained.
#[test]
fn unchained_scatter_is_linear() {
    for setting in Setting::all() {
        let time = setting.loggopsim(&scatter_unchained(300, setting.bytes));
        assert_eq!(time, 298 * setting.send_gap() + setting.message(), "{setting:?}");
    }
}

#[test]
fn binomial_of_powers_of_two() {
    for setting in Setting::all() {
        let sizes: Sizes = &|_, _| setting.bytes;
        for rounds in 1..6u32 {
            let time = setting.loggopsim(&binomial(1 << rounds, sizes));
            let (message, further) = (setting.message(), u64::from(rounds) - 1);
            let expected = message + further * message.max(setting.send_gap());
            assert_eq!(time, expected.max(setting.send_busy()), "2^{rounds} ranks, {setting:?}");
        }
    }
}

/// The processor sends and receives by turns: k H is wrong if a send keeps it until after the message has come.
#[test]
fn dissemination_among_16() {
    for setting in Setting::all() {
        let sizes: Sizes = &|_, _| setting.bytes;
        let time = setting.loggopsim(&dissemination(16, sizes));
        let first = (setting.overhead + setting.latency).max(setting.send_busy()) + setting.receive_busy();
        let expected = first + 3 * first.max(setting.send_gap()).max(setting.receive_gap());
        assert_eq!(time, expected, "{setting:?}");
    }
}

/// `H_A` = 2o + L + g + (s - 1)(2O + G).
#[test]
fn one_message_by_the_rules_of_atlahs() {
    for setting in Setting::all() {
        let [stream, copy] = setting.per_byte.map(|each| setting.further(each));
        let expected = 2 * setting.overhead + setting.latency + setting.gap + 2 * copy + stream;
        let time = setting.finish(&broadcast(&linear_tree(2), setting.bytes), Simulator::Atlahs);
        assert_eq!(time, expected, "{setting:?}");
    }
}

/// The tree that sends every message as early as any rank can (Karp, Sahay, Santos and Schauser 1993), and its time.
fn greedy(ranks: u32, latency: u64, overhead: u64, gap: u64) -> (Vec<Vec<u32>>, u64) {
    let mut children = vec![Vec::new(); ranks as usize];
    let (delivery, between) = (latency + 2 * overhead, gap.max(overhead));
    let mut arrivals = BinaryHeap::from([Reverse((delivery, 0u32))]);
    let mut last = 0;
    for child in 1..ranks {
        let Reverse((arrival, parent)) = arrivals.pop().expect("every informed rank sends on");
        children[parent as usize].push(child);
        arrivals.push(Reverse((arrival + between, parent)));
        arrivals.push(Reverse((arrival + delivery, child)));
        last = arrival;
    }
    (children, last)
}

#[test]
fn greedy_trees_take_the_greedy_time() {
    let mut settings = 0;
    for ranks in [2, 3, 5, 8, 11, 13, 16] {
        for latency in [0, 3, 6, 20] {
            for overhead in [0, 2, 7] {
                for gap in [1, 4, 6, 10] {
                    let (children, expected) = greedy(ranks, latency, overhead, gap);
                    let network = network(latency, overhead, gap, [0, 0]);
                    let time = finish(&broadcast(&children, 1), &network, Simulator::Loggopsim);
                    assert_eq!(time, expected, "P = {ranks}, L = {latency}, o = {overhead}, g = {gap}");
                    settings += 1;
                }
            }
        }
    }
    assert_eq!(settings, 336);
}

/// m segments along a chain of P ranks take (P - 1) H + (m - 1) d if r <= d and d > cs + cr. Otherwise messages that wait have
/// older stamps than the sends they free, win every tie for the processor, and the pipeline stalls.
#[test]
fn pipelined_chains_within_their_condition() {
    let (mut within, mut stalled) = (0, 0);
    for setting in Setting::all() {
        let (between, busy) = (setting.send_gap(), setting.send_busy() + setting.receive_busy());
        for (ranks, segments) in [(3, 2), (4, 5), (8, 16), (16, 8)] {
            let time = setting.loggopsim(&chain(ranks, segments, setting.bytes));
            let expected = u64::from(ranks - 1) * setting.message() + u64::from(segments - 1) * between;
            if setting.receive_gap() <= between && between > busy {
                assert_eq!(time, expected, "{ranks} ranks, {segments} segments, {setting:?}");
                within += 1;
            } else if time > expected {
                stalled += 1;
            }
        }
    }
    assert!(within > 360 && stalled > 360, "{within} {stalled}");
}
