//! Schedules without a search, for when there is no time for one: blocks go along shortest paths.

use crate::steps::greedy;
use crate::{Send, Sink, StepSchedule, Task};
use logpine_network::digraph::{Digraph, by_vertex, of_vertex};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

/// Every block goes along a tree of shortest paths from its source, those with the longest way first. What comes to an arc first is sent
/// first. With `one_port`, a vertex sends one block in a step, so that in a broadcast it receives one at most.
///
/// *Requires* a path to every rank that needs a block, and no more than 2^25 vertices times blocks that all need. `None` if there are no
/// blocks, if those for a rank alone take more than 2^25 hops, or if steps do not fit 32 bits.
pub(crate) fn shortest_paths(digraph: &Digraph, task: &Task, one_port: bool) -> Option<StepSchedule> {
    let (_, sink) = *task.blocks.first()?;
    if let Sink::One(sink) = sink
        && task.blocks.iter().all(|block| block.1 == Sink::One(sink))
    {
        // A gather is a scatter backwards, along one tree.
        let blocks = task.blocks.iter().map(|&(source, _)| (sink, Sink::One(source))).collect();
        return Some(along_trees(&digraph.reversed(), &Task { blocks }, one_port)?.reversed(digraph));
    }
    in_parts(digraph, task, one_port, MOST_WAITING).unwrap_or_else(|| along_trees(digraph, task, one_port))
}

/// About the most transmissions that wait for each other at arcs.
const MOST_WAITING: u64 = 1 << 21;

/// Blocks that all need, part by part along the same trees at the same steps, the next part once the one before has arrived. `None` if the
/// blocks are so few that all can be on their way at a time, or some are for a rank alone.
#[expect(clippy::option_option, reason = "whether there are parts, and whether steps fit 32 bits")]
fn in_parts(digraph: &Digraph, task: &Task, one_port: bool, most_waiting: u64) -> Option<Option<StepSchedule>> {
    let mut of_sources: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (block, &(source, sink)) in (0..).zip(&task.blocks) {
        if sink != Sink::All {
            return None;
        }
        of_sources.entry(source).or_default().push(block);
    }
    let most = of_sources.values().map(Vec::len).max()?;
    let waiting = (task.blocks.len() as u64).saturating_mul(digraph.vertices().into());
    let size = most.div_ceil(usize::try_from(waiting.div_ceil(most_waiting)).unwrap_or(most).clamp(1, most));
    if size == most {
        return None;
    }
    let of_part = |(_, blocks): (&u32, &Vec<u32>)| blocks.len().min(size);
    let blocks = of_sources.iter().flat_map(|of| repeat_n((*of.0, Sink::All), of_part(of))).collect();
    let places: Vec<(&Vec<u32>, usize)> =
        of_sources.iter().flat_map(|of| (0..of_part(of)).map(move |place| (of.1, place))).collect();
    let all = along_trees(digraph, &Task { blocks }, one_port).and_then(|first| {
        let mut sends = Vec::new();
        for (part, begin) in (0u32..).zip((0..most).step_by(size)) {
            let later = first.steps.checked_mul(part)?;
            later.checked_add(first.steps)?;
            sends.extend(first.sends.iter().filter_map(|send| {
                let (blocks, place) = places[send.block as usize];
                Some(Send { step: send.step + later, block: *blocks.get(begin + place)?, ..*send })
            }));
        }
        sends.sort_unstable();
        Some(StepSchedule::of(digraph, sends))
    });
    Some(all)
}

fn along_trees(digraph: &Digraph, task: &Task, one_port: bool) -> Option<StepSchedule> {
    let sources: BTreeSet<u32> = task.blocks.iter().map(|&(source, _)| source).collect();
    let trees = (0..digraph.vertices()).into_par_iter();
    let trees: Vec<Option<Tree>> =
        trees.map(|vertex| sources.contains(&vertex).then(|| Tree::new(digraph, vertex))).collect();
    let mut hops = 0;
    let path = |&(source, sink): &(u32, Sink)| {
        let Sink::One(sink) = sink else { return Some(Vec::new()) };
        let path = trees[source as usize].as_ref()?.path_back(digraph, source, sink)?;
        hops += path.len();
        (hops <= MOST_HOPS).then_some(path)
    };
    let mut paths = task.blocks.iter().map(path).collect::<Option<Vec<Vec<u32>>>>()?;
    let mut held: Vec<(u32, u32)> = (0..).zip(&task.blocks).map(|(block, &(source, _))| (source, block)).collect();
    held.sort_by_key(|&(_, block)| Reverse(paths[block as usize].len()));
    // The blocks that arrive at the end of each step; the last step in which each sender sends, and how many more blocks it has room for.
    let mut arrivals = BTreeMap::from([(0, held)]);
    let mut senders = vec![(0u32, 0u64); if one_port { digraph.vertices() as usize } else { digraph.arcs().len() }];
    let mut sends = Vec::new();
    let onwards = |&(vertex, block): &(u32, u32)| {
        let (source, sink) = task.blocks[block as usize];
        trees[source as usize].as_ref().filter(|_| sink == Sink::All).map(|tree| tree.onwards(vertex))
    };
    let mut in_trees: Vec<Option<&[u32]>> = Vec::new();
    while let Some((now, arrived)) = arrivals.pop_first() {
        // First of all that arrive: one by one, each look into a tree would wait for memory.
        in_trees.clear();
        in_trees.extend(arrived.iter().map(onwards));
        for ((vertex, block), in_tree) in arrived.into_iter().zip(&in_trees) {
            let own = if in_tree.is_some() { None } else { paths[block as usize].pop() };
            for &arc in in_tree.unwrap_or(own.as_slice()) {
                let ends = digraph.arcs()[arc as usize];
                let (step, room) = &mut senders[if one_port { vertex } else { arc } as usize];
                if *step <= now || *room == 0 {
                    *step = now.max(*step).checked_add(1)?;
                    *room = if one_port { 1 } else { ends.capacity };
                }
                *room -= 1;
                sends.push(Send { step: *step, arc, block });
                arrivals.entry(step.checked_add(ends.latency - 1)?).or_default().push((ends.to, block));
            }
        }
    }
    if task.blocks.iter().any(|&(_, sink)| sink == Sink::All) {
        // Trees lead to relays that lead nowhere.
        return Some(greedy::finished(digraph, task, sends));
    }
    sends.sort_unstable();
    Some(StepSchedule::of(digraph, sends))
}

/// The most hops of blocks that a rank alone needs.
const MOST_HOPS: usize = 1 << 25;

/// A tree of shortest paths.
struct Tree {
    /// The arc over which each vertex is reached; [`NONE`] at the root, and where there is no path.
    into: Vec<u32>,
    /// The arcs of the tree, by the vertices that they leave.
    onwards: (Vec<u32>, Vec<u32>),
}

const NONE: u32 = u32::MAX;

impl Tree {
    fn new(digraph: &Digraph, root: u32) -> Self {
        let distances = digraph.distances(root, |arc| u64::from(arc.latency));
        let furthest = distances.iter().flatten().max();
        // The last arcs of shortest paths, by their ends. None leaves the vertices that are farthest away.
        let mut last: Vec<(u32, u32)> = Vec::new();
        for (vertex, distance) in (0..).zip(&distances) {
            let Some(before) = distance.filter(|before| Some(before) < furthest) else { continue };
            let is_last = |&&arc: &&u32| {
                let arc = digraph.arcs()[arc as usize];
                distances[arc.to as usize] == Some(before + u64::from(arc.latency))
            };
            let leaving = digraph.leaving(vertex).iter().filter(is_last);
            last.extend(leaving.map(|&arc| (digraph.arcs()[arc as usize].to, arc)));
        }
        last.sort_unstable();
        let mut into = vec![NONE; digraph.vertices() as usize];
        for arcs in last.chunk_by(|one, other| one.0 == other.0) {
            // Not the same way for all roots and vertices.
            let vertex = arcs[0].0 as usize;
            into[vertex] = arcs[(root as usize + vertex) % arcs.len()].1;
        }
        let arcs: Vec<u32> = into.iter().copied().filter(|&arc| arc != NONE).collect();
        let from = arcs.iter().map(|&arc| digraph.arcs()[arc as usize].from);
        let (indices, starts) = by_vertex(digraph.vertices(), from);
        let onwards = indices.into_iter().map(|index| arcs[index as usize]).collect();
        Self { into, onwards: (onwards, starts) }
    }

    fn onwards(&self, vertex: u32) -> &[u32] {
        of_vertex(&self.onwards, vertex)
    }

    /// The arcs of the way to a vertex, the last one first.
    fn path_back(&self, digraph: &Digraph, root: u32, vertex: u32) -> Option<Vec<u32>> {
        let (mut path, mut at) = (Vec::new(), vertex);
        while at != root {
            let arc = Some(self.into[at as usize]).filter(|&arc| arc != NONE)?;
            path.push(arc);
            at = digraph.arcs()[arc as usize].from;
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{in_parts, shortest_paths};
    use crate::Task;
    use crate::tests::{networks, replay};
    use logpine_text::random::Generator;

    #[test]
    fn blocks_go_along_shortest_paths_within_all_capacities() {
        let mut generator = Generator::new(4);
        for _ in 0..200 {
            let graph = networks::connected(&mut generator, 12, 2, 3);
            let ranks = graph.compute();
            let root = networks::below(&mut generator, ranks);
            let tasks = [
                Task::bcast(root, 3),
                Task::scatter(ranks, root, 2),
                Task::gather(ranks, root, 2),
                Task::allgather(ranks, 2),
            ];
            for task in tasks {
                replay(&graph, &task, &shortest_paths(&graph, &task, false).unwrap());
            }
        }
    }

    #[test]
    fn parts_of_the_blocks_follow_each_other_within_all_capacities() {
        let mut generator = Generator::new(5);
        let mut steps = [0, 0];
        for _ in 0..100 {
            let graph = networks::connected(&mut generator, 12, 2, 3);
            for task in
                [Task::bcast(networks::below(&mut generator, graph.compute()), 7), Task::allgather(graph.compute(), 5)]
            {
                let parts = in_parts(&graph, &task, false, 4).expect("parts").expect("few steps");
                replay(&graph, &task, &parts);
                steps[0] += parts.steps;
                steps[1] += shortest_paths(&graph, &task, false).expect("few steps").steps;
            }
        }
        assert!(steps[0] > steps[1], "they wait for each other: {steps:?}");
        let ring = networks::grid(&[7], true);
        assert!(in_parts(&ring, &Task::allgather(7, 1), false, 1).is_none(), "one block of each has no parts");
        assert!(in_parts(&ring, &Task::scatter(7, 0, 5), false, 1).is_none(), "blocks for a rank alone");
    }
}
