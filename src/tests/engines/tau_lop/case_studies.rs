//! The paper's first case study, binomial trees and recursive doubling in shared memory, with its formulas that do not hold as
//! printed.

use crate::tests::engines::tau_lop::{layout, one_host, shared, shared_section, tau_lop, ticks};
use logpine::request::Mapping::{RoundRobin, Sequential};
use logpine::units::Time;
use logpine_models::machine::Channel;
use logpine_models::model::TauLop;
use logpine_models::model::stage::{Pattern, Stage};

/// L0(m, tau).
fn memory(model: &TauLop, bytes: u64, tau: u64) -> u64 {
    model.transfer_time(Channel::Shared, bytes, tau).map(Time::ticks).expect("representable")
}

/// The holders of the levels of a binomial broadcast that spreads from neighbour to neighbour.
fn levels(ranks: u64) -> impl Iterator<Item = u64> {
    (0..).map(|level| 1 << level).take_while(move |&holders| holders < ranks)
}

fn spread(ranks: u64, bytes: u64) -> Vec<Stage> {
    levels(ranks).map(|holders| Stage::new(Pattern::Spread { holders, from: 1, to: 2 }, bytes)).collect()
}

/// Section 3: sum of o(m) + 2 L(m, 2^i), and in the last level only as many as are left. Among 16 ranks, o = 1 and L(m, 1) = 10:
/// 4 o + 30 L on a serial channel, 4 o + 8 L on a parallel one. Among 12 on a serial one 224, for 304 as printed.
#[test]
fn the_binomial_broadcast() {
    let [serial, parallel] = ["1", "0"].map(|contention| shared(10_000, 0, contention));
    for (model, ranks, expected) in [(&serial, 16, 304_000), (&parallel, 16, 84_000), (&serial, 12, 224_000)] {
        assert_eq!(ticks(model, &spread(ranks, 8), &one_host(ranks)), expected);
    }
    let model = shared(777, 3, "0.37");
    for ranks in 1..=130 {
        let level = |holders: u64| 1_000 + 2 * memory(&model, 100, holders.min(ranks - holders));
        assert_eq!(
            ticks(&model, &spread(ranks, 100), &one_host(ranks)),
            levels(ranks).map(level).sum::<u64>(),
            "{ranks}"
        );
    }
}

/// Equation (2), o(m) + 2 k L(S, P), and equation (3), 2 k (P - 1) / P L(S, P) for P blocks of a segment, with an overhead for each
/// stage.
#[test]
fn exchanges_and_recursive_doubling() {
    for contention in ["0", "0.25", "1"] {
        let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(500, 7, contention)));
        for (ranks, distance, segments) in [(2, 1, 1), (8, 2, 2), (16, 8, 5)] {
            let pairs = Stage::new(Pattern::Pairs { distance, ranks }, 10 * segments);
            let expected = 1_000 + 2 * segments * memory(&model, 10, ranks);
            assert_eq!(ticks(&model, &[pairs], &one_host(ranks)), expected);
        }
        for rounds in 1..=6 {
            let ranks = 1 << rounds;
            let stage = |round: u64| Stage::new(Pattern::Pairs { distance: 1 << round, ranks }, 10 << round);
            let stages: Vec<Stage> = (0..rounds).map(stage).collect();
            let expected = 2 * (ranks - 1) * memory(&model, 10, ranks) + 1_000 * rounds;
            assert_eq!(ticks(&model, &stages, &one_host(ranks)), expected);
        }
    }
}

/// A level of a scatter takes o + 2 L(S, 2^i) + (k - 1) L(S, 2^(i + 1)); equation (1) has k L(S, 2^(i + 1)), which holds on a
/// serial channel.
#[test]
fn the_scatter_by_stages_is_equation_1_on_a_serial_channel() {
    for contention in ["1", "0.25"] {
        let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(0, 100, contention)));
        let (ranks, segments) = (16, 64);
        let stage = |round: u32| {
            let half = ranks >> (round + 1);
            let level = Pattern::Children { step: 2 * half, stride: half, from: 1, to: 2 };
            Stage::new(level, (segments * 10) >> (round + 1))
        };
        let level = |round: u32| {
            let (one, two) = (memory(&model, 10, 1 << round), memory(&model, 10, 2 << round));
            1_000 + 2 * one + ((segments >> (round + 1)) - 1) * two
        };
        let stages: Vec<Stage> = (0..4).map(stage).collect();
        let time = ticks(&model, &stages, &one_host(ranks));
        assert_eq!(time, (0..4).map(level).sum::<u64>());
        assert!(contention != "1" || time == 4_000 + 64 * 4 * 1_000);
    }
}

/// 2 L(S, 1) + (k - 1) L(S, 2) as printed lacks o(m), and o(m) + k L(S, 2) is right on a serial channel only.
#[test]
fn segmented_message_in_shared_memory() {
    // S = 10, k = 5, o = 1, L(S, tau) = 10 (1 + (tau - 1)/2), in units of 1,000.
    let message = Stage::new(Pattern::Block { first: 0, count: 1, distance: 1 }, 50);
    for (contention, expected, approximated) in [("0.5", 81_000, 76_000), ("1", 101_000, 101_000)] {
        let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(0, 1_000, contention)));
        assert_eq!(ticks(&model, &[message], &one_host(2)), expected);
        assert_eq!(1_000 + 5 * memory(&model, 10, 2), approximated);
    }
}

/// Equations (7) and (8). With a slow network the largest in (7) is L1(m, 1), as the form with || has it. With a fast one it is
/// L0(m, Q - 1), which that form leaves out.
#[test]
fn rings_by_transfers() {
    let (ranks, per_host, bytes) = (32, 8, 1_000);
    for (per_byte, is_slow) in [(1_000, true), (20, false)] {
        let channel = |name: &str, per_byte: u64| {
            format!(
                "[tau_lop.{name}]\noverhead = \"0ps\"\n\
                 transfer = {{ latency = \"0ps\", per_byte = \"{per_byte}ps/B\", contention = 1 }}\n"
            )
        };
        let model = tau_lop(&(channel("shared", 10) + &channel("network", per_byte)));
        let ring = Stage::new(Pattern::Shift { distance: 1 }, bytes).repeated(ranks - 1);
        let time = |mapping| ticks(&model, &[ring], &layout(ranks, per_host, mapping)) / (ranks - 1);
        let (memory, network) = (|tau: u64| 10_000 * tau, |tau: u64| per_byte * 1_000 * tau);
        assert_eq!(time(RoundRobin), 2 * memory(per_host) + network(per_host));
        let largest = if is_slow { network(1) } else { memory(per_host - 1) };
        assert_eq!(time(Sequential), memory(per_host) + largest + memory(1));
    }
}
