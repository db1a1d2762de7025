//! Hosts that are not alike: 1,000 of four speeds, for overlay trees and among ranks; exact search of small instances.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::internals::answer::{packed, unequal_rank_plan};
use logpine::machine::Machine;
use logpine::model::{HostClass, Tan};
use logpine::request::{Allocation, Host, RankCollective, Targets};
use logpine_models::model::{UnequalLevel, UnequalPorts};
use logpine_text::units::Factor;
use logpine_trees::search::unequal::overlay::{HostGroup, OverlayHosts, best};
use std::hint::black_box;

/// Overhead factors in tenths.
const TENTHS: [u64; 4] = [10, 12, 15, 20];

fn factor(tenths: u64) -> Factor {
    Factor::from_millionths(tenths * 100_000)
}

fn overlay(criterion: &mut Criterion) {
    let cab = Machine::built_in("cab").expect("built in");
    let base = Tan::reduction(&cab).expect("it has [tan]");
    let cost = UnequalLevel::new(&base, TENTHS.map(factor).to_vec());
    let hosts = |processes| OverlayHosts {
        root: HostClass(0),
        groups: (1..=4).map(|class| HostGroup { class: HostClass(class), processes }).collect(),
    };
    let mut group = criterion.benchmark_group("unequal/overlay on cab");
    group.sample_size(10);
    for (processes, leaves) in [(250, 5_000), (250, 20_000), (250, 50_000), (2500, 200_000), (2, 200)] {
        let hosts = hosts(processes);
        group.bench_function(format!("{leaves} leaves, 4 times {processes} hosts"), |bencher| {
            bencher.iter(|| best(black_box(&cost), &hosts, (Targets::Leaves, leaves), &()));
        });
    }
    group.finish();
}

fn ranks(criterion: &mut Criterion) {
    let text = "name = \"m\"\n[logp]\nlatency = \"6us\"\noverhead = \"2us\"\ngap = \"4us\"\n";
    let machines = [
        ("logp 6, 2, 4", Machine::from_toml(text, "m.toml").expect("valid"), None),
        ("tukey, 1000 B", Machine::built_in("tukey").expect("built in"), Some(1000)),
        ("atlahs-hpc, 1000 B", Machine::built_in("atlahs-hpc").expect("built in"), Some(1000)),
    ];
    let host = |index: usize| Host { factor: factor(TENTHS[index % 4]), ..Host::new(format!("n{index}"), 1) };
    let allocation = Allocation::new((0..1000).map(host).collect());
    let mut group = criterion.benchmark_group("unequal/ranks");
    group.sample_size(10);
    for (name, machine, bytes) in &machines {
        let ports = UnequalPorts::new(machine, None, &allocation).expect("a port model");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            for ranks in [16, 1000] {
                let job = packed(&ports, collective, ranks, *bytes).expect("as many slots");
                group.bench_function(format!("{name}, {} among {ranks}", collective.name()), |bencher| {
                    bencher.iter(|| unequal_rank_plan(black_box(&ports), job.clone()));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, overlay, ranks);
criterion_main!(benches);
