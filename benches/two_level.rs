//! 100,000 hosts with 64 processes each.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::answer::TwoLevelRankPlan;
use logpine::internals::answer::two_level_plan;
use logpine::machine::{Locality, Machine};
use logpine::model::{Tan, port_timing};
use logpine::request::{Job, RankCollective, RankJob};
use logpine_trees::search::two_level::TwoLevelTrees;
use std::hint::black_box;

const PROFILE: &str = "name = \"cluster\"\n\
    [tan]\nlatency = \"98us\"\noverhead = { constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\" }\n\
    [within.host.tan]\nlatency = \"2us\"\noverhead = { constant = \"5us\", linear = \"783ns\", quadratic = \"20ns\" }\n\
    [loggp]\nlatency = \"3us\"\noverhead = \"1us\"\ngap = \"1.2us\"\ngap_per_byte = \"0.4ns/B\"\n\
    [within.host.loggp]\nlatency = \"300ns\"\noverhead = \"200ns\"\ngap = \"250ns\"\ngap_per_byte = \"0.1ns/B\"\n";

const HOSTS: u64 = 100_000;
const PROCESSES: u64 = 64;

fn two_level(criterion: &mut Criterion) {
    let machine = Machine::from_toml(PROFILE, "bench").expect("a valid profile");
    let near = machine.at(Locality::Host);
    let mut group = criterion.benchmark_group("100,000 hosts x 64 processes");
    let costs = (Tan::reduction(&machine), Tan::reduction(near));
    let (among, within) = (costs.0.expect("[tan]"), costs.1.expect("[within.host.tan]"));
    for lanes in [1, PROCESSES] {
        let trees = TwoLevelTrees { among: &among, within: &within, leaves_per_host: PROCESSES, lanes };
        let job = Job::new(HOSTS * PROCESSES).expect("a job");
        let name = format!("overlay tree, lanes at most {lanes}");
        group.bench_function(name, |bencher| bencher.iter(|| black_box(two_level_plan(trees, job))));
    }
    let (among, within) = (port_timing(&machine, None), port_timing(near, None));
    let (among, within) = (among.expect("[loggp]"), within.expect("[within.host.loggp]"));
    for bytes in [8, 1 << 20] {
        let job = RankJob::new(RankCollective::Bcast, HOSTS * PROCESSES, Some(bytes)).expect("a job");
        group.bench_function(format!("broadcast of {bytes} B"), |bencher| {
            bencher.iter(|| black_box(TwoLevelRankPlan::new(among.as_ref(), within.as_ref(), job, PROCESSES)));
        });
    }
    group.finish();
}

criterion_group!(benches, two_level);
criterion_main!(benches);
