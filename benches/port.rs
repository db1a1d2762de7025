//! Exact optima for one message between ranks.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::model::Port;
use logpine::units::Time;
use logpine_trees::tree::earliest::{
    FanoutLimits, Summation, broadcast_shape, broadcast_time, broadcast_tree, capped_rounds, capped_time, leaf_shape,
};
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
            bencher.iter(|| broadcast_time(black_box(gap), delivery, MANY));
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

const MANY: u64 = 1_000_000_000_000_000_000;

fn shapes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("port/shape, 10^18 ranks");
    for (name, gap, delivery) in PACES.into_iter().filter(|pace| pace.1.max(pace.2) < 100 * pace.1.min(pace.2)) {
        let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
        group.bench_function(name, |bencher| {
            bencher.iter(|| broadcast_shape(black_box(gap), delivery, FanoutLimits::NONE, MANY));
        });
    }
    let [gap, delivery] = [4, 10].map(Time::from_ticks);
    group.bench_function("gap 4, delivery 10, leaves", |bencher| {
        bencher.iter(|| leaf_shape(black_box(gap), delivery, MANY));
    });
    group.finish();
}

fn capped(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("port/fanout limit 3");
    let limits = FanoutLimits::all(3);
    for ranks in [4096, MANY] {
        group.bench_function(format!("rounds, {ranks} ranks"), |bencher| {
            bencher.iter(|| capped_rounds(black_box(limits), ranks));
        });
        for (name, gap, delivery) in PACES.into_iter().take(3) {
            let [gap, delivery] = [gap, delivery].map(Time::from_ticks);
            group.bench_function(format!("time, {ranks} ranks, {name}"), |bencher| {
                bencher.iter(|| capped_time(black_box(gap), delivery, limits, ranks));
            });
            group.bench_function(format!("shape, {ranks} ranks, {name}"), |bencher| {
                bencher.iter(|| broadcast_shape(black_box(gap), delivery, limits, ranks));
            });
        }
    }
    group.finish();
}

fn summation(criterion: &mut Criterion) {
    let [overhead, gap, delivery, add] = [2000, 4000, 9000, 1000].map(Time::from_ticks);
    let port = Port { send_busy: overhead, send_gap: gap, recv_busy: overhead, recv_gap: gap, delivery };
    let mut group = criterion.benchmark_group("port/summation");
    for (ranks, values) in [(1024, 1_000_000), (1 << 62, 1 << 62)] {
        let summation = Summation::new(port, add, ranks).expect("an addition is a cycle");
        group.bench_function(format!("time, {ranks} ranks, {values} values"), |bencher| {
            bencher.iter(|| black_box(summation).time(values));
        });
    }
    group.finish();
}

criterion_group!(benches, times, trees, shapes, capped, summation);
criterion_main!(benches);
