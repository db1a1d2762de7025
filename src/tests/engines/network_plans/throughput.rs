//! Packings of trees on small networks: against all cuts.

use super::networks::{Extent, SmallNetwork, below, plan, request};
use logpine::answer::{Made, NetworkPlan, Proof};
use logpine::request::{MpiCollective, ObjectiveName, Request, Status};
use logpine_check::synthesis::{Least, Proof as Shown, Statement, TreeEdge};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const CASES: u64 = 100;

const STREAMED: [MpiCollective; 5] = [
    MpiCollective::Bcast,
    MpiCollective::Reduce,
    MpiCollective::Allgather,
    MpiCollective::ReduceScatter,
    MpiCollective::Allreduce,
];

/// The network, the collective and the root of a case: with switches and the same capacities both ways, or without switches and with
/// other capacities each way.
fn case(seed: u64) -> (SmallNetwork, MpiCollective, u32) {
    let mut generator = Generator::stream(seed, 25);
    let collective = STREAMED[usize::try_from(seed % 5).expect("small")];
    let directed = seed.is_multiple_of(3);
    let extent = Extent {
        most_ranks: 5,
        most_switches: if directed { 0 } else { 2 },
        most_capacity: 4,
        most_latency: 2,
        directed,
    };
    let network = SmallNetwork::random(extent, &mut generator);
    let root = below(&mut generator, network.ranks);
    (network, collective, root)
}

fn planned(network: &SmallNetwork, collective: MpiCollective, root: u32) -> NetworkPlan {
    let request = Request { objective: Some(ObjectiveName::Throughput), ..request(collective, root) };
    network.plan(request).unwrap_or_else(|refusal| panic!("{refusal:?} {network:?}"))
}

/// A packing of a plan: one of an allgather or broadcast, or of a reduce-scatter or reduction.
struct Packed {
    is_inward: bool,
    p: u64,
    q: u64,
    edges: Vec<TreeEdge>,
}

/// The packings of a plan: of an allreduce two.
fn packings(plan: &NetworkPlan) -> Vec<Packed> {
    let Made::Trees(trees) = &plan.held().construction.0 else { panic!("no trees") };
    let mut all: Vec<TreeEdge> = trees.edges().collect();
    let first_of_scatter = u32::try_from(trees.packing().trees.len()).expect("few");
    let of_scatter = all.iter().position(|edge| edge.tree >= first_of_scatter).unwrap_or(all.len());
    let scatter = all.split_off(of_scatter);
    let turned = || {
        let mut edges = all.clone();
        for edge in &mut edges {
            edge.path.reverse();
        }
        edges
    };
    let of = |is_inward, (p, q), edges| Packed { is_inward, p, q, edges };
    let time = |packing: &logpine_netplan::Packing| (packing.p, packing.q);
    match (plan.job.collective, trees.reduce_scatter()) {
        (MpiCollective::Allreduce, Some(packing)) => {
            vec![of(true, time(packing), scatter), of(false, time(trees.packing()), all)]
        }
        (MpiCollective::Allreduce, None) => {
            vec![of(true, time(trees.packing()), turned()), of(false, time(trees.packing()), all)]
        }
        (collective, _) => vec![of(collective.is_backward(), time(trees.packing()), all)],
    }
}

/// The arcs in the direction away from the roots.
fn outward(network: &SmallNetwork, is_inward: bool) -> Vec<Arc> {
    let turned = |arc: Arc| if is_inward { Arc { from: arc.to, to: arc.from, ..arc } } else { arc };
    network.arcs().into_iter().map(turned).collect()
}

/// The roots whose data all ranks need.
fn roots(network: &SmallNetwork, collective: MpiCollective, root: u32) -> Vec<u32> {
    if collective.is_rooted() { vec![root] } else { (0..network.ranks).collect() }
}

/// The greatest ratio of the roots in a set that misses a rank to the capacity that leaves the set.
fn all_cuts(network: &SmallNetwork, arcs: &[Arc], roots: &[u32]) -> (u64, u64) {
    let mut best = (0, 1);
    for set in 0u32..1 << network.vertices {
        let inside = |vertex: u32| set >> vertex & 1 == 1;
        if (0..network.ranks).all(inside) {
            continue;
        }
        let count = roots.iter().filter(|&&root| inside(root)).count() as u64;
        let leaving = arcs.iter().filter(|arc| inside(arc.from) && !inside(arc.to));
        let capacity: u64 = leaving.map(|arc| arc.capacity).sum();
        if count * best.1 > best.0 * capacity {
            best = (count, capacity);
        }
    }
    best
}

/// The greatest bound on an allreduce of an element by any partition of the ranks of a network without switches: twice as many messages
/// as there are parts besides one over the capacity between parts, or one message into or out of a part over that capacity.
fn all_partitions(network: &SmallNetwork) -> (u64, u64) {
    let arcs = network.arcs();
    let count = network.ranks as usize;
    let mut best = (0, 1);
    for number in 0..count.pow(network.ranks) {
        let part = |vertex: u32| number / count.pow(vertex) % count;
        let capacity = |crosses: &dyn Fn(usize, usize) -> bool| -> u64 {
            let crossing = arcs.iter().filter(|arc| part(arc.from) != part(arc.to));
            crossing.filter(|arc| crosses(part(arc.from), part(arc.to))).map(|arc| arc.capacity).sum()
        };
        let parts: BTreeSet<usize> = (0..network.ranks).map(part).collect();
        if parts.len() < 2 {
            continue;
        }
        let of_borders =
            parts.iter().flat_map(|&part| [(1, capacity(&|from, _| from == part)), (1, capacity(&|_, to| to == part))]);
        for (need, capacity) in of_borders.chain([(2 * (parts.len() as u64 - 1), capacity(&|_, _| true))]) {
            if need * best.1 > best.0 * capacity {
                best = (need, capacity);
            }
        }
    }
    best
}

/// Counts the load of every physical link again, and asserts that it fits the claim; returns the weight of each root.
fn recount(network: &SmallNetwork, p: u64, q: u64, edges: &[TreeEdge]) -> u64 {
    let capacities: HashMap<(u32, u32), u64> =
        network.arcs().iter().map(|arc| ((arc.from, arc.to), arc.capacity)).collect();
    let mut loads: HashMap<(u32, u32), u64> = HashMap::new();
    let mut weights: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
    for edge in edges {
        weights.entry(edge.root).or_default().insert(edge.tree, edge.weight);
        for ends in edge.path.windows(2) {
            *loads.entry((ends[0], ends[1])).or_default() += edge.weight;
        }
        let between = &edge.path[1..edge.path.len() - 1];
        assert!(between.iter().all(|&vertex| vertex >= network.ranks), "a path through a rank");
    }
    let weights: Vec<u64> = weights.values().map(|trees| trees.values().sum()).collect();
    assert!(weights.windows(2).all(|pair| pair[0] == pair[1]), "{weights:?}");
    for (ends, load) in loads {
        assert!(load * q <= capacities[&ends] * p * weights[0], "the link {ends:?} carries {load}");
    }
    weights[0]
}

/// The greatest load of a physical link over its capacity, for a unit of each root, by all packings together.
fn greatest_load(network: &SmallNetwork, packings: &[Packed]) -> f64 {
    let mut loads: HashMap<(u32, u32), f64> = HashMap::new();
    for Packed { p, q, edges, .. } in packings {
        let weight = recount(network, *p, *q, edges) as f64;
        for (edge, ends) in edges.iter().flat_map(|edge| edge.path.windows(2).map(move |ends| (edge, ends))) {
            *loads.entry((ends[0], ends[1])).or_default() += edge.weight as f64 / weight;
        }
    }
    let times = network.arcs().into_iter().map(|arc| {
        let load = loads.get(&(arc.from, arc.to)).copied().unwrap_or(0.0);
        load / arc.capacity as f64
    });
    times.fold(0.0, f64::max)
}

#[test]
fn times_are_the_greatest_ratio_of_all_cuts() {
    let (mut with_switches, mut unlike, mut overlapping) = (0, 0, 0);
    for seed in 0..CASES {
        let (network, collective, root) = case(seed);
        let plan = planned(&network, collective, root);
        let packings = packings(&plan);
        let (value, mut halves) = (greatest_load(&network, &packings), 0.0);
        for Packed { is_inward, p, q, edges } in &packings {
            let arcs = outward(&network, *is_inward);
            let (count, capacity) = all_cuts(&network, &arcs, &roots(&network, collective, root));
            assert_eq!(p * capacity, q * count, "seed {seed}: {p}/{q}, not {count}/{capacity} on {network:?}");
            recount(&network, *p, *q, edges);
            halves += *p as f64 / *q as f64;
        }
        overlapping += u32::from(value + 1e-9 < halves);
        with_switches += u32::from(packings[0].edges.iter().any(|edge| edge.path.len() > 2));
        let differ = |pair: &[Packed]| pair[0].p * pair[1].q != pair[1].p * pair[0].q;
        unlike += u32::from(packings.windows(2).any(differ));
        let claimed = plan.held().time.ticks() as f64 / plan.job.clock().ticks_per_unit() as f64;
        assert!((value - claimed).abs() < 1e-9, "seed {seed}: {value} and {claimed}");
        let graph = network.graph();
        let statement = Statement { graph: &graph, collective, root, blocks: 1 };
        let Proof::Shown(shown) = &plan.extra.proof else { panic!("no proof") };
        let proves = |p, q| {
            let claimed = match shown.clone() {
                Shown::Cut { set, .. } => Shown::Cut { p, q, set },
                Shown::Parts { parts, .. } => Shown::Parts { least: Least::TimePerUnit { p, q }, parts },
                other => panic!("{other:?}"),
            };
            claimed.check(&statement).is_ok()
        };
        let (p, q) = match shown {
            Shown::Cut { p: cut_p, q: cut_q, .. } => {
                assert_eq!((*cut_p, *cut_q), (packings[0].p, packings[0].q), "seed {seed}");
                (*cut_p, *cut_q)
            }
            // Over all allreduces, not only those in two halves.
            Shown::Parts { least: Least::TimePerUnit { p, q }, .. } => {
                assert!(*p as f64 / *q as f64 <= value + 1e-9, "seed {seed}");
                if network.directed {
                    let (need, capacity) = all_partitions(&network);
                    let need = need * u64::from(network.ranks);
                    assert_eq!(p * capacity, q * need, "seed {seed}: {p}/{q}, not {need}/{capacity} on {network:?}");
                }
                (*p, *q)
            }
            other => panic!("{other:?}"),
        };
        assert!(proves(p, q), "seed {seed}");
        assert!(!proves(p + 1, q), "seed {seed}");
        assert!(!proves(p, q + 1), "seed {seed}");
    }
    assert!(with_switches > 30 && unlike > 0 && overlapping > 5, "{with_switches} {unlike} {overlapping}");
}

/// By hand: rank 0 receives 3 others' data over a capacity of 3, and every rank sends 3 over a capacity of 4. All 16 units of capacity
/// carry 6 messages for each of 4 units.
#[test]
fn an_allreduce_has_trees_of_its_own_each_way_if_links_are_not_alike() {
    let capacities = [[0, 1, 1, 2], [2, 0, 1, 1], [1, 2, 0, 1], [0, 1, 3, 0]];
    let ends = (0..4u32).flat_map(|from| (0..4u32).map(move |to| (from, to)));
    let arcs = ends.map(|(from, to)| (from, to, capacities[from as usize][to as usize]));
    let arcs = arcs.filter(|&(_, _, capacity)| capacity > 0);
    let links = arcs.map(|(from, to, capacity)| Arc { from, to, capacity, latency: 1 }).collect();
    let network = SmallNetwork { ranks: 4, vertices: 4, directed: true, links };
    let plan = planned(&network, MpiCollective::Allreduce, 0);
    let times: Vec<(u64, u64)> = packings(&plan).iter().map(|packed| (packed.p, packed.q)).collect();
    assert_eq!(times, [(3, 4), (1, 1)]);
    let unit = plan.job.clock().ticks_per_unit();
    assert_eq!((plan.claim.value.ticks(), plan.claim.bound.value.ticks()), (unit / 4 * 7, unit / 2 * 3));
    assert_eq!(plan.claim.status, Status::OptimalInClass);
}

/// Among 16 ranks, 15 of 16 units of each ring of eight cross a NIC of 25 GB/s: a bus bandwidth of 8 * 25 GB/s.
#[test]
fn rates_are_those_of_nccl_tests_and_rings_have_rails() {
    let request = Request { objective: Some(ObjectiveName::Throughput), ..request(MpiCollective::Allgather, 0) };
    let plan = plan("a100x2", request).expect("a plan");
    let rates = |time| plan.bandwidths(time).expect("links have bandwidths");
    // 16 units in 3/65 / (1 GB/s).
    let best = rates(plan.claim.value);
    assert!((best.algorithm / (16e9 * 65.0 / 3.0) - 1.0).abs() < 1e-9, "{best:?}");
    assert!((best.bus / best.algorithm - 15.0 / 16.0).abs() < 1e-9, "{best:?}");
    let ring = plan.candidates().iter().find(|candidate| candidate.family == "ring").expect("a ring");
    assert_eq!(ring.parameters.to_string(), "rings = 8");
    assert!((rates(ring.time).bus / 200e9 - 1.0).abs() < 1e-9, "{ring:?}");
}
