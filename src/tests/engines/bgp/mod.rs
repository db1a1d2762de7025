//! The decompositions of a 3d FFT by independent arithmetic: divisors, blocks, exchanges, bounds and winners.

use logpine::answer::{Decomposition, FftCost, FftPlan, FftPlanError, FftVerdict};
use logpine::request::FftJob;
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{Accuracy, AlphaBeta, Bgp, Interval, Piecewise, Torus};

fn bgp() -> Machine {
    Machine::load("bgp").expect("built in")
}

fn plan(cost: FftCost<'_>, size: u64, element_bytes: u64, ranks: u64) -> FftPlan {
    FftPlan::new(cost, FftJob::new(size, element_bytes, ranks).expect("valid")).expect("an answer")
}

/// Groups and blocks of every decomposition, counted point by point. A block is the intersection of the first rank's share in
/// the direction of the last transform and the second rank's share in that of the next one; the first ranks have the longest
/// shares.
fn exchanges(size: u64, ranks: u64) -> Vec<(Decomposition, Vec<(u64, u64)>)> {
    let share = |parts: u64| (0..size).filter(|point| point % parts == 0).count() as u64;
    let mut found = Vec::new();
    for rows in 1..=size {
        for columns in rows..=size {
            if rows * columns != ranks {
                continue;
            }
            if rows == 1 {
                let exchange = if ranks == 1 { vec![] } else { vec![(ranks, share(ranks) * share(ranks) * size)] };
                found.push((Decomposition::Planes, exchange));
            } else {
                let first = (rows, share(rows) * share(rows) * share(columns));
                let second = (columns, share(columns) * share(columns) * share(rows));
                found.push((Decomposition::Pencils { rows, columns }, vec![first, second]));
            }
        }
    }
    found
}

#[test]
fn pairwise_exchanges_by_independent_arithmetic() {
    // alpha = 10, beta = 1 cycle a byte; a cycle is 1,000 ticks.
    let lecture = Machine::load("lecture").expect("built in");
    let timing = AlphaBeta::new(&lecture).expect("it has [alpha_beta]");
    for (size, ranks) in [(4, 4), (8, 4), (8, 64), (12, 12), (12, 36), (30, 24), (17, 5), (16, 256), (9, 1)] {
        let plan = plan(FftCost::Messages(&timing), size, 16, ranks);
        assert_eq!(plan.accuracy(), Accuracy::Exact);
        let mut expected: Vec<(u64, Decomposition)> = exchanges(size, ranks)
            .into_iter()
            .map(|(decomposition, exchanges)| {
                let cycles: u64 = exchanges.iter().map(|(group, points)| (group - 1) * (10 + 16 * points)).sum();
                (cycles * 1_000, decomposition)
            })
            .collect();
        expected.sort_unstable();
        let found: Vec<(u64, Decomposition)> = plan
            .candidates()
            .iter()
            .map(|candidate| {
                (candidate.construction.time.time().expect("known").ticks(), candidate.construction.decomposition)
            })
            .collect();
        assert_eq!(found, expected, "{size}^3 on {ranks}");
        assert_eq!(plan.contenders().count(), 1);
        let wins = if expected[0].1 == Decomposition::Planes { FftVerdict::Planes } else { FftVerdict::Pencils };
        assert_eq!(plan.verdict(), wins);
    }
}

/// Distances from a node to all others, nearest first, node by node.
fn distances(side: u64) -> Vec<u64> {
    let ring = |digit: u64| digit.min(side - digit);
    let mut all: Vec<u64> =
        (0..side.pow(3)).map(|node| ring(node % side) + ring(node / side % side) + ring(node / side.pow(2))).collect();
    all.sort_unstable();
    all[1..].to_vec()
}

#[test]
fn bounds_by_independent_arithmetic() {
    let bgp = Bgp::new(&bgp()).expect("it has [bgp]");
    for (size, ranks, side) in [(8, 8, 2), (16, 64, 4), (32, 27, 3), (64, 512, 8), (512, 512, 8), (20, 100, 5)] {
        let plan = plan(FftCost::Library(&bgp), size, 16, ranks);
        let distances = distances(side);
        let (nodes, hops) = (side.pow(3) as f64, distances.iter().sum::<u64>() as f64);
        let exchange = |&(group, points): &(u64, u64)| {
            let others = usize::try_from(group).expect("small") - 1;
            let near = distances[..others].iter().sum::<u64>() as f64;
            let low = (others as f64 / 6.0).max(near * ranks as f64 / (6.0 * nodes));
            let high = (hops / 6.0).min(2.0 * others as f64 * hops / 6.0 / nodes);
            let (gaps, block) = (0.84 * others as f64, 16.0 * points as f64 * 2.67e-3);
            (gaps + block * low, gaps + block * high)
        };
        let mut checked = 0;
        for (decomposition, exchanges) in exchanges(size, ranks) {
            let found =
                plan.candidates().iter().find(|candidate| candidate.construction.decomposition == decomposition);
            let found = found.expect("every decomposition is timed");
            let (low, high) =
                exchanges.iter().map(exchange).fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
            let near = |time: Time, us: f64| (time.ticks() as f64 / 1e6 - us).abs() < 1e-9 * us + 2e-6;
            assert!(
                near(found.construction.time.low, low) && near(found.construction.time.high, high),
                "{size}^3 on {ranks}: {decomposition:?}"
            );
            checked += 1;
        }
        assert_eq!(checked, plan.candidates().len());
    }
}

#[test]
fn bounds_that_overlap_decide_nothing() {
    let machine = bgp();
    let bgp = Bgp::new(&machine).expect("it has [bgp]");
    let library = plan(FftCost::Library(&bgp), 512, 16, 512);
    assert_eq!((library.verdict(), library.accuracy()), (FftVerdict::Undecided, Accuracy::Bounded));
    // One exchange on a full torus: 511 gaps and 512 blocks of 8 KiB a link.
    let planes = library.safest();
    assert_eq!(planes.construction.decomposition, Decomposition::Planes);
    assert_eq!(planes.construction.time, Interval::exactly(Time::from_ticks(511 * 840_000 + 512 * 8_192 * 2_670)));
    assert_eq!(library.contenders().count(), 5);
    let piecewise = Piecewise::new(&machine).expect("it has [piecewise]");
    let messages = plan(FftCost::Messages(&piecewise), 512, 16, 512);
    assert_eq!(messages.verdict(), FftVerdict::Planes);
    assert_eq!(
        messages.safest().construction.time,
        Interval::exactly(Time::from_ticks(511 * (9_800_000 + 8_192 * 2_670)))
    );
}

#[test]
fn limits_of_the_decompositions() {
    let bgp = Bgp::new(&bgp()).expect("it has [bgp]");
    let error = |size, ranks| FftPlan::new(FftCost::Library(&bgp), FftJob::new(size, 16, ranks).expect("valid")).err();
    assert_eq!(error(64, 64), None);
    assert_eq!(error(64, 67), Some(FftPlanError::NoDecomposition { size: 64, ranks: 67 }), "a prime");
    assert_eq!(error(64, 4_096), None);
    assert_eq!(error(64, 4_097), Some(FftPlanError::NoDecomposition { size: 64, ranks: 4_097 }));
    assert_eq!(error(64, 2 * 97), Some(FftPlanError::NoDecomposition { size: 64, ranks: 194 }), "97 columns");
    assert_eq!(error(1, u64::MAX / 2), Some(FftPlanError::NoDecomposition { size: 1, ranks: u64::MAX / 2 }));
    assert!(FftJob::new(0, 16, 1).is_err() && FftJob::new(8, 0, 1).is_err() && FftJob::new(8, 16, 0).is_err());
    assert!(FftJob::new(FftJob::MOST_SIZE + 1, 16, 1).is_err() && FftJob::new(8, 17, 1).is_err());
    // The largest box: no block is past 2^64 - 1 bytes.
    let largest = plan(FftCost::Library(&bgp), FftJob::MOST_SIZE, 16, 1 << 40);
    assert_eq!(largest.candidates().len(), 1);
    assert_eq!(Torus::holding(1 << 40).map(|torus| torus.side()), Ok(10_322));
}
