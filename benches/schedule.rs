//! Schedules of block algorithms.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::schedule::circulant::Circulant;
use logpine::schedule::two_tree::TwoTree;
use std::hint::black_box;

/// A stride that visits ranks all over the range.
const STRIDE: u64 = 618_033_989;

fn circulant(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("circulant");
    for (name, ranks) in [("10^9 ranks", 1_000_000_000), ("2^63 ranks", 1 << 63)] {
        let graph = Circulant::new(ranks).expect("ranks");
        let mut rank = 0;
        let mut next = || {
            rank = (rank + STRIDE) % ranks;
            rank
        };
        group.bench_function(format!("receive row, {name}"), |bencher| {
            bencher.iter(|| black_box(&graph).receive_row(next()));
        });
        group.bench_function(format!("both rows, {name}"), |bencher| {
            bencher.iter(|| {
                let rank = next();
                (black_box(&graph).receive_row(rank), graph.send_row(rank))
            });
        });
    }
    let graph = Circulant::new(1_000_000).expect("ranks");
    group.sample_size(10);
    group.bench_function("receive rows of all, 10^6 ranks", |bencher| {
        bencher.iter(|| {
            for rank in 0..1_000_000 {
                black_box(graph.receive_row(rank));
            }
        });
    });
    group.finish();
}

fn two_tree(criterion: &mut Criterion) {
    let trees = TwoTree::new(1_000_000_000).expect("ranks");
    let mut rank = 0;
    criterion.bench_function("two-tree place, 10^9 ranks", |bencher| {
        bencher.iter(|| {
            rank = (rank + STRIDE) % trees.ranks();
            black_box(trees).place(rank)
        });
    });
}

criterion_group!(benches, circulant, two_tree);
criterion_main!(benches);
