mod d_separation;

use super::*;
use crate::{Constraints, Dependence};
use d_separation::{DSeparation, d_separated};
use petgraph::graph::{DiGraph, NodeIndex};

/// The result of the PC algorithm.
#[derive(Clone, Debug, PartialEq)]
struct PcResult {
    /// The edges, directed if their direction is implied.
    pattern: Pattern,
    /// The pairs that are not adjacent, with the reasons.
    separations: Vec<Separation>,
    /// All tests of independence.
    tests: Vec<TestResult>,
    /// Pairs of adjacent variables for which the independences demand both directions; their edges are left undirected.
    conflicts: Vec<[usize; 2]>,
}

/// The PC algorithm without deterministic relations: `dependence` may be an estimator from observations or
/// [d-separation](DSeparation) in a known graph.
fn pc(dependence: &impl Dependence, constraints: &Constraints, options: &PcOptions) -> PcResult {
    let among: Vec<usize> = (0..dependence.variables()).collect();
    let mut skeleton = Search { dependence, constraints, options, simplicity: None }.run(&among);
    let conflicts = orient(&mut skeleton, constraints, dependence, options.threshold);
    let Skeleton { pattern, separations, tests, .. } = skeleton;
    PcResult { pattern, separations, tests, conflicts }
}

/// A graph with `nodes` nodes.
fn graph(nodes: usize, arrows: &[(usize, usize)]) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    for _ in 0..nodes {
        graph.add_node(());
    }
    for &(from, to) in arrows {
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    graph
}

fn learnt(graph: DiGraph<(), ()>) -> PcResult {
    let constraints = Constraints::none(graph.node_count());
    let options = PcOptions { max_conditions: graph.node_count(), ..PcOptions::default() };
    pc(&DSeparation::new(graph), &constraints, &options)
}

#[test]
fn what_is_known_directs_edges() {
    let chain = DSeparation::new(graph(3, &[(0, 1), (1, 2)]));
    let column = |name: &str, step: u32| {
        crate::Column::continuous(name, (0..30).map(|row| f64::from(row * step % 31)).collect())
    };
    let table = crate::Table::new(vec![column("a", 3), column("b", 5), column("c", 7)]).expect("a table");
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let arrow = crate::Arrow::new;
    let found = |knowledge: &crate::Knowledge| {
        let constraints = Constraints::new(&table, knowledge).expect("consistent");
        pc(&chain, &constraints, &PcOptions::default()).pattern.directed()
    };
    let knowledge = crate::Knowledge::default;
    let input = crate::Knowledge { inputs: names(&["a"]), ..knowledge() };
    assert_eq!(found(&input), [(0, 1), (1, 2)], "else b were a collider");
    let input = crate::Knowledge { inputs: names(&["b"]), ..knowledge() };
    assert_eq!(found(&input), [(1, 0), (1, 2)]);
    let order = crate::Knowledge { order: vec![names(&["c"]), names(&["b", "a"])], ..knowledge() };
    assert_eq!(found(&order), [(1, 0), (2, 1)]);
    let forbidden = crate::Knowledge { forbidden: vec![arrow("b", "c")], ..knowledge() };
    assert_eq!(found(&forbidden), [(1, 0), (2, 1)]);
    let both = crate::Knowledge { forbidden: vec![arrow("b", "c"), arrow("c", "b")], ..knowledge() };
    assert!(found(&both).iter().all(|&(from, to)| from + to < 3), "no edge between b and c");
    let required = crate::Knowledge { required: vec![arrow("c", "a")], ..knowledge() };
    assert!(found(&required).contains(&(2, 0)), "whatever the observations say");
}

/// Random bits, the same on every platform.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A random acyclic graph, not numbered in causal order, with about `density` eighths of all arrows.
fn random(bits: &mut Bits, nodes: usize, density: u64) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..nodes).collect();
    for place in (1..nodes).rev() {
        let other = usize::try_from(bits.next() >> 33).expect("31 bits") % (place + 1);
        order.swap(place, other);
    }
    let pairs = (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b)));
    pairs.filter(|_| bits.next() >> 61 < density).map(|(a, b)| (order[a], order[b])).collect()
}

/// True if an open path connects two nodes. All paths are tried, independently of the search in the moral graph.
fn connected(arrows: &[(usize, usize)], path: &mut Vec<usize>, y: usize, given: &[usize]) -> bool {
    let end = *path.last().expect("a path has a node");
    if end == y {
        return true;
    }
    let has = |from: usize, to: usize| arrows.contains(&(from, to));
    let nodes: Vec<usize> = arrows.iter().flat_map(|&(a, b)| [a, b]).collect();
    let has_given_effect = |node: usize| {
        let mut reached = vec![node];
        let mut at = 0;
        while at < reached.len() {
            let next: Vec<usize> =
                nodes.iter().copied().filter(|&n| has(reached[at], n) && !reached.contains(&n)).collect();
            for node in next {
                if !reached.contains(&node) {
                    reached.push(node);
                }
            }
            at += 1;
        }
        reached.iter().any(|node| given.contains(node))
    };
    for &next in &nodes {
        if path.contains(&next) || !(has(end, next) || has(next, end)) {
            continue;
        }
        if let [.., before, _] = path.as_slice() {
            let is_collider = has(*before, end) && has(next, end);
            if is_collider != has_given_effect(end) && (is_collider || given.contains(&end)) {
                continue;
            }
            if !is_collider && given.contains(&end) {
                continue;
            }
        }
        path.push(next);
        let found = connected(arrows, path, y, given);
        path.pop();
        if found {
            return true;
        }
    }
    false
}

#[test]
fn d_separation_is_that_of_all_paths() {
    let mut bits = Bits(7);
    for case in 0..120 {
        let nodes = 3 + case % 4;
        let density = 2 + bits.next() % 4;
        let arrows = random(&mut bits, nodes, density);
        let graph = graph(nodes, &arrows);
        for x in 0..nodes {
            for y in (0..nodes).filter(|&y| y != x) {
                for set in 0..1 << nodes {
                    let given: Vec<usize> = (0..nodes).filter(|node| set >> node & 1 == 1).collect();
                    if given.contains(&x) || given.contains(&y) {
                        continue;
                    }
                    let expected = !connected(&arrows, &mut vec![x], y, &given);
                    assert_eq!(d_separated(&graph, x, y, &given), expected, "{arrows:?} {x} {y} {given:?}");
                }
            }
        }
    }
}

fn is_acyclic(nodes: usize, arrows: &[(usize, usize)]) -> bool {
    let mut left: Vec<usize> = (0..nodes).collect();
    while let Some(place) =
        left.iter().position(|&node| !arrows.iter().any(|&(from, to)| to == node && left.contains(&from)))
    {
        left.swap_remove(place);
    }
    left.is_empty()
}

/// All u -> v <- w with u and w not adjacent, u < w.
fn colliders(nodes: usize, arrows: &[(usize, usize)]) -> Vec<[usize; 3]> {
    let has = |from: usize, to: usize| arrows.contains(&(from, to));
    let mut colliders = Vec::new();
    for u in 0..nodes {
        for w in u + 1..nodes {
            for v in 0..nodes {
                if has(u, v) && has(w, v) && !has(u, w) && !has(w, u) {
                    colliders.push([u, v, w]);
                }
            }
        }
    }
    colliders
}

/// The arrows that all graphs with the same adjacencies and v-structures have in common, and the edges whose direction
/// differs among them (Verma and Pearl, Equivalence and Synthesis of Causal Models, 1990).
type Equivalent = (Vec<(usize, usize)>, Vec<(usize, usize)>);

fn equivalent(nodes: usize, arrows: &[(usize, usize)]) -> Equivalent {
    let turned = |set: usize| -> Vec<(usize, usize)> {
        let turn = |(place, &(from, to)): (usize, &(usize, usize))| {
            if set >> place & 1 == 1 { (to, from) } else { (from, to) }
        };
        arrows.iter().enumerate().map(turn).collect()
    };
    let expected = colliders(nodes, arrows);
    let all: Vec<Vec<(usize, usize)>> = (0..1usize << arrows.len())
        .map(turned)
        .filter(|graph| is_acyclic(nodes, graph) && colliders(nodes, graph) == expected)
        .collect();
    let (mut directed, mut undirected) = (Vec::new(), Vec::new());
    for &(from, to) in arrows {
        if all.iter().all(|graph| graph.contains(&(from, to))) {
            directed.push((from, to));
        } else {
            undirected.push((from.min(to), from.max(to)));
        }
    }
    directed.sort_unstable();
    undirected.sort_unstable();
    (directed, undirected)
}

#[test]
fn the_pattern_is_that_of_all_equivalent_graphs() {
    let mut bits = Bits(11);
    for case in 0..300 {
        let nodes = 3 + case % 4;
        let density = 2 + bits.next() % 5;
        let arrows = random(&mut bits, nodes, density);
        if arrows.len() > 11 {
            continue;
        }
        let PcResult { pattern, conflicts, .. } = learnt(graph(nodes, &arrows));
        assert_eq!((pattern.directed(), pattern.undirected()), equivalent(nodes, &arrows), "{arrows:?}");
        assert!(conflicts.is_empty(), "{arrows:?}");
    }
}

/// Knowledge of some arrows directs exactly the edges that follow from it.
#[test]
fn known_arrows_direct_what_follows() {
    let mut bits = Bits(23);
    for case in 0..200 {
        let nodes = 4 + case % 3;
        let density = 3 + bits.next() % 4;
        let arrows = random(&mut bits, nodes, density);
        if arrows.is_empty() || arrows.len() > 11 {
            continue;
        }
        let known = arrows[usize::try_from(bits.next() >> 40).expect("24 bits") % arrows.len()];
        let columns = (0..nodes).map(|index| {
            let values = (0..30).map(|row| f64::from(row * u32::try_from(index + 3).expect("small") % 31)).collect();
            crate::Column::continuous(&index.to_string(), values)
        });
        let table = crate::Table::new(columns.collect()).expect("a table");
        let required = vec![crate::Arrow::new(&known.0.to_string(), &known.1.to_string())];
        let knowledge = crate::Knowledge { required, ..crate::Knowledge::default() };
        let constraints = Constraints::new(&table, &knowledge).expect("consistent");
        let options = PcOptions { max_conditions: nodes, ..PcOptions::default() };
        let found = pc(&DSeparation::new(graph(nodes, &arrows)), &constraints, &options).pattern;
        // Of all equivalent graphs, only those with the known arrow.
        let expected = equivalent_with(nodes, &arrows, known);
        assert_eq!((found.directed(), found.undirected()), expected, "{arrows:?} {known:?}");
    }
}

fn equivalent_with(nodes: usize, arrows: &[(usize, usize)], known: (usize, usize)) -> Equivalent {
    let expected = colliders(nodes, arrows);
    let mut common: Option<Vec<(usize, usize)>> = None;
    for set in 0..1usize << arrows.len() {
        let turn = |(place, &(from, to)): (usize, &(usize, usize))| {
            if set >> place & 1 == 1 { (to, from) } else { (from, to) }
        };
        let graph: Vec<(usize, usize)> = arrows.iter().enumerate().map(turn).collect();
        if graph.contains(&known) && is_acyclic(nodes, &graph) && colliders(nodes, &graph) == expected {
            let so_far = common.unwrap_or_else(|| graph.clone());
            common = Some(so_far.into_iter().filter(|arrow| graph.contains(arrow)).collect());
        }
    }
    let mut directed = common.expect("the graph itself");
    let is_open = |&&(from, to): &&(usize, usize)| !directed.contains(&(from, to)) && !directed.contains(&(to, from));
    let mut undirected: Vec<(usize, usize)> =
        arrows.iter().filter(is_open).map(|&(from, to)| (from.min(to), from.max(to))).collect();
    directed.sort_unstable();
    undirected.sort_unstable();
    (directed, undirected)
}
