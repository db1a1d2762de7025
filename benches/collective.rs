//! The joint search over families, parameters and segment sizes.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::answer::RankPlan;
use logpine::machine::Machine;
use logpine::model::port_timing;
use logpine::request::{RankCollective, RankJob};
use std::hint::black_box;

/// 10 us and 1 ns a byte.
const CLUSTER: &str = "name = \"cluster\"\n[alpha_beta]\nalpha = \"10us\"\nbeta = \"1ns/B\"\n";
/// Gap, overhead and latency all matter.
const LOGGP: &str =
    "name = \"cluster\"\n[loggp]\nlatency = \"5us\"\noverhead = \"2us\"\ngap = \"3us\"\ngap_per_byte = \"1ns/B\"\n";

fn joint(criterion: &mut Criterion) {
    for (model, profile) in [("alpha-beta", CLUSTER), ("LogGP", LOGGP)] {
        let machine = Machine::from_toml(profile, "bench").expect("a valid profile");
        let timing = port_timing(&machine, None).expect("it has a port model");
        for (ranks, bytes, name) in [(4096, 1 << 20, "P = 4096, 1 MiB"), (1 << 20, 1 << 30, "P = 2^20, 1 GiB")] {
            let job = RankJob::new(RankCollective::Bcast, ranks, Some(bytes)).expect("a valid job");
            criterion.bench_function(&format!("joint search, {model}, {name}"), |bencher| {
                bencher.iter(|| RankPlan::new(timing.as_ref(), black_box(job)).map(|plan| plan.best().time));
            });
        }
    }
}

criterion_group!(benches, joint);
criterion_main!(benches);
