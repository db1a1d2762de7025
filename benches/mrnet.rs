//! Reading, checking and writing MRNet topologies of the largest size that MRNet loads.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::format::mrnet::{self, ProcessTree, Topology};
use logpine::format::{parse_hosts, place};
use logpine::request::{Mode, Placement};
use logpine::tree::Tree;
use std::hint::black_box;

const PROCESSES: u32 = 100_000;

/// 100,000 processes, of which 9,994 have children.
fn largest() -> Topology {
    // The most statements that MRNet accepts, less that of the front end.
    let middle = 9_993;
    let leaves = PROCESSES - 1 - middle;
    let fanout = |parent| leaves / middle + u32::from(parent < leaves % middle);
    let fanouts = std::iter::once(middle).chain((0..middle).map(fanout)).chain(std::iter::repeat_n(0, leaves as usize));
    let tree = Tree::from_fanouts(fanouts).expect("every child is listed");
    let hosts = parse_hosts("node[00001-10000]:16").expect("a list of hosts");
    place(&ProcessTree::new(&tree.to_shape(), Mode::Launch), &hosts, "login", Placement::default())
        .expect("enough slots")
}

fn topologies(criterion: &mut Criterion) {
    let topology = largest();
    let text = mrnet::write(&topology).expect("a valid topology");
    // Every process twice a child: a file that is nothing but faults.
    let faulty = text.replace(" ;", ", ;").repeat(2);
    let mut group = criterion.benchmark_group("mrnet, 100,000 processes");
    group.bench_function("check", |bencher| bencher.iter(|| mrnet::check(black_box(text.as_bytes()))));
    group.bench_function("check a faulty file", |bencher| bencher.iter(|| mrnet::check(black_box(faulty.as_bytes()))));
    group.bench_function("write", |bencher| bencher.iter(|| mrnet::write(black_box(&topology))));
    group.bench_function("place", |bencher| bencher.iter(largest));
    group.finish();
}

criterion_group!(benches, topologies);
criterion_main!(benches);
