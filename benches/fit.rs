//! Measurements read and fitted, and synthetic ones made.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::internals::report::fit::{FitReport, svg};
use logpine::machine::Machine;
use logpine::units::Clock;
use logpine_fit::Sample;
use logpine_fit::measurements::{Experiment, ReadOptions, read_experiment};
use logpine_fit::synth::{DataSet, Synthesis, SyntheticTan};
use logpine_fit::tan::{TanFit, TanMeasurements, TanOptions};
use std::hint::black_box;

/// Repetitions of 32 depths and 15 fan-ins that make about a million samples, with 500 latencies.
const MILLION: u32 = 21_270;

fn synthesis(repetitions: u32) -> Synthesis {
    Synthesis { noise: "5%".parse().expect("a size"), seed: 1, repetitions }
}

fn files(cab: &Machine, repetitions: u32) -> DataSet {
    let tan = SyntheticTan::new(cab).expect("a formula");
    let measured = tan.measurements(&synthesis(repetitions)).expect("small times");
    tan.data_set(&measured, &[], &synthesis(repetitions), "bench")
}

fn read(files: &DataSet) -> TanMeasurements {
    let read = |text: &str, experiment| {
        read_experiment(text.as_bytes(), "bench", experiment, ReadOptions::default()).expect("valid files")
    };
    TanMeasurements {
        latency: read(&files.latency, Experiment::Latency),
        chain: read(&files.chain, Experiment::Chain),
        fan_in: read(&files.fan_in, Experiment::FanIn),
    }
}

fn fits(criterion: &mut Criterion) {
    let cab = Machine::load("cab").expect("a built-in machine");
    let small = files(&cab, 10);
    criterion.bench_function("fit: 970 samples, read and fitted", |bencher| {
        bencher.iter(|| black_box(TanFit::new(&read(&small), &TanOptions::default())));
    });
    let million = files(&cab, MILLION);
    let measurements = read(&million);
    let fit = TanFit::new(&measurements, &TanOptions::default()).expect("good data");
    let mut group = criterion.benchmark_group("fit: 10^6 samples");
    group.sample_size(10);
    group.bench_function("read", |bencher| bencher.iter(|| black_box(read(&million))));
    group.bench_function("fitted", |bencher| {
        bencher.iter(|| black_box(TanFit::new(&measurements, &TanOptions::default())));
    });
    group.bench_function("read and fitted", |bencher| {
        bencher.iter(|| black_box(TanFit::new(&read(&million), &TanOptions::default())));
    });
    let report = FitReport {
        name: "bench",
        clock: Clock::Second,
        measurements: &measurements,
        fit: &fit,
        criterion: None,
        messages: None,
    };
    group.bench_function("drawn", |bencher| bencher.iter(|| black_box(svg(&report))));
    group.finish();
}

/// A million waves, each from another number of leaves: nothing can be grouped.
fn distinct(criterion: &mut Criterion) {
    let cab = Machine::load("cab").expect("a built-in machine");
    let mut measurements = read(&files(&cab, 10));
    let mut state = 1u64;
    let mut noise = || {
        // xorshift64 of Marsaglia (2003): even between -5 % and 5 %.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        0.1 * (state as f64 / u64::MAX as f64 - 0.5)
    };
    let wave = |leaves: u32| {
        let n = f64::from(leaves);
        let time = (147.3e-6 + 783e-9 * n + 157e-9 * n * n) * (1.0 + noise());
        Sample { at: leaves.into(), time, line: leaves + 1 }
    };
    measurements.fan_in.samples = (1..=1_000_000).map(wave).collect();
    let mut group = criterion.benchmark_group("fit: 10^6 different fan-ins");
    group.sample_size(10);
    group.bench_function("fitted", |bencher| {
        bencher.iter(|| black_box(TanFit::new(&measurements, &TanOptions::default())));
    });
    group.finish();
}

fn synth(criterion: &mut Criterion) {
    let cab = Machine::load("cab").expect("a built-in machine");
    let mut group = criterion.benchmark_group("synth");
    group.sample_size(10);
    for (name, repetitions) in [("970 samples", 10), ("10^6 samples", MILLION)] {
        group.bench_function(name, |bencher| bencher.iter(|| black_box(files(&cab, repetitions))));
    }
    group.finish();
}

criterion_group!(benches, fits, distinct, synth);
criterion_main!(benches);
