//! What is kept of a replay, and what is made of it: a binomial broadcast among 2^20 ranks by the rules of `LogGOPSim`. The
//! schedule is built beforehand.

#[expect(dead_code, reason = "another bench uses the others")]
mod schedules;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use logpine::schedule::replay::{CriticalPath, Network, Simulator, Timeline, event_driven};
use logpine::units::Time;
use logpine_collectives::schedule::replay::{messages::messages, usage::Usage};
use schedules::binomial;
use std::hint::black_box;

const RANKS: u32 = 1 << 20;

fn timeline(criterion: &mut Criterion) {
    let [latency, overhead, gap] = [6, 2, 4].map(|cycles| Time::from_ticks(1_000 * cycles));
    let network = Network { latency, overhead, gap, ..Network::default() };
    let schedule = binomial(RANKS, &|_, _| 1);
    let replay = || {
        let mut timeline = Timeline::new(black_box(&schedule));
        event_driven(&schedule, &network, Simulator::Loggopsim, &mut timeline).map(|_| timeline)
    };
    let kept = replay().expect("a valid schedule");
    let mut group = criterion.benchmark_group("timeline, binomial broadcast among 2^20 ranks");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.bench_function("replay and keep", |bencher| bencher.iter(replay));
    group.bench_function("critical path", |bencher| bencher.iter(|| CriticalPath::new(black_box(&kept))));
    group.bench_function("usage", |bencher| bencher.iter(|| Usage::of(black_box(&kept))));
    group.bench_function("messages", |bencher| bencher.iter(|| messages(black_box(&kept))));
    group.finish();
}

criterion_group!(benches, timeline);
criterion_main!(benches);
