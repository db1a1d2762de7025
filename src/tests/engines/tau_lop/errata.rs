//! The paper's formulas that do not hold as printed: each beside the corrected one.

use crate::tests::engines::tau_lop::{layout, one_host, shared, shared_section, tau_lop, ticks};
use logpine::closed_form::LoggpCost;
use logpine::closed_form::tau_lop::{
    binomial_broadcast, binomial_scatter_at_most, recursive_doubling_allgather, ring_round_robin, ring_sequential,
    segmented_message,
};
use logpine::model::TauLop;
use logpine::model::stage::{Pattern, Stage};
use logpine::model::tau_lop::operator::{Term, Transmissions};
use logpine::request::Mapping;
use logpine::units::Time;
use logpine_models::machine::Channel;

fn equal(value: f64, expected: f64) {
    assert!((value - expected).abs() <= 1e-9 * expected.abs(), "{value} is not {expected}");
}

/// Tables 1 and 2 have ((k - 1)/2^i) (g + S G) in stage i for (k/2^i - 1) (g + S G).
#[test]
fn segmented_scatter_under_loggp() {
    // g + S G = 1, and nothing else.
    let gap = LoggpCost { latency: 0.0, overhead: 0.0, gap: 1.0, gap_per_byte: 0.0 };
    let printed = |ranks: f64, segments: f64| (ranks - 1.0) / ranks * (segments - 1.0);
    equal(gap.segmented_scatter(16, 64.0, 10.0), 56.0);
    equal(printed(16.0, 64.0), 59.0625);
    for rounds in 1..=7 {
        let ranks = 1_u64 << rounds;
        for times in 1..5_u64 {
            let segments = (times << rounds) as f64;
            for cost in [gap, LoggpCost { latency: 10.0, overhead: 2.0, gap: 5.0, gap_per_byte: 0.5 }] {
                // Message by message, segment by segment.
                let message =
                    |segments: f64| cost.message(8.0) + (segments - 1.0) * (cost.gap + 7.0 * cost.gap_per_byte);
                let stages: f64 = (1..=rounds).map(|stage| message(segments / f64::from(1_u32 << stage))).sum();
                equal(cost.segmented_scatter(ranks, segments, 8.0), stages);
            }
            let all = ranks as f64;
            let excess = f64::from(rounds) - (all - 1.0) / all;
            equal(printed(all, segments) - gap.segmented_scatter(ranks, segments, 8.0), excess);
        }
    }
    // The printed number of segments is not even whole.
    assert!(printed(16.0, 64.0).fract() > 0.0);
}

/// 2 L(S, 1) + (k - 1) L(S, 2) lacks o(m), and o(m) + k L(S, 2) is right on a serial channel only.
#[test]
fn segmented_message_in_shared_memory() {
    // S = 10, k = 5, o = 1, L(S, tau) = 10 (1 + (tau - 1)/2), in units of 1,000.
    let model = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(0, 1_000, "0.5")));
    let message = Stage::new(Pattern::Block { first: 0, count: 1, distance: 1 }, 50);
    assert_eq!(segmented_message(5, 10).cost(&model).map(Time::ticks), Some(81_000));
    assert_eq!(ticks(&model, &[message], &one_host(2)), 81_000);
    let transfer = |model: &TauLop, tau| model.transfer_time(Channel::Shared, 10, tau).map_or(0, Time::ticks);
    let approximation = |model: &TauLop| 1_000 + 5 * transfer(model, 2);
    let printed = 2 * transfer(&model, 1) + 4 * transfer(&model, 2);
    assert_eq!((approximation(&model), printed), (76_000, 80_000));
    let serial = tau_lop(&format!("[tau_lop]\nsegment = \"10B\"\n{}", shared_section(0, 1_000, "1")));
    assert_eq!(ticks(&serial, &[message], &one_host(2)), approximation(&serial));
}

/// Theta(m) = 2 Theta'(m) compares Theta(m / P), the same quantity under another name: its argument is the block of a rank.
#[test]
fn recursive_doubling_is_twice_the_bound_by_the_block_of_a_rank() {
    for rounds in 1..=7 {
        let ranks = 1 << rounds;
        let segments = 3 * ranks;
        let bound = binomial_scatter_at_most(ranks, segments, 10);
        assert_eq!(recursive_doubling_allgather(ranks, segments, 10), bound.clone().repeated(2));
        // Were m the block of every rank, as Theta(m) of equation (3) would be read, the sum would be P times as large.
        let read_otherwise = recursive_doubling_allgather(ranks, segments * ranks, 10);
        assert_eq!(read_otherwise, bound.repeated(2 * ranks));
    }
}

/// Without its terms of overhead.
fn transfers(sum: &Transmissions) -> Transmissions {
    let transfer = |(term, times)| match term {
        Term::Transfer { channel, bytes, tau } => Some(Transmissions::transfers(channel, bytes, times).concurrent(tau)),
        Term::Overhead { .. } => None,
    };
    sum.terms().filter_map(transfer).sum()
}

/// The ring: the forms with || do not agree with equations (7) and (8), which hold.
#[test]
fn ring_by_operator_and_by_transfers() {
    let (ranks, per_host, bytes) = (32, 8, 1_000);
    let transfer = |channel, tau| Transmissions::transfers(channel, bytes, ranks - 1).concurrent(tau);
    let [memory, network] = [Channel::Shared, Channel::Network].map(|channel| move |tau| transfer(channel, tau));
    // (8) is half of (P - 1) [Q || (T1 + T1)].
    let eight = memory(per_host) + network(per_host) + memory(per_host);
    assert_eq!(transfers(&ring_round_robin(ranks, per_host, bytes)), eight.clone().repeated(2));
    // (7) without its maximum is (P - 1) [Q || T0 + 1 || T1] without one L0(m, Q) and one L0(m, 1).
    let seven = memory(per_host) + network(1) + memory(1);
    assert_eq!(transfers(&ring_sequential(ranks, per_host, bytes)), seven.clone() + memory(per_host) + memory(1));

    let sections = |network: u64| {
        let channel = |name: &str, per_byte: u64| {
            format!(
                "[tau_lop.{name}]\noverhead = \"0ps\"\n\
                 transfer = {{ latency = \"0ps\", per_byte = \"{per_byte}ps/B\", contention = 1 }}\n"
            )
        };
        tau_lop(&(channel("shared", 10) + &channel("network", network)))
    };
    let ring = Stage::new(Pattern::Shift { distance: 1 }, bytes).repeated(ranks - 1);
    let time = |model: &TauLop, mapping| ticks(model, &[ring], &layout(ranks, per_host, mapping));
    let cost = |model: &TauLop, sum: &Transmissions| sum.cost(model).map_or(0, Time::ticks);
    // A slow network: the largest in (7) is L1(m, 1), and the printed form is right.
    let slow = sections(1_000);
    assert_eq!(time(&slow, Mapping::RoundRobin), cost(&slow, &eight));
    assert_eq!(time(&slow, Mapping::Sequential), cost(&slow, &seven));
    // A fast one: it is L0(m, Q - 1), 70 a byte, which the printed form leaves out.
    let fast = sections(20);
    assert_eq!(time(&fast, Mapping::Sequential), cost(&fast, &(memory(per_host) + memory(per_host - 1) + memory(1))));
    assert!(time(&fast, Mapping::Sequential) > cost(&fast, &seven));
}

/// With 2^i || T in the last stage, more ranks send than are left to receive: among 12 ranks, o = 1 and L(m, 1) = 10 on a
/// serial channel, 304 for 224.
#[test]
fn binomial_broadcast_among_ranks_that_are_no_power_of_two() {
    let serial = shared(10_000, 0, "1");
    let printed: Transmissions = (0..4).map(|stage| Transmissions::shared(8).concurrent(1 << stage)).sum();
    let cost = |sum: &Transmissions| sum.cost(&serial).map_or(0, Time::ticks);
    assert_eq!((cost(&binomial_broadcast(12, 8)), cost(&printed)), (224_000, 304_000));
    let levels = [1, 2, 4, 8].map(|holders| Stage::new(Pattern::Spread { holders, from: 1, to: 2 }, 8));
    assert_eq!(ticks(&serial, &levels, &one_host(12)), 224_000);
    assert_eq!(binomial_broadcast(16, 8), printed, "right for a power of two");
}
