//! Distances against `petgraph`, and against known numbers.

use super::{SPECS, linked, network};
use crate::{Distances, LinkKind, Network};
use petgraph::algo::{dijkstra, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

/// A network as a graph whose node indices are node numbers. An undirected link is an edge each way.
fn graph_of(network: &Network) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    (0..network.nodes()).for_each(|_| _ = graph.add_node(()));
    for link in network.links() {
        graph.add_edge(NodeIndex::from(link.from), NodeIndex::from(link.to), ());
        if network.kind() == LinkKind::Undirected {
            graph.add_edge(NodeIndex::from(link.to), NodeIndex::from(link.from), ());
        }
    }
    graph
}

/// The distances by Dijkstra's algorithm, one source at a time.
fn by_petgraph(network: &Network) -> Distances {
    let graph = graph_of(network);
    let mut distances = Distances::default();
    for source in 0..network.endpoints() {
        let from_here = dijkstra(&graph, NodeIndex::from(source), None, |_| 1u32);
        for (node, &hops) in &from_here {
            let node = node.index() as u64;
            if node < u64::from(network.endpoints()) && node != u64::from(source) {
                distances.diameter = distances.diameter.max(hops);
                distances.sum += u128::from(hops);
                distances.pairs += 1;
            }
        }
    }
    distances
}

#[test]
fn distances_are_those_of_petgraph() {
    for spec in SPECS {
        let network = network(spec);
        assert_eq!(kosaraju_scc(&graph_of(&network)).len(), 1, "{spec}");
        assert_eq!(Distances::new(&network), Some(by_petgraph(&network)), "{spec}");
    }
    for (seed, class) in (1..60).zip(["random", "neighbour", "planar"].into_iter().cycle()) {
        let network = network(&format!("{class}:{},0.1,seed={seed}", 20 + seed));
        assert_eq!(Distances::new(&network), Some(by_petgraph(&network)), "{}", network.name());
    }
}

/// Searches in a long path, and in a large star, are given up.
#[test]
fn searches_that_take_too_long_are_given_up() {
    let given_up = |spec: &str| Distances::new(&network(spec)).is_none();
    assert!(given_up("star:1000000") && !given_up("star:1000"));
    let path = |nodes: u32| -> Network {
        let links: Vec<(u32, u32, u64)> = (1..nodes).map(|node| (node - 1, node, 1)).collect();
        linked(LinkKind::Undirected, nodes, nodes, &links).expect("a path")
    };
    assert_eq!(Distances::new(&path(40_000)), None);
    let short = Distances::new(&path(1_000)).expect("short");
    assert_eq!((short.diameter, short.sum), (999, 1_000 * (1_000_000 - 1) / 3));
}
