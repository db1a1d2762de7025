//! The search for the best overlay tree: on Cab, on machines with thousands of useful fanouts, and with costs that fall.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use logpine::answer::Plan;
use logpine::machine::Machine;
use logpine::model::Tan;
use logpine::request::Job;
use logpine_trees::search::{self, overlay};
use std::hint::black_box;
use std::time::Duration;

fn cab() -> Tan {
    Tan::reduction(&Machine::built_in("cab").expect("built in")).expect("it has [tan]")
}

fn machine(latency: &str, overhead: &str) -> Tan {
    let text = format!("name = \"m\"\n[tan]\nlatency = \"{latency}\"\noverhead = {{ {overhead} }}");
    let machine = Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
    Tan::reduction(&machine).expect("it has [tan]")
}

/// Cab with an overhead of 1 ns a child.
fn nanosecond_a_child() -> Tan {
    machine("98us", "constant = \"49.3us\", linear = \"1ns\"")
}

/// A faster network, where a thousand fanouts are of use.
fn fast_network() -> Tan {
    machine("2us", "constant = \"1us\", linear = \"1ns\"")
}

/// Measured overhead, dearer at 17 and 33 messages than just above.
fn falling_table() -> Tan {
    let points = [(2, 51), (9, 70), (17, 120), (18, 90), (33, 240), (34, 200), (65, 800), (4097, 2_500_000)];
    let points = points.map(|(messages, time)| format!("[{messages}, \"{time}us\"]")).join(", ");
    machine("98us", &format!("table = [{points}]"))
}

fn job(leaves: u64) -> Job {
    Job::new(leaves).expect("at least one leaf")
}

/// Member trees: the optimum over all trees, and with it the best single width of Slurm, for which every width is tried or
/// excluded.
fn member_trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("member trees on Cab");
    for members in [4_001, MILLION, QUINTILLION] {
        let job = Job::of_members(members).expect("at least one member");
        group.bench_with_input(BenchmarkId::new("optimum", members), &job, |bencher, job| {
            bencher.iter(|| search::optimum(&cab(), black_box(job), &()));
        });
        group.bench_with_input(BenchmarkId::new("with all families", members), &job, |bencher, job| {
            bencher.iter(|| Plan::new(&cab(), black_box(*job), &()));
        });
    }
    group.finish();
}

const MILLION: u64 = 1_000_000;
const QUINTILLION: u64 = 1_000_000_000_000_000_000;

fn optimum(criterion: &mut Criterion) {
    for (name, cost, sizes) in [
        ("optimum on Cab", cab(), &[128, MILLION, QUINTILLION, 1 << 63][..]),
        ("optimum at 1 ns a child", nanosecond_a_child(), &[MILLION, MILLION * MILLION, QUINTILLION]),
        ("optimum on a fast network", fast_network(), &[MILLION, MILLION * MILLION, QUINTILLION]),
    ] {
        let mut group = criterion.benchmark_group(name);
        for leaves in sizes {
            group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(*leaves), |bencher, job| {
                bencher.iter(|| search::optimum(&cost, black_box(job), &()));
            });
        }
        group.finish();
    }
}

fn plan(criterion: &mut Criterion) {
    let cab = cab();
    let mut group = criterion.benchmark_group("plan with full ranking on Cab");
    for leaves in [128, 100_000, QUINTILLION] {
        group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(leaves), |bencher, job| {
            bencher.iter(|| Plan::new(&cab, black_box(*job), &()));
        });
    }
    group.finish();
}

fn front(criterion: &mut Criterion) {
    let cab = cab();
    let front = |job: &Job| overlay::latency_period_front(&cab, job, &());
    criterion.bench_function("latency-period front on Cab, 1024", |bencher| {
        bencher.iter(|| front(black_box(&job(1024))));
    });
}

fn partitions(criterion: &mut Criterion) {
    let cost = falling_table();
    let mut group = criterion.benchmark_group("partitions of a falling table");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for leaves in [256, 1024, 4096] {
        group.bench_with_input(BenchmarkId::from_parameter(leaves), &job(leaves), |bencher, job| {
            bencher.iter(|| search::optimum(&cost, black_box(job), &()));
        });
    }
    group.finish();
}

criterion_group!(benches, optimum, member_trees, plan, front, partitions);
criterion_main!(benches);
