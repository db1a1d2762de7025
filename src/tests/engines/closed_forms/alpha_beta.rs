use crate::tests::engines::closed_forms::simulation::{Children, chain, heap, k_nomial, rounds};
use crate::tests::engines::closed_forms::{alpha_beta, close, equal};
use crate::tests::engines::collectives::ordered_trees;
use logpine_models::closed_form::{AlphaBetaCost, LoggpCost, PortCost, Rounds, broadcast};

#[test]
fn bandwidth() {
    let cost = alpha_beta(10.0, 0.5);
    equal(cost.message(40.0), 30.0);
    equal(cost.half_bandwidth_size(), 20.0);
    equal(cost.effective_bandwidth(20.0), 1.0);
    close(cost.effective_bandwidth(1e12), 2.0, 1e-9);
}

#[track_caller]
fn is_rounds_of(closed: Rounds, tree: &Children) {
    for segments in [1, 2, 3, 7] {
        equal(closed.of(f64::from(segments)), rounds(tree, segments as usize) as f64);
    }
}

#[test]
fn rounds_of_trees() {
    for ranks in 2..140 {
        let tree_of = |tree: fn(usize, usize) -> Children, fanout: u64| tree(fanout as usize, ranks as usize);
        is_rounds_of(Rounds::linear(ranks), &tree_of(heap, ranks - 1));
        is_rounds_of(Rounds::chain(ranks), &chain(ranks as usize));
        is_rounds_of(Rounds::binomial(ranks), &tree_of(k_nomial, 2));
        for fanout in 2..9 {
            is_rounds_of(Rounds::k_ary(fanout, ranks), &tree_of(heap, fanout));
            is_rounds_of(Rounds::k_nomial(fanout, ranks), &tree_of(k_nomial, fanout));
        }
        // An upper bound in binary trees that are not complete, at most 2 rounds loose.
        let (closed, simulated) = (Rounds::binary(ranks).of(7.0), rounds(&tree_of(heap, 2), 7) as f64);
        let loose = closed - simulated;
        assert!((0.0..=2.0).contains(&loose) && (loose == 0.0 || !(ranks + 1).is_power_of_two()), "{ranks}: {loose}");
    }
}

#[test]
fn the_best_tree_has_a_cap() {
    for ranks in 2..=9_u64 {
        let trees = ordered_trees::all(ranks as usize);
        for segments in [1, 2, 3, 5, 9] {
            let best = trees.iter().map(|tree| rounds(tree, segments)).min().expect("a tree");
            let capped = (1..ranks).map(|fanout| Rounds::capped(fanout, ranks).of(segments as f64));
            equal(capped.fold(f64::INFINITY, f64::min), best as f64);
        }
        for cap in 1..ranks {
            let within = trees.iter().filter(|tree| tree.iter().all(|children| children.len() <= cap as usize));
            let best = within.map(|tree| rounds(tree, 1)).min().expect("a chain");
            equal(Rounds::capped(cap, ranks).of(1.0), best as f64);
        }
    }
}

/// Alpha, ranks and bytes.
type Job = (f64, u64, f64);

#[test]
fn golden_times() {
    // Binomial, chain, Fibonacci and its rounds, two-tree, n-block, scatter and ring; the best whole numbers of segments. Beta is 1.
    let jobs: [(Job, [f64; 7], [f64; 4]); 3] = [
        (
            (10.0, 16, 1e6),
            [4_000_040.0, 1_023_804.32, 2_015_521.94, 5.0, 1_015_551.94, 1_010_984.45, 1_875_190.0],
            [1183.0, 387.0, 774.0, 548.0],
        ),
        (
            (10.0, 64, 1e6),
            [6_000_060.0, 1_050_419.60, 2_021_968.91, 8.0, 1_020_100.00, 1_014_192.14, 1_969_440.0],
            [2490.0, 548.0, 1000.0, 707.0],
        ),
        (
            (100.0, 1000, 1e4),
            [101_000.0, 172_982.28, 31_000.00, 14.0, 20_285.71, 16_900.00, 120_880.0],
            [316.0, 25.0, 42.0, 30.0],
        ),
    ];
    for ((alpha, ranks, bytes), times, segments) in jobs {
        let [binomial, chain, fibonacci, fibonacci_rounds, two_tree, n_block, ring] = times;
        let cost = alpha_beta(alpha, 1.0);
        let best = |rounds: Rounds, time: f64, segments: f64| {
            let all = (1..3000).map(|segments| (cost.time(rounds, bytes, f64::from(segments)), segments));
            let whole = all.fold((f64::INFINITY, 0), |best, next| if next.0 < best.0 { next } else { best });
            close(whole.0, time, 0.005);
            equal(whole.1.into(), segments);
            let real = cost.best(rounds, bytes);
            let [fill, per] = [rounds.fill * cost.alpha, rounds.per_segment * cost.beta * bytes].map(f64::sqrt);
            equal(real.time, (fill + per).powi(2));
            assert!(real.time <= whole.0);
        };
        equal(cost.time(Rounds::binomial(ranks), bytes, 1.0), binomial);
        best(Rounds::chain(ranks), chain, segments[0]);
        best(Rounds::capped(2, ranks), fibonacci, segments[1]);
        equal(Rounds::capped(2, ranks).of(1.0), fibonacci_rounds);
        // Half of the segments on each tree.
        let by_two_trees = |segments: f64| (cost.time(Rounds::two_tree(ranks), bytes, segments), segments);
        let even = (1..1500).map(|half| by_two_trees(2.0 * f64::from(half)));
        let (time, even) = even.fold(by_two_trees(2.0), |best, next| if next.0 < best.0 { next } else { best });
        close(time, two_tree, 0.005);
        equal(even, segments[2]);
        close(cost.best(Rounds::two_tree(ranks), bytes).segments, even, 2.0);
        best(Rounds::n_block(ranks), n_block, segments[3]);
        equal(cost.scatter_ring(ranks, bytes), ring);
    }
}

#[test]
fn the_segment_of_the_pipelined_binary_tree() {
    let cost = alpha_beta(10.0, 1.0);
    for (ranks, segment, time) in [(64, 1581.139, 2_025_378.2), (16, 2236.068, 2_017_928.5)] {
        let best = cost.best(Rounds::binary(ranks), 1e6);
        close(best.segment, segment, 0.0005);
        close(best.time, time, 0.05);
    }
    // Without anything to fill, one segment.
    for ranks in [2, 3, 4] {
        equal(cost.best(Rounds::binary(ranks), 1e6).segments, 1.0);
    }
}

/// The time at which the last of the ranks `first..end` has its block, if the first of them has all at `start`.
fn scattered(cost: AlphaBetaCost, block: f64, first: u64, end: u64, start: f64) -> f64 {
    let (mut end, mut time) = (end, start);
    let mut finish = start;
    while end - first > 1 {
        let half = ((end - first) as f64).log2().ceil() - 1.0;
        let middle = first + half.exp2() as u64;
        time += cost.message((end - middle) as f64 * block);
        finish = finish.max(scattered(cost, block, middle, end, time));
        end = middle;
    }
    finish.max(time)
}

#[test]
fn scatter_and_allgather() {
    let cost = alpha_beta(10.0, 0.25);
    for ranks in 1..130 {
        let bytes = 12.0 * ranks as f64;
        close(cost.scatter(ranks, bytes), scattered(cost, 12.0, 0, ranks, 0.0), 1e-9);
        let ring: f64 = (1..ranks).map(|_| cost.message(12.0)).sum();
        close(cost.allgather_ring(ranks, bytes), ring, 1e-9);
        // Bruck: all blocks a rank has, up to those that are missing.
        let (mut held, mut bruck) = (1, 0.0);
        while held < ranks {
            let sent = held.min(ranks - held);
            bruck += cost.message(12.0 * sent as f64);
            held += sent;
        }
        close(cost.allgather_doubling(ranks, bytes), bruck, 1e-9);
    }
}

#[test]
fn no_family_beats_the_bound() {
    let families = [
        "linear",
        "chain",
        "binary",
        "k-ary",
        "binomial",
        "k-nomial",
        "capped",
        "two-tree",
        "scatter-allgather",
        "n-block",
    ];
    for cost in [alpha_beta(10.0, 1.0), alpha_beta(1.0, 0.0), alpha_beta(0.0, 1.0), alpha_beta(1e-3, 20.0)] {
        for ranks in (2..70).chain([1000, 1 << 20, u64::MAX]) {
            for bytes in [1, 5, 1000, 1 << 30] {
                for k in 2..6 {
                    for family in families {
                        let form = broadcast(family, &PortCost::AlphaBeta(cost), ranks, bytes, Some(k)).expect(family);
                        let bound = cost.lower_bound(ranks, bytes as f64);
                        assert!(form.time >= bound * (1.0 - 1e-12), "{family} {k} {ranks} {bytes} {form:?} {bound}");
                    }
                }
            }
        }
    }
}

/// Alpha-beta equals LogGP without overhead, with a latency and a gap of alpha + beta.
#[test]
fn alpha_beta_is_a_loggp() {
    let cost = alpha_beta(10.0, 0.5);
    let loggp = LoggpCost { latency: 10.5, overhead: 0.0, gap: 10.5, gap_per_byte: 0.5 };
    let families = ["linear", "chain", "k-ary", "binomial", "two-tree", "scatter-allgather", "scatter-ring", "n-block"];
    for ranks in 2..100 {
        for family in families {
            for k in [2, 3, 5] {
                let one = broadcast(family, &PortCost::AlphaBeta(cost), ranks, 5000, Some(k)).expect(family);
                let other = broadcast(family, &PortCost::Loggp(loggp), ranks, 5000, Some(k)).expect(family);
                close(one.time, other.time, one.time * 1e-9);
                if let (Some(one), Some(other)) = (one.segment, other.segment) {
                    close(one, other, one * 1e-6);
                }
            }
        }
    }
}

#[test]
fn no_closed_form() {
    let cost = PortCost::AlphaBeta(alpha_beta(1.0, 1.0));
    assert_eq!(broadcast("chain", &cost, 1, 5, None), None);
    assert_eq!(broadcast("chain", &cost, 5, 0, None), None);
    assert_eq!(broadcast("k-ary", &cost, 5, 5, None), None);
    assert_eq!(broadcast("k-nomial", &cost, 5, 5, Some(1)), None);
    assert_eq!(broadcast("capped", &cost, 5, 5, None), None);
    assert_eq!(broadcast("no such family", &cost, 5, 5, Some(2)), None);
    assert_eq!(broadcast("chain", &PortCost::AlphaBeta(alpha_beta(f64::NAN, 1.0)), 5, 5, None), None);
}
