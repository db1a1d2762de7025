//! Levels above distances.

use crate::packing::level::{Levels, Short};
use crate::packing::scale::Scale;
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::collections::VecDeque;

/// The most problems that are solved, for each vertex.
const ROUNDS: usize = 24;

/// A vertex may be raised for a root: the root's data then come over more arcs, but the vertex passes it on over fewer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rise {
    /// The neighbours that lose an arc.
    harm: usize,
    level: u16,
    random: u64,
    root: u32,
}

/// Raises levels until the problems of all vertices have solutions; false if that takes too long.
///
/// Where too few arcs are admissible for a set of roots together, some of these roots get an arc more: the vertex is raised above
/// a neighbour whose arc is not full. The fewer others rely on the vertex for the data of a root, the better.
pub fn raise(levels: &mut Levels, graph: &Digraph, scale: &Scale, seed: u64, watch: &dyn Watch) -> bool {
    let mut random = Generator::stream(seed, 5);
    let failing = |&vertex: &u32| watch.is_over() || levels.at(graph, scale, vertex).is_err();
    let mut queue: VecDeque<u32> = (0..graph.vertices()).into_par_iter().filter(failing).collect::<Vec<_>>().into();
    let mut waiting = vec![false; graph.vertices() as usize];
    for &vertex in &queue {
        waiting[vertex as usize] = true;
    }
    for _ in 0..ROUNDS * graph.vertices() as usize {
        let Some(vertex) = queue.pop_front() else { return true };
        if watch.is_over() {
            return false;
        }
        waiting[vertex as usize] = false;
        let Err(short) = levels.at(graph, scale, vertex) else { continue };
        let mut rises = rises(levels, graph, vertex, &short, &mut random);
        if rises.is_empty() {
            return false;
        }
        let wanted = usize::try_from(short.deficit.div_ceil(scale.share.max(1))).unwrap_or(usize::MAX);
        rises.sort_unstable();
        let mut touched = vec![vertex];
        for rise in rises.iter().take(wanted) {
            touched.extend(losers(levels, graph, vertex, rise.root, rise.level));
            let width = levels.roots.len();
            levels.levels[vertex as usize * width + rise.root as usize] = rise.level;
        }
        for vertex in touched {
            if !std::mem::replace(&mut waiting[vertex as usize], true) {
                queue.push_back(vertex);
            }
        }
    }
    queue.is_empty()
}

/// For each root that has too few arcs the least level that gives it one more.
fn rises(levels: &Levels, graph: &Digraph, vertex: u32, short: &Short, random: &mut Generator) -> Vec<Rise> {
    let mut found = Vec::new();
    for &root in &short.roots {
        let now = levels.row(vertex)[root as usize];
        let from = |&arc: &u32| levels.row(graph.arcs()[arc as usize].from)[root as usize];
        let higher = short.arcs.iter().map(from).filter(|&level| level >= now);
        if let Some(level) = higher.min().and_then(|level| level.checked_add(1)) {
            let harm = losers(levels, graph, vertex, root, level).count();
            found.push(Rise { harm, level, random: random.next(), root });
        }
    }
    found
}

/// The vertices that could get a root's data from this one, but not after it has risen to a level.
fn losers<'a>(
    levels: &'a Levels,
    graph: &'a Digraph,
    vertex: u32,
    root: u32,
    level: u16,
) -> impl Iterator<Item = u32> + 'a {
    let now = levels.row(vertex)[root as usize];
    let ends = graph.leaving(vertex).iter().map(|&arc| graph.arcs()[arc as usize].to);
    ends.filter(move |&to| {
        let other = levels.row(to)[root as usize];
        now < other && other <= level
    })
}

#[cfg(test)]
mod tests {
    use crate::packing::level::{Rise, packing};
    use crate::packing::roots::Roots;
    use crate::packing::scale::Scale;
    use crate::tests::networks::dgx1;

    #[test]
    fn a_box_without_enough_short_paths_is_packed_over_longer_ones() {
        let graph = dgx1();
        let scale = Scale::new(&graph, 7, 6).unwrap();
        assert_eq!(packing(&graph, Roots::All, &scale, Rise::Distances, &()), Ok(None));
        let trees = packing(&graph, Roots::All, &scale, Rise::Raised { seed: 1 }, &()).unwrap().unwrap();
        assert!(trees.iter().all(|tree| tree.height <= 4));
        assert_eq!(trees.iter().map(|tree| tree.weight).sum::<u64>(), 8 * scale.share);
    }
}
