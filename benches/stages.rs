//! Loads of all stages of one algorithm among a million ranks, summed with a trivial cost; and one cost of every algorithm of
//! every collective under tau-Lop.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::machine::Machine;
use logpine::request::{Mapping, MpiCollective};
use logpine::tree::families::Parameters;
use logpine_collectives::collective::{AlgorithmFamily, Chosen, families};
use logpine_collectives::schedule::stages::Staged;
use logpine_models::job::Layout;
use logpine_models::model::TauLop;
use logpine_models::model::stage::{Loads, Pattern, stages_time};
use std::hint::black_box;

const RANKS: u64 = 1_000_000;

/// Layouts of a million ranks: 1 rank a host, 128, a number that does not divide, and all on one host.
fn layouts() -> Vec<(String, Layout)> {
    let hosts = [1, 100, 127, 128, RANKS].into_iter().flat_map(|per_host| {
        [Mapping::Sequential, Mapping::RoundRobin]
            .map(|mapping| (format!("{per_host} a host, {}", mapping.name()), per_host, mapping))
    });
    hosts.map(|(name, per_host, mapping)| (name, Layout::new(RANKS, per_host, mapping).expect("a layout"))).collect()
}

/// What stands for a stage's cost.
fn total(patterns: &[Pattern], layout: &Layout) -> u64 {
    let mut total = 0_u64;
    for pattern in patterns {
        pattern.loads(layout, &mut |stages, loads: Loads| {
            let stage = loads.copies + loads.leaving + loads.intra.max(loads.out) + loads.arriving;
            total = total.wrapping_add(stages.wrapping_mul(stage));
        });
    }
    total
}

fn bench(criterion: &mut Criterion, name: &str, patterns: &[Pattern]) {
    let mut group = criterion.benchmark_group(name);
    for (layout_name, layout) in layouts() {
        group.bench_function(layout_name, |bencher| bencher.iter(|| black_box(total(black_box(patterns), &layout))));
    }
    group.finish();
}

/// The levels of a k-nomial tree whose subtrees are intervals of ranks.
fn k_nomial(fanout: u64) -> Vec<Pattern> {
    let strides = std::iter::successors(Some(1), |stride| Some(stride * fanout)).take_while(|&stride| stride < RANKS);
    strides.map(|stride| Pattern::Children { step: stride * fanout, stride, from: 1, to: fanout }).collect()
}

/// The levels of a k-nomial tree that spreads from neighbour to neighbour.
fn spreading(fanout: u64) -> Vec<Pattern> {
    let holders =
        std::iter::successors(Some(1), |holders| Some(holders * fanout)).take_while(|&holders| holders < RANKS);
    holders.map(|holders| Pattern::Spread { holders, from: 1, to: fanout }).collect()
}

fn doublings() -> impl Iterator<Item = u64> {
    (0..64).map(|exponent| 1 << exponent).take_while(|&distance| distance < RANKS)
}

fn linear(criterion: &mut Criterion) {
    bench(criterion, "linear", &[Pattern::Children { step: RANKS, stride: 1, from: 1, to: RANKS }]);
}

fn binomial(criterion: &mut Criterion) {
    bench(criterion, "binomial", &k_nomial(2));
}

fn k_nomials(criterion: &mut Criterion) {
    for fanout in [3, 10, 100, 127, 1000] {
        bench(criterion, &format!("{fanout}-nomial"), &k_nomial(fanout));
    }
}

fn spreads(criterion: &mut Criterion) {
    for fanout in [2, 3, 10, 127, 1000] {
        bench(criterion, &format!("{fanout}-nomial, spreading"), &spreading(fanout));
    }
}

fn ring(criterion: &mut Criterion) {
    bench(criterion, "ring", &[Pattern::Shift { distance: 1 }]);
}

fn recursive_doubling(criterion: &mut Criterion) {
    let ranks = 1 << 19;
    let pairs = doublings().take_while(|&distance| distance < ranks).map(|distance| Pattern::Pairs { distance, ranks });
    let rest = Pattern::Block { first: 0, count: RANKS - ranks, distance: ranks };
    bench(criterion, "recursive doubling", &pairs.chain([rest, rest]).collect::<Vec<_>>());
}

fn bruck(criterion: &mut Criterion) {
    bench(
        criterion,
        "Bruck, dissemination",
        &doublings().map(|distance| Pattern::Shift { distance }).collect::<Vec<_>>(),
    );
}

fn pairwise(criterion: &mut Criterion) {
    bench(criterion, "pairwise", &[Pattern::Shifts { from: 1, to: RANKS }]);
}

fn chain(criterion: &mut Criterion) {
    for segments in [1, 10, 200, 1000] {
        let end = Pattern::Block { first: RANKS - 2, count: 1, distance: 1 };
        bench(criterion, &format!("chain of {segments} segments"), &[Pattern::Chain { segments }, end]);
    }
}

fn k_ary(criterion: &mut Criterion) {
    for (fanout, segments) in [(2, 1), (2, 200), (4, 200), (16, 200)] {
        let patterns = [Pattern::KAry { fanout, segments }, Pattern::KAryEnd { fanout }];
        bench(criterion, &format!("{fanout}-ary tree, {segments} segments"), &patterns);
    }
}

/// What stands for a family: a few segments, and a good many; fanouts that differ; else its first member.
fn examples(family: &AlgorithmFamily) -> Vec<Staged> {
    const BYTES: u64 = 1 << 20;
    let segment = |segments: u64| Parameters::new().number("segment", BYTES / segments);
    let parameters = match family.chosen() {
        Chosen::Segments => [1, 16, 256, BYTES].map(segment).into(),
        Chosen::SegmentsAlong(_) => [2, 3, 4, 16].map(|k| segment(256).number("k", k)).into(),
        Chosen::Fanouts => vec![Parameters::new().list("fanouts", vec![4, 3, 8, 5, 2, 8, 2, 8, 2, 8, 2])],
        Chosen::Radices => vec![Parameters::new().list("radices", vec![8, 5, 4, 5, 2, 5, 5, 5, 5])],
        Chosen::None => family.members(RANKS, BYTES).into_iter().take(1).map(|member| member.parameters).collect(),
    };
    parameters.into_iter().filter_map(|parameters| family.build(RANKS, BYTES, parameters)).collect()
}

/// One cost of an algorithm: all its stages among a million ranks.
fn costs(criterion: &mut Criterion) {
    let cost = TauLop::new(&Machine::load("two-channel").expect("a built-in machine")).expect("it has [tau_lop]");
    for (per_host, mapping) in [8, 128, 1024]
        .into_iter()
        .flat_map(|per_host| [Mapping::Sequential, Mapping::RoundRobin].map(|mapping| (per_host, mapping)))
    {
        let mut group = criterion.benchmark_group(format!("tau-Lop, {per_host} a host, {}", mapping.name()));
        let layout = Layout::new(RANKS, per_host, mapping).expect("a layout");
        for collective in MpiCollective::ALL {
            for staged in families(collective).iter().flat_map(examples) {
                let name = format!("{} {} {}", collective.name(), staged.family, staged.parameters);
                let time = || stages_time(&cost, black_box(&staged.stages), &layout);
                group.bench_function(name, |bencher| bencher.iter(|| black_box(time())));
            }
        }
        group.finish();
    }
}

criterion_group!(
    benches,
    linear,
    binomial,
    k_nomials,
    spreads,
    ring,
    recursive_doubling,
    bruck,
    pairwise,
    chain,
    k_ary,
    costs
);
criterion_main!(benches);
