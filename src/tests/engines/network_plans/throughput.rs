//! Packings of trees on small networks: against all cuts, and a linear program.

use super::networks::{Extent, SmallNetwork, below, request};
use logpine::answer::{Made, NetworkPlan, Proof, Trees};
use logpine::check::synthesis::{Least, Limits, Packing, Proof as Shown, Statement, TreeEdge, check_trees};
use logpine::network::synthesis::Arc;
use logpine::random::Generator;
use logpine::request::{MpiCollective, ObjectiveName, Request};
use std::collections::{BTreeMap, HashMap};

const CASES: u64 = 100;

const STREAMED: [MpiCollective; 5] = [
    MpiCollective::Bcast,
    MpiCollective::Reduce,
    MpiCollective::Allgather,
    MpiCollective::ReduceScatter,
    MpiCollective::Allreduce,
];

/// The network, the collective and the root of a case: with switches and the same capacities both ways, or without switches.
fn case(seed: u64) -> (SmallNetwork, MpiCollective, u32) {
    let mut generator = Generator::stream(seed, 25);
    let collective = STREAMED[usize::try_from(seed % 5).expect("small")];
    let directed = seed.is_multiple_of(3) && collective != MpiCollective::Allreduce;
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

fn trees(plan: &NetworkPlan) -> &Trees {
    let Made::Trees(trees) = &plan.planned().construction.0 else { panic!("no trees") };
    trees
}

/// The arcs in the direction away from the roots.
fn outward(network: &SmallNetwork, collective: MpiCollective) -> Vec<Arc> {
    let backward = matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
    let turned = |arc: Arc| if backward { Arc { from: arc.to, to: arc.from, ..arc } } else { arc };
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

#[test]
fn times_are_the_greatest_ratio_of_all_cuts() {
    let mut with_switches = 0;
    for seed in 0..CASES {
        let (network, collective, root) = case(seed);
        let plan = planned(&network, collective, root);
        let trees = trees(&plan);
        let (p, q) = (trees.packing.p, trees.packing.q);
        let (count, capacity) = all_cuts(&network, &outward(&network, collective), &roots(&network, collective, root));
        assert_eq!(p * capacity, q * count, "seed {seed}: {p}/{q}, not {count}/{capacity} on {network:?}");
        let edges: Vec<TreeEdge> = trees.edges().collect();
        recount(&network, p, q, &edges);
        with_switches += u32::from(edges.iter().any(|edge| edge.path.len() > 2));
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
                assert_eq!((*cut_p, *cut_q), (p, q), "seed {seed}");
                (p, q)
            }
            // Over all allreduces, not only those in two halves of p / q each.
            Shown::Parts { least: Least::TimePerUnit { p: of_parts, q: between }, .. } => {
                assert!(of_parts * q <= 2 * p * between, "seed {seed}");
                (*of_parts, *between)
            }
            other => panic!("{other:?}"),
        };
        assert!(proves(p, q), "seed {seed}");
        assert!(!proves(p + 1, q), "seed {seed}");
        assert!(!proves(p, q + 1), "seed {seed}");
    }
    assert!(with_switches > 30, "{with_switches}");
}

#[test]
fn mutants_of_packings_are_refused() {
    for seed in 0..CASES {
        let (network, collective, root) = case(seed);
        let plan = planned(&network, collective, root);
        let trees = trees(&plan);
        let edges: Vec<TreeEdge> = trees.edges().collect();
        let graph = network.graph();
        let statement = Statement { graph: &graph, collective, root, blocks: 1 };
        let (p, q, height) = (trees.packing.p, trees.packing.q, trees.packing.height());
        let claimed = |p, q, height, edges: &[TreeEdge]| {
            check_trees(&statement, &Packing { p, q, height: Some(height), edges }, &Limits::default()).is_ok()
        };
        assert!(claimed(p, q, height, &edges), "seed {seed}");
        // Faster than the cut allows, lower than the trees are, or without an edge.
        assert!(!claimed(2 * p - 1, 2 * q, height, &edges), "seed {seed}");
        assert!(!claimed(p, q, height - 1, &edges), "seed {seed}");
        for index in 0..edges.len() {
            let mut mutant = edges.clone();
            mutant.remove(index);
            assert!(!claimed(p, q, height, &mutant), "seed {seed}: without edge {index}");
            let mut mutant = edges.clone();
            mutant[index].weight += 1;
            let is_alone = edges.iter().filter(|edge| edge.tree == edges[index].tree).count() == 1;
            let is_only_root = collective.is_rooted();
            assert!(is_alone && is_only_root || !claimed(p, q, height, &mutant), "seed {seed}: weight of edge {index}");
        }
    }
}

/// The greatest rate x of the roots: an amount g of each arc for each root, and for each root and rank a flow of x within g.
/// (Trees with these rates exist; Edmonds, Edge-disjoint branchings, 1973.)
#[cfg(feature = "milp")]
fn greatest_rate(network: &SmallNetwork, arcs: &[Arc], roots: &[u32]) -> f64 {
    use good_lp::solvers::microlp::microlp;
    use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, variable};
    let mut variables = ProblemVariables::new();
    let rate = variables.add(variable().min(0));
    let mut of_arcs = || arcs.iter().map(|_| variables.add(variable().min(0))).collect::<Vec<Variable>>();
    let amounts: Vec<Vec<Variable>> = roots.iter().map(|_| of_arcs()).collect();
    let flows: Vec<Vec<Vec<Variable>>> =
        roots.iter().map(|_| (0..network.ranks).map(|_| of_arcs()).collect()).collect();
    let mut model = variables.maximise(rate).using(microlp);
    for (index, arc) in arcs.iter().enumerate() {
        let load: Expression = amounts.iter().map(|amounts| amounts[index]).sum();
        model.add_constraint(load.leq(arc.capacity as f64));
    }
    for ((&root, amounts), flows) in roots.iter().zip(&amounts).zip(&flows) {
        for (rank, flow) in (0..network.ranks).zip(flows).filter(|(rank, _)| *rank != root) {
            for (&part, &amount) in flow.iter().zip(amounts) {
                model.add_constraint((part - amount).leq(0.0));
            }
            for vertex in (0..network.vertices).filter(|&vertex| vertex != rank) {
                let mut leaving = Expression::from(0.0);
                for (arc, &part) in arcs.iter().zip(flow) {
                    if arc.from == vertex {
                        leaving += part;
                    }
                    if arc.to == vertex {
                        leaving -= part;
                    }
                }
                if vertex == root {
                    leaving -= rate;
                }
                model.add_constraint(leaving.eq(0.0));
            }
        }
    }
    model.solve().expect("there is an optimum").value(rate)
}

#[cfg(feature = "milp")]
#[test]
fn rates_are_the_optimum_of_a_linear_program() {
    let mut compared = 0;
    for seed in (0..CASES).filter(|seed| seed % 4 == 1) {
        let (network, collective, root) = case(seed);
        let plan = planned(&network, collective, root);
        let (p, q) = (trees(&plan).packing.p, trees(&plan).packing.q);
        let rate = greatest_rate(&network, &outward(&network, collective), &roots(&network, collective, root));
        let packed = q as f64 / p as f64;
        assert!((rate - packed).abs() < 1e-6, "seed {seed}: {rate} and {q}/{p} on {network:?}");
        compared += 1;
    }
    assert_eq!(compared, 25);
}
