//! GOAL texts and packed schedules of a binomial broadcast among 2^20 ranks: 2.1 million operations.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::format::goal::{self, GoalTick, packed};
use logpine::schedule::{Dependency, Operation, Schedule, ScheduleBuilder};
use std::hint::black_box;
use std::io::sink;

const RANKS: u32 = 1 << 20;

/// Rank r receives from r without its highest bit, and sends to r + 2^i for all larger i, each send behind the one before.
fn binomial(ranks: u32) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few");
        let bits = u32::BITS - rank.leading_zeros();
        let mut last = None;
        if rank > 0 {
            let receive = Operation::Receive { from: rank - (1 << (bits - 1)), bytes: 1, tag: 0 };
            last = Some(builder.push(receive).expect("few"));
        }
        for to in (bits..u32::BITS).map(|bit| rank + (1 << bit)).take_while(|&to| to < ranks) {
            let send = builder.push(Operation::Send { to, bytes: 1, tag: 0 }).expect("few");
            if let Some(last) = last {
                builder.require(send, Dependency::Done(last));
            }
            last = Some(send);
        }
    }
    builder.finish().expect("few")
}

fn goal(criterion: &mut Criterion) {
    let tick = GoalTick::default();
    let schedule = binomial(RANKS);
    let (mut text, mut bytes) = (Vec::new(), Vec::new());
    goal::write(&schedule, tick, &mut text).expect("written to memory");
    packed::write(&schedule, tick, &mut bytes).expect("written to memory");
    let mut group = criterion.benchmark_group("goal, binomial broadcast among 2^20 ranks");
    group.sample_size(10);
    group.bench_function("read text", |bencher| bencher.iter(|| goal::read(black_box(&text), tick)));
    group.bench_function("write text", |bencher| bencher.iter(|| goal::write(black_box(&schedule), tick, sink())));
    group.bench_function("read packed", |bencher| bencher.iter(|| packed::read(black_box(&bytes), tick)));
    group.bench_function("write packed", |bencher| bencher.iter(|| packed::write(black_box(&schedule), tick, sink())));
    group.finish();
}

criterion_group!(benches, goal);
criterion_main!(benches);
