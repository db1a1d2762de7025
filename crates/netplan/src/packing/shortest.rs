//! Trees of shortest paths: a packing without a search, for when there is no time for one.

use crate::PlanError;
use crate::error::at_most;
use crate::packing::NONE;
use crate::packing::depths::Depths;
use crate::packing::level;
use crate::packing::roots::Roots;
use crate::packing::trees::{Link, PackedTree, Packing};
use logpine_network::digraph::Digraph;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A tree for each root, along paths of the fewest links. Its time is that of the arc with the most load, and need not be the least.
/// Paths are the first that are found, or spread over all that are as short, whichever takes less time.
///
/// # Errors
/// [`PlanError::Unreached`], or more entries than are supported.
pub fn shortest_paths(graph: &Digraph, roots: Roots) -> Result<Packing, PlanError> {
    let ranks = graph.compute();
    let roots = level::list(roots, ranks);
    at_most("roots times ranks", roots.len() as u128 * u128::from(ranks), level::ENTRIES)?;
    let ways = [first, spread].map(|way| roots.par_iter().map(|&root| way(graph, root)).collect::<Vec<_>>());
    let [one, other] = ways.each_ref().map(|trees| load(graph, trees));
    let [first, spread] = ways;
    let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut links: Vec<Link> = Vec::new();
    let mut trees = Vec::with_capacity(roots.len());
    for (root, arcs) in roots.into_iter().zip(if other < one { spread } else { first }) {
        let mut of_tree = vec![NONE; ranks as usize];
        for rank in (0..ranks).filter(|&rank| rank != root) {
            let back = back(graph, &arcs, rank).map(|arc| graph.arcs()[arc as usize].from);
            let mut path: Vec<u32> = std::iter::once(rank).chain(back).collect();
            path.reverse();
            if path[0] >= ranks || path.len() == 1 {
                return Err(PlanError::Unreached { from: root, to: rank });
            }
            let mut add = |path| {
                links.push(Link { path });
                u32::try_from(links.len() - 1).unwrap_or(NONE)
            };
            // Few other trees have a way from their root in common with this one.
            of_tree[rank as usize] = if path[0] == root {
                add(path)
            } else {
                *numbers.entry(path).or_insert_with_key(|path| add(path.clone()))
            };
        }
        let height = Depths::default().of(&of_tree, |link| (links[link as usize].from(), 1));
        trees.push(PackedTree { root, weight: 1, height, links: of_tree });
    }
    let mut packing = Packing { p: 1, q: 1, share: 1, links, trees };
    packing.tidy();
    packing.measure(graph);
    Ok(packing)
}

/// The arcs of a tree, given by those into each vertex, from a rank back to the rank before it, over switches.
fn back<'a>(graph: &'a Digraph, arcs: &'a [u32], rank: u32) -> impl Iterator<Item = u32> + 'a {
    let last = |vertex: u32| Some(arcs[vertex as usize]).filter(|&arc| arc != NONE);
    let before = move |&arc: &u32| Some(graph.arcs()[arc as usize].from).filter(|&from| from >= graph.compute());
    std::iter::successors(last(rank), move |arc| last(before(arc)?))
}

/// About the greatest load of an arc in proportion to its capacity, by trees as in [`back`].
fn load(graph: &Digraph, trees: &[Vec<u32>]) -> u128 {
    let mut loads = vec![0u64; graph.arcs().len()];
    for arcs in trees {
        let arcs = (0..graph.compute()).flat_map(|rank| back(graph, arcs, rank));
        arcs.for_each(|arc| loads[arc as usize] += 1);
    }
    let loads = loads.iter().zip(graph.arcs()).map(|(&load, arc)| (u128::from(load) << 32) / u128::from(arc.capacity));
    loads.max().unwrap_or(0)
}

/// For each vertex the last arc of a path of the fewest links from a root; [`NONE`] at the root, and where there is no path.
fn first(graph: &Digraph, root: u32) -> Vec<u32> {
    let mut arcs = vec![NONE; graph.vertices() as usize];
    let mut waiting = VecDeque::from([root]);
    while let Some(vertex) = waiting.pop_front() {
        for &arc in graph.leaving(vertex) {
            let to = graph.arcs()[arc as usize].to;
            if to != root && arcs[to as usize] == NONE {
                arcs[to as usize] = arc;
                waiting.push_back(to);
            }
        }
    }
    arcs
}

/// The same, but not the same way for all roots and vertices, where there are several.
fn spread(graph: &Digraph, root: u32) -> Vec<u32> {
    let mut arcs = first(graph, root);
    let distances = graph.distances(root, |_| 1);
    for (vertex, distance) in (0..).zip(&distances) {
        let Some(before) = distance.filter(|&distance| distance > 1) else { continue };
        let is_last = |&&arc: &&u32| distances[graph.arcs()[arc as usize].from as usize] == Some(before - 1);
        let last = || graph.entering(vertex).iter().filter(is_last);
        let at = (root as usize + vertex as usize).checked_rem(last().count());
        arcs[vertex as usize] = at.and_then(|at| last().nth(at)).copied().unwrap_or(NONE);
    }
    arcs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::optimum;
    use crate::packing::tests::recount::recount;
    use crate::tests::networks::{dragonfly, fat_tree, grid, mi250, random};

    #[test]
    fn paths_are_spread_where_that_takes_less_time() {
        let others = [dragonfly(4, 2), grid(&[4, 4], true), mi250(2)].into_iter();
        for graph in others.chain((0..50).map(|seed| random(seed, true, seed % 2 == 0))) {
            for roots in [Roots::All, Roots::One(0)] {
                let found = shortest_paths(&graph, roots).unwrap();
                let list = level::list(roots, graph.compute());
                recount(&graph, &list, &found);
                let firsts: Vec<Vec<u32>> = list.iter().map(|&root| first(&graph, root)).collect();
                assert!((u128::from(found.p) << 32) / u128::from(found.q) <= load(&graph, &firsts) + 1, "{graph:?}");
            }
        }
        for graph in [fat_tree(2, 2, 2, 2), fat_tree(4, 2, 3, 3)] {
            let (found, best) =
                (shortest_paths(&graph, Roots::All).unwrap(), optimum(&graph, Roots::All, &()).unwrap());
            assert!(found.p * best.q < 2 * best.p * found.q, "{} / {}", found.p, found.q);
            let firsts: Vec<Vec<u32>> = (0..graph.compute()).map(|root| first(&graph, root)).collect();
            assert!((u128::from(found.p) << 32) / u128::from(found.q) < load(&graph, &firsts), "{graph:?}");
        }
    }
}
