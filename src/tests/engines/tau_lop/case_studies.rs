//! The paper's first case study: binomial trees and recursive doubling in shared memory.

use crate::tests::engines::tau_lop::{one_host, shared, shared_section, tau_lop, ticks};
use logpine::closed_form::tau_lop::{
    binomial_broadcast, binomial_scatter, binomial_scatter_at_most, exchange, recursive_doubling_allgather,
};
use logpine::model::TauLop;
use logpine::model::stage::{Pattern, Stage};
use logpine::model::tau_lop::operator::Transmissions;
use logpine::units::Time;
use proptest::prelude::*;

fn cost(sum: &Transmissions, model: &TauLop) -> u64 {
    sum.cost(model).expect("representable").ticks()
}

/// The stages of a binomial broadcast that spreads from neighbour to neighbour.
fn spread(ranks: u64, bytes: u64) -> Vec<Stage> {
    let levels = (0..).map(|level| 1 << level).take_while(|&holders| holders < ranks);
    levels.map(|holders| Stage::new(Pattern::Spread { holders, from: 1, to: 2 }, bytes)).collect()
}

/// Section 3: sum of o(m) + 2 L(m, 2^i). Among 16 ranks, o = 1 and L(m, 1) = 10: 4 o + 30 L on a serial channel, 4 o + 8 L
/// on a parallel one.
#[test]
fn the_binomial_broadcast() {
    let [serial, parallel] = ["1", "0"].map(|contention| shared(10_000, 0, contention));
    for (model, expected) in [(&serial, 304_000), (&parallel, 84_000)] {
        assert_eq!(cost(&binomial_broadcast(16, 8), model), expected);
        assert_eq!(ticks(model, &spread(16, 8), &one_host(16)), expected);
    }
}

#[test]
fn the_broadcast_of_stages_is_that_of_the_operator_for_all_ranks() {
    let model = shared(777, 3, "0.37");
    for ranks in 1..=130 {
        let time = ticks(&model, &spread(ranks, 100), &one_host(ranks));
        assert_eq!(time, cost(&binomial_broadcast(ranks, 100), &model), "{ranks}");
    }
}

/// Equations (1), (3) and (4): on a serial channel k log2 P and 2 k (P - 1) times L(S, 1); on a parallel one the allgather
/// takes exactly twice as long as the scatter.
#[test]
fn scatter_and_recursive_doubling_at_the_extremes() {
    let segment = 4;
    let [serial, parallel] = ["1", "0"].map(|contention| shared(1_000, 10, contention));
    let one = 1_040;
    for rounds in 1..=10 {
        let ranks = 1_u64 << rounds;
        for segments in [ranks, 3 * ranks] {
            let [scatter, allgather] =
                [binomial_scatter, recursive_doubling_allgather].map(|of| of(ranks, segments, segment));
            assert_eq!(cost(&scatter, &serial), segments * rounds * one);
            assert_eq!(cost(&allgather, &serial), 2 * segments * (ranks - 1) * one);
            assert_eq!(cost(&allgather, &parallel), 2 * cost(&scatter, &parallel));
            // Equation (3) in one term.
            let closed = 2 * segments * (ranks - 1) / ranks;
            assert_eq!(allgather.to_string(), format!("{closed} L0({segment}B, {ranks})"));
        }
    }
    // 2 (P - 1) / log2 P: the published ratios of measurements, 2.61 (P = 32) to 3.02 (128), lie between the extremes.
    let ratio = |ranks| {
        let [scatter, allgather] = [binomial_scatter, recursive_doubling_allgather].map(|of| of(ranks, ranks, segment));
        (cost(&allgather, &serial), cost(&scatter, &serial))
    };
    assert_eq!([32, 128].map(ratio), [(62 * 32 * one, 5 * 32 * one), (254 * 128 * one, 7 * 128 * one)]);
}

/// Equation (2): o(m) + 2 k L(S, P), at the operator and by stages.
#[test]
fn an_exchange_copies_one_segment_after_the_other() {
    for contention in ["0", "0.25", "1"] {
        let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(500, 7, contention)));
        for (ranks, distance) in [(2, 1), (8, 2), (16, 8)] {
            for segments in [1, 2, 5] {
                let pairs = Stage::new(Pattern::Pairs { distance, ranks }, 10 * segments);
                let expected = cost(&exchange(ranks, segments, 10), &model);
                assert_eq!(ticks(&model, &[pairs], &one_host(ranks)), expected);
            }
        }
    }
}

/// Equation (3) has no overheads; the stages have one each.
#[test]
fn recursive_doubling_by_stages_is_equation_3() {
    let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(500, 7, "0.25")));
    for rounds in 1..=6 {
        let ranks = 1 << rounds;
        let stage = |round: u64| Stage::new(Pattern::Pairs { distance: 1 << round, ranks }, 10 << round);
        let stages: Vec<Stage> = (0..rounds).map(stage).collect();
        let expected = cost(&recursive_doubling_allgather(ranks, ranks, 10), &model) + 1_000 * rounds;
        assert_eq!(ticks(&model, &stages, &one_host(ranks)), expected);
    }
}

/// Equation (1) takes k L(S, 2) for 2 L(S, 1) + (k - 1) L(S, 2), equal on a serial channel.
#[test]
fn the_scatter_by_stages_is_equation_1_on_a_serial_channel_and_above_it_elsewhere() {
    let times = |contention| {
        let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(0, 100, contention)));
        let (ranks, segments) = (16, 64);
        let stage = |round: u32| {
            let half = ranks >> (round + 1);
            let level = Pattern::Children { step: 2 * half, stride: half, from: 1, to: 2 };
            Stage::new(level, (segments * 10) >> (round + 1))
        };
        let stages: Vec<Stage> = (0..4).map(stage).collect();
        let formula = cost(&binomial_scatter(ranks, segments, 10), &model) + 4_000;
        (ticks(&model, &stages, &one_host(ranks)), formula)
    };
    assert_eq!(times("1"), (4_000 + 64 * 4 * 1_000, 4_000 + 64 * 4 * 1_000));
    let (stages, formula) = times("0.25");
    assert!(stages > formula);
    // Each stage has 2 L(S, 2^i) instead of a single L(S, 2^(i+1)).
    let transfer = |tau: u64| 1_000 + 250 * (tau - 1);
    let more: u64 = [1, 2, 4, 8].map(|tau| 2 * transfer(tau) - transfer(2 * tau)).iter().sum();
    assert_eq!(stages, formula + more);
}

proptest! {
    /// The allgather takes at least twice the scatter's bound, and that at least the scatter.
    #[test]
    fn recursive_doubling_takes_at_least_twice_the_scatter(
        steps in prop::collection::vec(0u64..1_000, 8), rounds in 1u32..9, times in 1u64..5, segment in 1u64..100,
    ) {
        // L(m, 2^i) for all i, never falling.
        let mut time = 1;
        let points = steps.iter().enumerate().map(|(index, step)| {
            time += step;
            format!("[1, {}, \"{time}ps\"]", 1 << index)
        });
        let points = points.collect::<Vec<_>>().join(", ");
        let model = tau_lop(&format!("[tau_lop.shared]\noverhead = \"5ps\"\ntransfer = [{points}]\n"));
        let (ranks, segments) = (1 << rounds, times << rounds);
        let [scatter, most, allgather] = [binomial_scatter, binomial_scatter_at_most, recursive_doubling_allgather]
            .map(|of| cost(&of(ranks, segments, segment), &model));
        prop_assert_eq!(allgather, 2 * most);
        prop_assert!(most >= scatter);
    }

    #[test]
    fn the_operator_acts_on_transfers_alone(
        bytes in 1u64..1_000, x in 1u64..50, y in 1u64..50, times in 1u64..9,
    ) {
        let message = Transmissions::network(bytes) + Transmissions::shared(bytes + 1);
        let twice = message.clone().concurrent(x).concurrent(y);
        prop_assert_eq!(&twice, &message.clone().concurrent(x * y));
        prop_assert_eq!(message.clone().concurrent(1), message.clone());
        prop_assert_eq!(message.clone().repeated(times).concurrent(x), message.clone().concurrent(x).repeated(times));
        let [one, other] = [Transmissions::network(bytes), Transmissions::shared(bytes + 1)];
        prop_assert_eq!(one.concurrent(x) + other.concurrent(x), message.clone().concurrent(x));
        let section = |contention: u64| {
            let channel = |name: &str| {
                format!(
                    "[tau_lop.{name}]\noverhead = \"0ps\"\ntransfer = {{ latency = \"7ps\", per_byte = \"3ps/B\", \
                     contention = {contention}, latency_contention = {contention} }}\n"
                )
            };
            tau_lop(&(channel("shared") + &channel("network")))
        };
        let [parallel, serial] = [0, 1].map(section);
        let alone = cost(&message, &parallel);
        prop_assert_eq!(cost(&message.clone().concurrent(x), &parallel), alone);
        prop_assert_eq!(cost(&message.concurrent(x), &serial), x * alone);
    }
}

#[test]
fn the_largest_numbers_are_no_panic() {
    let model = shared(1, 1, "1");
    for ranks in [0, 1, 2, 3, u64::MAX / 2 + 2, u64::MAX] {
        for segments in [0, 1, u64::MAX] {
            for of in [binomial_scatter, binomial_scatter_at_most, recursive_doubling_allgather, exchange] {
                let _ = of(ranks, segments, u64::MAX).cost(&model);
            }
        }
        let _ = binomial_broadcast(ranks, u64::MAX).concurrent(u64::MAX).repeated(u64::MAX).cost(&model);
    }
    assert_eq!(Transmissions::default().cost(&model), Some(Time::ZERO));
    assert_eq!(Transmissions::network(1).cost(&model), None, "no such channel");
}
