//! GOAL texts and packed schedules of a binomial broadcast among 2^20 ranks: 2.1 million operations.

#[path = "../crates/goal/src/tests/binomial.rs"]
mod binomial;

use binomial::binomial;
use criterion::{Criterion, criterion_group, criterion_main};
use logpine_goal::packed;
use logpine_goal::{self as goal, GoalTick};
use std::hint::black_box;
use std::io::sink;

const RANKS: u32 = 1 << 20;

fn goal(criterion: &mut Criterion) {
    let tick = GoalTick::default();
    let schedule = binomial(RANKS);
    let (mut text, mut bytes) = (Vec::new(), Vec::new());
    goal::write(&schedule, tick, &mut text).expect("written to memory");
    packed::write(&schedule, tick, &mut bytes).expect("written to memory");
    let mut group = criterion.benchmark_group("goal, binomial broadcast among 2^20 ranks");
    group.sample_size(10);
    group.bench_function("read text", |bencher| bencher.iter(|| goal::read(black_box(&text), tick)));
    group.bench_function("write text", |bencher| bencher.iter(|| goal::write(black_box(&schedule), tick, &mut sink())));
    group.bench_function("read packed", |bencher| bencher.iter(|| packed::read(black_box(&bytes), tick)));
    group.bench_function("write packed", |bencher| bencher.iter(|| packed::write(black_box(&schedule), tick, sink())));
    group.finish();
}

criterion_group!(benches, goal);
criterion_main!(benches);
