//! Limits on internal processes, on Cab.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use logpine::machine::Machine;
use logpine::model::Tan;
use logpine::request::{Job, Limits};
use logpine_trees::search::budget;
use std::hint::black_box;
use std::time::Duration;

fn cab() -> Tan {
    Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]")
}

fn job(leaves: u64, max_internal: Option<u64>) -> Job {
    let limits = Limits { max_internal, ..Limits::default() };
    Job::new(leaves).expect("at least one leaf").with_limits(limits)
}

fn every_budget_of_128(criterion: &mut Criterion) {
    let cab = cab();
    criterion.bench_function("budget, 128 leaves, every M of 1..=12", |bencher| {
        bencher.iter(|| {
            for most in 1..=12 {
                black_box(budget::fastest(&cab, &job(128, black_box(Some(most))), &()).expect("a tree"));
            }
        });
    });
}

fn exact_front(criterion: &mut Criterion) {
    let cab = cab();
    let mut group = criterion.benchmark_group("exact front of time and processes");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for leaves in [128, 1024, 2048, 4096] {
        group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(leaves, None), |bencher, job| {
            bencher.iter(|| budget::front(&cab, black_box(job), &()));
        });
    }
    group.finish();
}

fn one_budget_of_4096(criterion: &mut Criterion) {
    let cab = cab();
    let mut group = criterion.benchmark_group("one budget, 4096 leaves");
    group.sample_size(20);
    for most in [40, 70, 100, 200, 272] {
        group.bench_with_input(BenchmarkId::from_parameter(most), &job(4096, Some(most)), |bencher, job| {
            bencher.iter(|| budget::fastest(&cab, black_box(job), &()));
        });
    }
    group.finish();
}

fn front_with_bounds(criterion: &mut Criterion) {
    let cab = cab();
    let mut group = criterion.benchmark_group("front within 1 % of a proved bound");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for leaves in [10_000, 100_000] {
        group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(leaves, None), |bencher, job| {
            bencher.iter(|| budget::front(&cab, black_box(job), &()));
        });
    }
    group.finish();
}

fn fewest_within(criterion: &mut Criterion) {
    let cab = cab();
    let tolerance = "5%".parse().expect("a tolerance");
    let mut group = criterion.benchmark_group("fewest processes within 5 %");
    group.sample_size(20);
    for leaves in [1024, 4096] {
        group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(leaves, None), |bencher, job| {
            bencher.iter(|| budget::fewest_within(&cab, black_box(job), tolerance, &()));
        });
    }
    group.finish();
}

criterion_group!(benches, every_budget_of_128, exact_front, one_budget_of_4096, front_with_bounds, fewest_within);
criterion_main!(benches);
