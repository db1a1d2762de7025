//! A packing counted again from scratch, and properties on random networks.

use crate::packing::{Link, PackedTree, Packing};
use logpine_network::digraph::Digraph;
use std::collections::HashMap;

/// Panics unless the packing is what it says: weights, spanning trees, paths through switches, loads.
pub fn recount(graph: &Digraph, roots: &[u32], packing: &Packing) {
    let capacity: HashMap<(u32, u32), u64> =
        graph.arcs().iter().map(|arc| ((arc.from, arc.to), arc.capacity)).collect();
    let mut load: HashMap<(u32, u32), u128> = HashMap::new();
    let mut weights: HashMap<u32, u64> = HashMap::new();
    for tree in &packing.trees {
        assert!(tree.weight > 0);
        *weights.entry(tree.root).or_default() += tree.weight;
        assert_eq!(spans(graph, packing, tree), tree.height);
        for (_, Link { path }) in packing.edges(tree) {
            for ends in path.windows(2) {
                *load.entry((ends[0], ends[1])).or_default() += u128::from(tree.weight);
            }
            assert!(path[1..path.len() - 1].iter().all(|&vertex| vertex >= graph.compute()));
        }
    }
    assert_eq!(weights, roots.iter().map(|&root| (root, packing.share)).collect());
    for (ends, load) in load {
        let bound = u128::from(capacity[&ends]) * u128::from(packing.p) * u128::from(packing.share);
        assert!(load * u128::from(packing.q) <= bound, "arc {ends:?} carries {load}");
    }
}

/// The height of a tree, each rank of which has one parent and leads to the root.
fn spans(graph: &Digraph, packing: &Packing, tree: &PackedTree) -> u32 {
    let parents: HashMap<u32, u32> = packing
        .edges(tree)
        .map(|(child, link)| {
            assert_eq!(link.to(), child);
            (child, link.from())
        })
        .collect();
    assert_eq!(parents.len() + 1, graph.compute() as usize);
    let depth = |rank: u32| {
        let (mut at, mut depth) = (rank, 0);
        while at != tree.root {
            (at, depth) = (parents[&at], depth + 1);
            assert!(depth < graph.compute(), "a cycle");
        }
        depth
    };
    (0..graph.compute()).map(depth).max().unwrap()
}
