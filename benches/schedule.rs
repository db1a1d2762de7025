//! Schedules of block algorithms.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::machine::Machine;
use logpine::model::{PortModel, PortTiming};
use logpine::request::RankCollective::Bcast;
use logpine::request::{MpiCollective, RankJob};
use logpine::schedule::Schedule;
use logpine::schedule::replay::program_order;
use logpine::units::Time;
use logpine_collectives::collective::n_block::Circulant;
use logpine_collectives::collective::two_tree::TwoTree;
use logpine_collectives::collective::{Assignment, Cut, Question, by_name};
use logpine_collectives::schedule::build;
use logpine_collectives::schedule::stages;
use logpine_trees::tree::rank_trees::k_nomial;
use std::cell::Cell;
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

/// The schedules of `operations`.
fn binomial(segment: u64, timing: &dyn PortTiming) -> Schedule {
    build::tree(&k_nomial(1 << 20, 2), stages::Cut::segments(5 * 1024, segment), Bcast, timing).expect("small enough")
}

fn n_block(timing: &dyn PortTiming) -> Schedule {
    let (ranks, bytes) = (1 << 14, 1 << 20);
    let cut = Cut { segment: u64::div_ceil(bytes, 200), segments: 200, time: Time::ZERO };
    let job = RankJob::new(Bcast, ranks, Some(bytes)).expect("a job");
    let member = Question::ask(Bcast, timing, ranks, Some(bytes), |question| {
        by_name(MpiCollective::Bcast, "n-block")?.algorithms(question, &Cell::new(Time::MAX)).next()
    });
    let algorithm = member.and_then(|mut member| member.algorithm(ranks).cloned()).expect("a member");
    algorithm.schedule(Assignment { job, cut: Some(cut), timing }).expect("small enough")
}

/// Building schedules of up to 10^7 operations, and their replay in program order.
fn operations(criterion: &mut Criterion) {
    let machine = Machine::load("loggopsim").expect("built in");
    let timing = PortModel::Loggops.timing(&machine).expect("it has [loggops]");
    let timing = timing.as_ref();
    let mut group = criterion.benchmark_group("operations");
    group.sample_size(10);
    let schedules: [(&str, &dyn Fn() -> Schedule); 3] = [
        ("binomial, 2^20 ranks", &|| binomial(5 * 1024, timing)),
        ("binomial, 2^20 ranks, 5 segments", &|| binomial(1024, timing)),
        ("n-block, 2^14 ranks, 200 blocks", &|| n_block(timing)),
    ];
    for (name, build) in schedules {
        let schedule = build();
        let name = format!("{name}: {} operations", schedule.len());
        group.bench_function(format!("build, {name}"), |bencher| bencher.iter(build));
        group.bench_function(format!("program order, {name}"), |bencher| {
            bencher.iter(|| program_order(black_box(&schedule), timing, &mut ()).expect("it ends"));
        });
    }
    group.finish();
}

criterion_group!(benches, circulant, two_tree, operations);
criterion_main!(benches);
