//! Flows taken apart into the ways of single blocks.

use super::Expanded;
use crate::{Send, Sink, Task};
use std::collections::BTreeMap;

impl Expanded<'_> {
    /// The transmissions of the blocks of a task with one source or one sink, if all of them arrive, in order.
    pub(super) fn sends(self, task: &Task) -> Vec<Send> {
        // The blocks that may be taken for a unit of flow between two ends.
        let mut blocks: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        for (block, &(source, sink)) in (0..).zip(&task.blocks) {
            if let Sink::One(sink) = sink
                && sink != source
            {
                blocks.entry((source, sink)).or_default().push(block);
            }
        }
        let mut walk = Walk::new(&self);
        let mut sends = Vec::new();
        for &(source, amount) in self.supplies {
            for _ in 0..amount {
                let sink = walk.follow(source);
                let block = blocks
                    .get_mut(&(source, sink))
                    .and_then(Vec::pop)
                    .expect("the flow ends at sinks that lack blocks");
                sends.extend(walk.moves.iter().map(|&(time, arc, _)| Send { step: time + 1, arc, block }));
            }
        }
        sends.sort_unstable();
        sends
    }
}

/// Follows the units of a flow one by one.
struct Walk<'a> {
    expanded: &'a Expanded<'a>,
    /// The flow through each copy of each arc that no unit has taken yet.
    rest: Vec<Vec<u64>>,
    /// The same for waits, vertex by vertex.
    waits: Vec<Vec<u64>>,
    /// The moves of the last unit: when it leaves, the arc, and the vertex that it leaves.
    moves: Vec<(u32, u32, u32)>,
}

impl<'a> Walk<'a> {
    fn new(expanded: &'a Expanded) -> Self {
        let through = |first: u32, copies: u32| -> Vec<u64> {
            (0..copies).map(|copy| expanded.flow.through(first + 2 * copy)).collect()
        };
        let horizon = expanded.horizon;
        let arcs = expanded.digraph.arcs().iter().zip(&expanded.first);
        let rest = arcs.map(|(arc, &first)| through(first, (horizon + 1).saturating_sub(arc.latency))).collect();
        let mut waits: Vec<Vec<u64>> = expanded.waits.iter().map(|&first| through(first, horizon)).collect();
        // What leaves a source at a time has waited until then, and what stays at a sink waits until the end.
        for &(vertex, first) in &expanded.departures {
            let mut later = 0;
            for (time, amount) in through(first, horizon + 1).into_iter().enumerate().skip(1).rev() {
                later += amount;
                waits[vertex as usize][time - 1] += later;
            }
        }
        for &(vertex, first) in &expanded.arrivals {
            let mut earlier = 0;
            for (wait, amount) in waits[vertex as usize].iter_mut().zip(through(first, horizon + 1)) {
                earlier += amount;
                *wait += earlier;
            }
        }
        Self { expanded, rest, waits, moves: Vec::new() }
    }

    /// Takes a unit from a source to a sink, and returns the sink. A unit that comes back to a vertex might as well
    /// have waited there.
    fn follow(&mut self, source: u32) -> u32 {
        self.moves.clear();
        let (mut vertex, mut time) = (source, 0);
        loop {
            let free = |&&arc: &&u32| self.rest[arc as usize].get(time as usize).is_some_and(|&rest| rest > 0);
            if let Some(&arc) = self.expanded.digraph.leaving(vertex).iter().find(free) {
                self.rest[arc as usize][time as usize] -= 1;
                let ends = self.expanded.digraph.arcs()[arc as usize];
                self.moves.push((time, arc, vertex));
                time += ends.latency;
                vertex = ends.to;
                if let Some(first) = self.moves.iter().position(|&(_, _, left)| left == vertex) {
                    self.moves.truncate(first);
                }
            } else if let Some(wait) = self.waits[vertex as usize].get_mut(time as usize)
                && *wait > 0
            {
                *wait -= 1;
                time += 1;
            } else {
                return vertex;
            }
        }
    }
}
