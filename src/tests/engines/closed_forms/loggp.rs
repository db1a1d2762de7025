use crate::tests::engines::closed_forms::simulation::{Processor, chain, heap, loggp};
use crate::tests::engines::closed_forms::{close, equal};
use logpine_models::closed_form::{LoggpCost, PortCost, Segmented, broadcast};

fn cost(latency: f64, overhead: f64, gap: f64, gap_per_byte: f64) -> LoggpCost {
    LoggpCost { latency, overhead, gap, gap_per_byte }
}

fn example() -> LoggpCost {
    cost(10.0, 2.0, 5.0, 0.5)
}

/// Gaps below o, between o and 2o, and above.
fn several() -> [LoggpCost; 5] {
    [
        example(),
        cost(10.0, 4.0, 5.0, 0.25),
        cost(3.0, 6.0, 1.0, 0.5),
        cost(20.0, 0.0, 1.0, 1.0),
        cost(0.5, 1.0, 12.0, 0.125),
    ]
}

fn simulated(tree: &Vec<Vec<usize>>, segments: &[f64], cost: LoggpCost) -> f64 {
    let LoggpCost { latency, overhead, gap, gap_per_byte } = cost;
    loggp(tree, segments, Processor { latency, overhead, gap, gap_per_byte })
}

#[test]
fn one_message() {
    equal(example().message(1.0), 14.0);
    equal(example().message(101.0), 64.0);
    equal(example().at(101.0).messages(2.0), 64.0 + 55.0);
    // p(m) = 64, the next send after g + (m - 1) G = 55.
    equal(example().at(101.0).binomial(64), 6.0 * 64.0);
    equal(example().at(101.0).linear(10), 64.0 + 8.0 * 55.0);
}

#[test]
fn chain_of_whole_segments() {
    for cost in several() {
        for ranks in 2..7 {
            for segments in 1..8 {
                for segment in [1.0, 2.0, 9.0, 40.0] {
                    let bytes = segment * f64::from(segments);
                    let sizes = vec![segment; segments as usize];
                    equal(cost.chain(ranks, bytes, segment), simulated(&chain(ranks as usize), &sizes, cost));
                }
            }
        }
    }
}

#[test]
fn the_best_segment_of_a_chain() {
    let best = example().best_chain(16, 4096.0);
    close(best.segment, 51.314, 0.0005);
    equal(best.segment, (4096.0 * 4.5 / (14.0 * 0.5_f64)).sqrt());
    let whole = (1..=4096).map(|segment| (example().chain(16, 4096.0, f64::from(segment)), segment));
    let whole = whole.fold((f64::INFINITY, 0), |best, next| if next.0 < best.0 { next } else { best });
    assert_eq!(whole.1, 51);
    close(whole.0, 2964.412, 0.0005);
}

/// No segment of a fine grid is better than the best.
#[track_caller]
fn is_best(best: Segmented, bytes: f64, time: impl Fn(f64) -> f64) {
    equal(time(best.segment), best.time);
    assert!((1.0..=bytes).contains(&best.segment));
    for step in 0..=4000 {
        let segment = bytes.powf(f64::from(step) / 4000.0);
        assert!(time(segment) >= best.time * (1.0 - 1e-12), "{segment} {} {best:?}", time(segment));
    }
}

#[test]
fn best_segments() {
    for cost in
        several().into_iter().chain([cost(50.0, 1.0, 2.0, 0.0), cost(0.0, 8.0, 0.0, 0.01), cost(50.0, 1.0, 0.25, 0.5)])
    {
        for ranks in [2, 3, 4, 9, 64, 300] {
            for bytes in [1.0, 10.0, 1000.0, 100_000.0] {
                is_best(cost.best_chain(ranks, bytes), bytes, |segment| cost.chain(ranks, bytes, segment));
                for fanout in [2, 3, 8] {
                    let time = |segment| cost.k_ary(fanout, ranks, bytes, segment);
                    is_best(cost.best_k_ary(fanout, ranks, bytes), bytes, time);
                }
            }
        }
    }
}

#[test]
fn pipelined_trees_are_no_slower() {
    for cost in several() {
        for ranks in 2..40_usize {
            for fanout in 2..6_usize {
                for segments in 1..6 {
                    let bytes = 16.0 * f64::from(segments);
                    let expected = simulated(&heap(fanout, ranks), &vec![16.0; segments as usize], cost);
                    let closed = cost.k_ary(fanout as u64, ranks as u64, bytes, 16.0);
                    assert!(
                        closed >= expected * (1.0 - 1e-12),
                        "{cost:?} {ranks} {fanout} {segments} {closed} {expected}"
                    );
                    if segments == 1 {
                        equal(closed, expected);
                    }
                }
            }
        }
    }
}

#[test]
fn every_family_has_a_form() {
    let families = [
        "linear",
        "chain",
        "binary",
        "k-ary",
        "binomial",
        "k-nomial",
        "fibonacci",
        "logp-optimal",
        "two-tree",
        "scatter-allgather",
        "scatter-ring",
        "n-block",
    ];
    for family in families {
        let k = matches!(family, "k-ary" | "k-nomial").then_some(4);
        let form = broadcast(family, &PortCost::Loggp(example()), 64, 4096, k).expect(family);
        let whole = broadcast(family, &PortCost::Loggp(example()), 64, 1, k).expect(family);
        assert!(form.time > whole.time && !form.formula.is_empty() && !form.source.is_empty());
        assert_eq!(form.segments.is_some(), form.segment.is_some());
        if let (Some(segments), Some(segment)) = (form.segments, form.segment) {
            equal(segments * segment, 4096.0);
        }
    }
    assert_eq!(broadcast("capped", &PortCost::Loggp(example()), 64, 4096, Some(3)), None);
    // A byte takes longer than a message of one.
    assert_eq!(broadcast("n-block", &PortCost::Loggp(cost(1.0, 0.0, 1.0, 2.0)), 64, 4096, None), None);
    let chain = broadcast("chain", &PortCost::Loggp(example()), 64, 4096, None);
    assert_eq!(broadcast("capped", &PortCost::Loggp(example()), 64, 4096, Some(1)), chain);
}
