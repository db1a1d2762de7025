//! Messages and a plan on tori, and a study of random networks. Networks and routes are made in every iteration, plans
//! beforehand.

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use logpine::machine::Machine;
use logpine::request::RankCollective;
use logpine::schedule::Schedule;
use logpine_collectives::schedule::build::tree;
use logpine_collectives::schedule::stages::Cut;
use logpine_models::model::Logp;
use logpine_network::{
    Class, Duplex, MappingRule, Network, NodeMapping, PlanOptions, Routes, RoutingRule, Scheme, SchemeClass, Spec,
    TrafficOptions, execute, simulate, simulate_by_events,
};
use logpine_study::Study;
use logpine_trees::tree::rank_trees::k_nomial;
use std::hint::black_box;
use std::time::Duration;

fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect("a spec").network().expect("a network")
}

/// 16,777,216 hops; 47,473 time units with half duplex.
fn all_to_all(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("network");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(3));
    for (name, duplex) in [("half", Duplex::Half), ("full", Duplex::Full)] {
        let options = TrafficOptions { duplex, ..TrafficOptions::default() };
        group.bench_function(format!("all-to-all, torus 32x32, {name} duplex"), |bencher| {
            bencher.iter(|| {
                let torus = network(black_box("torus:32x32"));
                let routes = Routes::new(&torus, RoutingRule::LowestIndex).expect("a table");
                let messages = Scheme::AllToAll.messages(torus.endpoints()).expect("not too many");
                simulate(&routes, &messages, &options, &()).expect("short")
            });
        });
    }
    group.bench_function("all-to-all, torus 16x16, by events", |bencher| {
        let torus = network("torus:16x16");
        let routes = Routes::new(&torus, RoutingRule::LowestIndex).expect("a table");
        let messages = Scheme::AllToAll.messages(torus.endpoints()).expect("not too many");
        bencher.iter(|| simulate_by_events(&routes, black_box(&messages), &TrafficOptions::default()));
    });
    group.finish();
}

/// The plan of `logpine collective`: every rank sends to the far half of its ranks first.
fn binomial(ranks: u64, bytes: u64) -> Schedule {
    let timing = Logp::new(&Machine::load("logp-textbook").expect("built in")).expect("it has [logp]");
    tree(&k_nomial(ranks, 2), Cut::whole(bytes), RankCollective::Bcast, &timing).expect("few operations")
}

fn plan(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("network");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(3));
    let mut built = None;
    for rule in [MappingRule::Identity, MappingRule::Random { seed: 1 }] {
        group.bench_function(format!("binomial broadcast, 2^16 ranks, torus 256x256, {rule}"), |bencher| {
            let schedule: &Schedule = built.get_or_insert_with(|| binomial(1 << 16, 1_024));
            bencher.iter(|| {
                let torus = network(black_box("torus:256x256,latency=100ns,per_byte=0.1ns/B"));
                let routes = Routes::new(&torus, RoutingRule::LowestIndex).expect("no table");
                let mapping = NodeMapping::new(&torus, schedule.ranks(), rule).expect("nodes enough");
                execute(schedule, &routes, &mapping, &PlanOptions::default(), &()).expect("it ends")
            });
        });
    }
    group.finish();
}

/// On all processors, as `logpine study couples`.
fn study(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("network");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(3));
    group.bench_function("study of 200 random couples", |bencher| {
        let study = Study::new(Class::Random, SchemeClass::Random, 1).expect("drawn at random");
        bencher.iter(|| black_box(&study).couples(0..200).expect("short"));
    });
    group.finish();
}

criterion_group!(benches, all_to_all, plan, study);
criterion_main!(benches);
