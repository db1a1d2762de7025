//! Exact optima for one message between ranks.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::search::port::{broadcast_time, broadcast_tree};
use logpine::units::Time;
use std::hint::black_box;

/// Gaps and deliveries from all corners; the coprime ones are in picoseconds.
const PACES: [(&str, u64, u64); 8] = [
    ("gap 4, delivery 10", 4, 10),
    ("equal", 1_000_000, 1_000_000),
    ("coprime", 1_999_993, 3_599_969),
    ("gap 10 times shorter, coprime", 999_983, 9_999_991),
    ("gap 1000 times shorter, coprime", 999_983, 999_999_937),
    ("gap 10^9 times shorter", 1, 1_000_000_000),
    ("gap 10 times longer, coprime", 9_999_991, 999_983),
    ("gap 1000 times longer, coprime", 999_999_937, 999_983),
];

fn times(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("port/time, 10^18 ranks");
    for (name, gap, delivery) in PACES {
        let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
        group.bench_function(name, |bencher| {
            bencher.iter(|| broadcast_time(black_box(gap), delivery, 1_000_000_000_000_000_000));
        });
    }
    group.finish();
}

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("port/explicit tree, 10^7 ranks");
    group.sample_size(10);
    for (name, gap, delivery) in PACES {
        let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
        group.bench_function(name, |bencher| bencher.iter(|| broadcast_tree(black_box(gap), delivery, 10_000_000)));
    }
    group.finish();
}

criterion_group!(benches, times, trees);
criterion_main!(benches);
