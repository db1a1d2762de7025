//! Event-driven replays. The schedules are built beforehand.

mod schedules;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use logpine::schedule::replay::{Network, Simulator, event_driven};
use logpine::schedule::{Operation, Schedule, ScheduleBuilder};
use logpine::units::{Rate, Time};
use schedules::{binomial, dissemination, scatter_unchained};
use std::hint::black_box;
use std::time::Duration;

/// L = 6, o = 2, g = 4 cycles, with G and O in cycles a byte.
fn network(per_byte: u64) -> Network {
    let [latency, overhead, gap, byte] = [6, 2, 4, per_byte].map(|cycles| Time::from_ticks(1_000 * cycles));
    let rate = Rate::from_time(byte);
    Network { latency, overhead, gap, gap_per_byte: rate, overhead_per_byte: rate, rendezvous_above: None }
}

/// Every rank sends to all others, from the next on, and receives from all, from the one before on; nothing waits.
fn all_to_all(ranks: u32) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..ranks {
        builder.begin_rank().expect("few ranks");
        for distance in 1..ranks {
            let to = (rank + distance) % ranks;
            builder.push(Operation::Send { to, bytes: 1, tag: 0 }).expect("few operations");
        }
        for distance in 1..ranks {
            let from = (rank + ranks - distance) % ranks;
            builder.push(Operation::Receive { from, bytes: 1, tag: 0 }).expect("few operations");
        }
    }
    builder.finish().expect("few dependencies")
}

/// A size from 1 to 4,096 that looks random.
fn random_size(sender: u32, index: u32) -> u64 {
    // The finaliser of MurmurHash3.
    let mut bits = u64::from(sender) << 32 | u64::from(index);
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        bits = (bits ^ (bits >> 33)).wrapping_mul(factor);
    }
    1 + (bits ^ (bits >> 33)) % 4_096
}

fn bench(criterion: &mut Criterion, name: &str, per_byte: u64, build: impl Fn() -> Schedule) {
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(1));
    let network = network(per_byte);
    // Built only where the filter lets it run.
    let mut built = None;
    group.bench_function(name, |bencher| {
        let schedule: &Schedule = built.get_or_insert_with(&build);
        bencher.iter(|| event_driven(black_box(schedule), &network, Simulator::Loggopsim, &mut ()));
    });
    group.finish();
}

fn replay(criterion: &mut Criterion) {
    let short = |_, _| 1;
    bench(criterion, "binomial, 2^20 ranks", 0, || binomial(1 << 20, &short));
    bench(criterion, "binomial, 2^20 ranks, random sizes", 1, || binomial(1 << 20, &random_size));
    bench(criterion, "dissemination, 2^18 ranks", 0, || dissemination(1 << 18, &short));
    bench(criterion, "dissemination, 2^18 ranks, random sizes", 1, || dissemination(1 << 18, &random_size));
    bench(criterion, "scatter, 8192 ranks", 0, || scatter_unchained(8_192, 1));
    bench(criterion, "all-to-all, 512 ranks", 0, || all_to_all(512));
    // Takes 2 GB: only for who asks for it.
    if std::env::args().any(|filter| filter.contains("large")) {
        bench(criterion, "large: dissemination, 2^20 ranks", 0, || dissemination(1 << 20, &short));
    }
}

criterion_group!(benches, replay);
criterion_main!(benches);
