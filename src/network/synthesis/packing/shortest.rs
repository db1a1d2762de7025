//! Trees of shortest paths: a packing without a search, for when there is no time for one.

use crate::network::digraph::Digraph;
use crate::network::synthesis::packing::NONE;
use crate::network::synthesis::packing::depths::Depths;
use crate::network::synthesis::packing::error::{PackingError, at_most};
use crate::network::synthesis::packing::level;
use crate::network::synthesis::packing::roots::Roots;
use crate::network::synthesis::packing::trees::{Link, PackedTree, Packing};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A tree for each root, along paths of the fewest links. Its time is that of the arc with the most load, and need not be the least.
///
/// # Errors
/// [`PackingError::Unreached`], or more entries than are supported.
pub fn shortest_paths(graph: &Digraph, roots: Roots) -> Result<Packing, PackingError> {
    let ranks = graph.compute();
    let roots = level::list(roots, ranks);
    at_most("roots times ranks", roots.len() as u128 * u128::from(ranks), level::ENTRIES)?;
    let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut links: Vec<Link> = Vec::new();
    let mut trees = Vec::with_capacity(roots.len());
    for root in roots {
        let parents = parents(graph, root);
        let mut of_tree = vec![NONE; ranks as usize];
        for rank in (0..ranks).filter(|&rank| rank != root) {
            // Back to the next rank, over switches.
            let mut path = vec![rank];
            while let Some(&last) = path.last()
                && (path.len() == 1 || last >= ranks)
            {
                let parent = parents[last as usize];
                if parent == NONE {
                    return Err(PackingError::Unreached { from: root, to: rank });
                }
                path.push(parent);
            }
            path.reverse();
            of_tree[rank as usize] = *numbers.entry(path).or_insert_with_key(|path| {
                links.push(Link { path: path.clone() });
                u32::try_from(links.len() - 1).unwrap_or(NONE)
            });
        }
        let height = Depths::default().of(&of_tree, |link| (links[link as usize].from(), 1));
        trees.push(PackedTree { root, weight: 1, height, links: of_tree });
    }
    let mut packing = Packing { p: 1, q: 1, share: 1, links, trees };
    packing.tidy();
    packing.measure(graph);
    Ok(packing)
}

/// For each vertex the one before it on a path of the fewest links from a root; [`NONE`] at the root, and where there is no path.
fn parents(graph: &Digraph, root: u32) -> Vec<u32> {
    let mut parents = vec![NONE; graph.vertices() as usize];
    let mut waiting = VecDeque::from([root]);
    while let Some(vertex) = waiting.pop_front() {
        for &arc in graph.leaving(vertex) {
            let to = graph.arcs()[arc as usize].to;
            if to != root && parents[to as usize] == NONE {
                parents[to as usize] = vertex;
                waiting.push_back(to);
            }
        }
    }
    parents
}
