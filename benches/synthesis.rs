//! Schedules made for given networks. Every row asserts what is found: steps, bound, height, throughput; never a time. Graphs are
//! made beforehand.
//!
//! Figures of published tools stand beside the rows. They were measured on the same kind of machine as the prototypes, two cores:
//! TACOS (Won et al., 2024) and SCCL (Cai et al., Synthesizing Optimal Collective Algorithms, `PPoPP` 2021) for blocks in steps,
//! `ForestColl` (Zhao et al., 2024) for packings of trees. A dash says that there was no result.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, criterion_group, criterion_main};
use logpine_netfiles::network::NetworkFormat;
use logpine_netplan::fronts::{FrontLimits, front};
use logpine_netplan::{
    Effort, Links, Options, Roots, SatLimits, Task, TelephoneLimits, Verdict, pack, satisfied, search, telephone,
    translated,
};
use logpine_network::Spec;
use logpine_network::digraph::{Arc, Digraph};
use std::hint::black_box;
use std::time::Duration;

/// The built-in networks of the rows.
const BUILT_IN: [(&str, &str); 4] = [
    ("a100x2", include_str!("../instances/networks/a100x2.toml")),
    ("a100x4", include_str!("../instances/networks/a100x4.toml")),
    ("dgx-1v", include_str!("../instances/networks/dgx-1v.toml")),
    ("mi250x2", include_str!("../instances/networks/mi250x2.toml")),
];

/// The graph of a class with its parameters, or of a built-in network; all nodes but switches have data.
fn graph(name: &str) -> Digraph {
    let network = match BUILT_IN.into_iter().find(|(known, _)| *known == name) {
        Some((name, text)) => NetworkFormat::Toml.read(text, name).expect("a built-in network"),
        None => name.parse::<Spec>().expect("a spec").network().expect("a network"),
    };
    let ranks: Vec<u32> = (0..network.endpoints()).collect();
    Links::new(&network, &ranks, None).expect("links").digraph
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(format!("synthesis/{name}"));
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(2));
    group
}

/// Allgathers of long vectors: trees that attain the optimum p/q, no higher than given.
fn packings(criterion: &mut Criterion) {
    let mut group = group(criterion, "packing");
    // ForestColl: 8x8 in 53.7 s, height 22; 16x16 only the optimum, in 20 s; 32x32 -. 2 x MI250 in 29 s, height 19 to 20, about 142
    // trees; 2 x A100 in 4.2 s, height 11, 44 trees; 4 x A100 in 34.7 s, height 19.
    for (name, height, time) in [
        ("torus:8x8", 8, (63, 4)),
        ("torus:16x16", 16, (255, 4)),
        ("torus:32x32", 32, (1_023, 4)),
        ("mi250x2", 12, (15, 166)),
        ("a100x2", 3, (3, 65)),
        ("a100x4", 2, (3, 25)),
    ] {
        let graph = graph(name);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let packing = pack(black_box(&graph), Roots::All, &Options::default()).expect("a packing");
                assert_eq!((packing.p, packing.q), time, "{name}");
                assert!(packing.height() <= height, "{name}: height {}", packing.height());
                packing
            });
        });
    }
    group.finish();
}

/// Allgathers of a block of each rank, by translated growth.
fn allgathers(criterion: &mut Criterion) {
    let mut group = group(criterion, "allgather, translated");
    // SCCL: 4x4 in 4 steps, 22.5 s. TACOS: 4x4 in 4.9 steps on average; 32x32 in 258 steps, 54 s; 128x128 -.
    for (side, steps) in [(4, 4), (32, 256), (128, 4_096)] {
        let graph = graph(&format!("torus:{side}x{side}"));
        group.bench_function(format!("torus:{side}x{side}"), |bencher| {
            bencher.iter(|| {
                let found = translated(black_box(&graph), &[side, side], 1).expect("a torus");
                assert_eq!((found.steps, found.bound().steps), (steps, steps));
                found
            });
        });
    }
    group.finish();
}

/// Broadcasts of blocks from node 0, in as many steps as the bound.
fn broadcasts(criterion: &mut Criterion) {
    let mut group = group(criterion, "broadcast");
    // TACOS, in the order of the rows: 13, 9, 8, 14, 21, 20, 48, 42, 32, 105 (9.7 s), 60 (0.92 s) steps, and - for the last.
    for (name, blocks, steps) in [
        ("ring:8", 16, 11),
        ("hypercube:3", 16, 8),
        ("torus:4x4", 16, 7),
        ("mesh:4x4", 16, 13),
        ("hypercube:6", 64, 16),
        ("torus:4x4x4", 64, 16),
        ("mesh:8x8", 64, 45),
        ("torus:16x16", 64, 31),
        ("torus:8x8", 64, 23),
        ("torus:16x16", 256, 79),
        ("torus:32x32", 64, 47),
        ("torus:64x64", 1_024, 319),
    ] {
        let (graph, task) = (graph(name), Task::bcast(0, blocks));
        group.bench_function(format!("{name}, {blocks} blocks"), |bencher| {
            bencher.iter(|| {
                let found = search(black_box(&graph), &task, &Effort::default()).expect("a schedule");
                assert_eq!((found.schedule.steps, found.bound.steps), (steps, steps), "{name}, {blocks} blocks");
                found
            });
        });
    }
    let (graph, task) = (graph("torus:64x64"), Task::bcast(0, 1_024));
    let effort = Effort { seeds: 1, ..Effort::default() };
    group.bench_function("torus:64x64, 1024 blocks, within 1 by the first run", |bencher| {
        bencher.iter(|| {
            let found = search(black_box(&graph), &task, &effort).expect("a schedule");
            assert!(found.schedule.steps <= found.bound.steps + 1, "{}", found.schedule.steps);
            found
        });
    });
    group.finish();
}

/// DGX-1V: the front of allgathers, and cells of broadcasts.
fn dgx_1v(criterion: &mut Criterion) {
    let mut group = group(criterion, "dgx-1v");
    let graph = graph("dgx-1v");
    // SCCL: 33.8 s.
    group.bench_function("front of allgathers", |bencher| {
        bencher.iter(|| {
            let front = front(black_box(&graph), Roots::All, &FrontLimits::default()).expect("small");
            let points: Vec<_> = front.points.iter().map(|point| (point.steps, point.rounds, point.blocks)).collect();
            assert_eq!(points, [(2, 3, 2), (3, 7, 6)]);
            assert!(front.complete && front.closed);
            front
        });
    });
    let limits = FrontLimits { rounds: 5, ..FrontLimits::default() };
    group.bench_function("cells of broadcasts", |bencher| {
        bencher.iter(|| {
            let front = front(black_box(&graph), Roots::One(0), &limits).expect("small");
            // SCCL reports 5 blocks in 3 steps and 3 rounds.
            for (steps, rounds, blocks) in [(2, 3, 3), (3, 3, 7), (3, 4, 9), (4, 5, 15)] {
                let mut cells = front.cells.iter();
                let cell = cells.find(|cell| (cell.steps, cell.rounds) == (steps, Some(rounds))).expect("a cell");
                assert_eq!(cell.best.as_ref().map(|point| point.blocks), Some(blocks));
                assert!(cell.complete);
            }
            front
        });
    });
    group.bench_function("broadcast of 8 blocks in 3 steps, refuted", |bencher| {
        let task = Task::bcast(0, 8);
        bencher.iter(|| {
            let verdict = satisfied(black_box(&graph), &task, &[1; 3], &SatLimits::default());
            assert_eq!(verdict, Verdict::Refuted);
            verdict
        });
    });
    group.finish();
}

/// `SplitMix64` (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
struct Generator(u64);

impl Generator {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((bits ^ (bits >> 31)) % u64::from(count)).expect("below 2^32")
    }

    /// A random tree, and further links up to the given number, with latencies of 1 to `latency` steps, the same both ways.
    fn connected(&mut self, nodes: u32, links: usize, latency: u32) -> Digraph {
        let mut pairs: Vec<(u32, u32)> = (1..nodes).map(|node| (self.below(node), node)).collect();
        while pairs.len() < links {
            let (one, other) = (self.below(nodes), self.below(nodes));
            let pair = (one.min(other), one.max(other));
            if one != other && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        self.linked(nodes, pairs, latency)
    }

    /// Two random cycles through all nodes: nearly all have four links, so that no node with a single one decides the bound.
    fn cycles(&mut self, nodes: u32, latency: u32) -> Digraph {
        let mut pairs = Vec::new();
        for _ in 0..2 {
            let mut order: Vec<u32> = (0..nodes).collect();
            for last in (1..nodes).rev() {
                order.swap(last as usize, self.below(last + 1) as usize);
            }
            let next = order.iter().cycle().skip(1);
            pairs.extend(order.iter().zip(next).map(|(&one, &other)| (one.min(other), one.max(other))));
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.linked(nodes, pairs, latency)
    }

    fn linked(&mut self, nodes: u32, pairs: Vec<(u32, u32)>, latency: u32) -> Digraph {
        let arcs = pairs.into_iter().flat_map(|(from, to)| {
            let latency = 1 + self.below(latency);
            [(from, to), (to, from)].map(|(from, to)| Arc { from, to, capacity: 1, latency })
        });
        Digraph::new(nodes, nodes, arcs.collect())
    }
}

/// The de Bruijn graph of words of so many bits, links in both directions.
fn de_bruijn(bits: u32) -> Digraph {
    let nodes = 1 << bits;
    let next = |node: u32| [2 * node % nodes, (2 * node + 1) % nodes].map(|other| (node.min(other), node.max(other)));
    let mut pairs: Vec<(u32, u32)> = (0..nodes).flat_map(next).filter(|(one, other)| one != other).collect();
    pairs.sort_unstable();
    pairs.dedup();
    Generator(0).linked(nodes, pairs, 1)
}

/// Minimum broadcast time in the telephone model. No published tool was run on these.
fn calls(criterion: &mut Criterion) {
    let mut group = group(criterion, "telephone");
    let small: Vec<Digraph> = (0..60)
        .map(|seed| {
            let nodes = 8 + seed % 13;
            Generator(seed.into()).connected(nodes, nodes as usize + 4, 1)
        })
        .collect();
    let limits = TelephoneLimits::default();
    group.bench_function("60 graphs of 8 to 20 nodes", |bencher| {
        bencher.iter(|| {
            for graph in black_box(&small) {
                let found = telephone(graph, 0, &limits).expect("connected");
                assert_eq!(found.steps, found.bound);
            }
        });
    });
    let large = [
        ("random, 40 nodes, 60 links", Generator(1).connected(40, 60, 1)),
        ("random, 100 nodes, 300 links", Generator(2).connected(100, 300, 1)),
        ("random, 200 nodes, 400 links", Generator(3).connected(200, 400, 1)),
        ("random, 400 nodes, 500 links", Generator(4).connected(400, 500, 1)),
        ("planar, 200 nodes", graph("planar:200,0.6,seed=1")),
        ("torus:16x16", graph("torus:16x16")),
        ("de Bruijn, 256 nodes", de_bruijn(8)),
    ];
    for (name, graph) in &large {
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let found = telephone(black_box(graph), 0, &limits).expect("connected");
                assert!(found.bound <= found.steps && found.steps <= found.bound + 1, "{name}: {found:?}");
                found
            });
        });
    }
    group.finish();
}

/// True if this is run, as criterion chooses benches: by a part of its name.
fn is_chosen(name: &str) -> bool {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let is_listed = all.iter().any(|word| word == "--list");
    let mut filters = all.iter().filter(|word| !word.starts_with('-'));
    !is_listed && filters.next().is_none_or(|filter| name.contains(filter.as_str()))
}

/// Broadcasts on 100 networks of 16 to 64 nodes with latencies of 1 to 4 steps, 4 to 64 blocks: printed once, and not timed.
fn latencies(_: &mut Criterion) {
    if !is_chosen("synthesis/latencies 1 to 4") {
        return;
    }
    let gaps: Vec<u32> = (0..100)
        .map(|seed| {
            let mut generator = Generator(1_000 + seed);
            let nodes = 16 + generator.below(49);
            let graph = generator.cycles(nodes, 4);
            let task = Task::bcast(0, 4 + generator.below(61));
            let found = search(&graph, &task, &Effort::default()).expect("connected");
            found.schedule.steps.checked_sub(found.bound.steps).expect("no schedule is below a bound")
        })
        .collect();
    let mean = f64::from(gaps.iter().sum::<u32>()) / 100.0;
    let worst = *gaps.iter().max().expect("100 networks");
    // Counts of work limit the search, so that these are the same everywhere.
    assert!(mean < 0.1 && worst <= 2, "mean {mean}, worst {worst}");
    let optimal = gaps.iter().filter(|&&gap| gap == 0).count();
    println!("synthesis/latencies 1 to 4: {optimal} of 100 at the bound, mean gap {mean:.2} steps, worst {worst}");
}

/// The graphs of the known comparison with latencies of 1 to 4 steps, the same both ways of a link; it gives no seeds, so these are
/// five draws of each.
fn latencies_of_known_graphs(_: &mut Criterion) {
    if !is_chosen("synthesis/known graphs") {
        return;
    }
    let cases = [
        ("hypercube:6", [16, 64]),
        ("torus:8x8", [16, 64]),
        ("torus:5x7", [16, 64]),
        ("mesh:8x8", [16, 64]),
        ("torus:16x16", [16, 64]),
    ];
    for (name, blocks) in cases {
        for blocks in blocks {
            let gaps: Vec<String> = (0..5)
                .map(|seed| {
                    let mut generator = Generator(2_000 + seed);
                    let unit = graph(name);
                    let pairs = unit.arcs().iter().map(|arc| (arc.from, arc.to)).filter(|(from, to)| from < to);
                    let graph = generator.linked(unit.vertices(), pairs.collect(), 4);
                    let found = search(&graph, &Task::bcast(0, blocks), &Effort::default()).expect("connected");
                    format!("{}/{}", found.schedule.steps, found.bound.steps)
                })
                .collect();
            println!("synthesis/known graphs, latencies 1 to 4: {name}, {blocks} blocks: {}", gaps.join(", "));
        }
    }
}

criterion_group!(benches, packings, allgathers, broadcasts, dgx_1v, calls, latencies, latencies_of_known_graphs);
criterion_main!(benches);
