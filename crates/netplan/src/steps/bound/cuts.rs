//! The cuts that are looked at: for each rank, the blocks that start far from it.

use super::cheapest::{CheapestFlow, Steps};
use crate::steps::demand::Demand;
use logpine_network::digraph::Digraph;
use std::cmp::Reverse;

/// The blocks that a rank needs from sources at least so far away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    /// The distance of the nearest of them, and then as many steps as they take into the rank: a lower bound.
    simple: u64,
    sink: u32,
    /// The least distance of the sources, in steps.
    from: u64,
}

/// All cuts of a task, strongest first by a simple bound.
pub(super) struct Cuts<'a> {
    demand: &'a Demand,
    /// The sources whose distances are known.
    known: Vec<u32>,
    /// Their distances to every vertex, source by source; `UNREACHED` if there is no path.
    distances: Vec<u64>,
    vertices: usize,
    cuts: Vec<Cut>,
    /// Those before this one are done.
    next: usize,
    flow: CheapestFlow<'a>,
}

/// At least `steps` steps are needed, by these node times.
pub(super) struct Proof {
    pub(super) steps: u64,
    pub(super) times: Vec<u64>,
}

const UNREACHED: u64 = u64::MAX;

impl<'a> Cuts<'a> {
    /// Distances are searched from as many sources as make that many vertices and arcs.
    const SEARCHED: usize = 1 << 22;
    /// Of the cuts of a rank, that many are looked at.
    const OF_A_RANK: usize = 4;

    pub(super) fn new(digraph: &'a Digraph, demand: &'a Demand) -> Self {
        let vertices = digraph.vertices() as usize;
        let sources = demand.sources();
        let most = (Self::SEARCHED / (vertices + digraph.arcs().len() + 1)).max(1);
        // Evenly spread, if there are too many.
        let known: Vec<u32> = if sources.len() <= most {
            sources
        } else {
            (0..most).map(|index| sources[index * sources.len() / most]).collect()
        };
        let mut distances = Vec::with_capacity(known.len() * vertices);
        for &source in &known {
            let from_source = digraph.distances(source, |arc| u64::from(arc.latency));
            distances.extend(from_source.into_iter().map(|distance| distance.unwrap_or(UNREACHED)));
        }
        let flow = CheapestFlow::new(digraph);
        let mut cuts = Self { demand, known, distances, vertices, cuts: Vec::new(), next: 0, flow };
        for sink in 0..digraph.compute() {
            cuts.add(digraph, sink);
        }
        cuts.cuts.sort_unstable_by_key(|cut| (Reverse(cut.simple), cut.sink, cut.from));
        cuts
    }

    /// The next cuts, until one proves more than `few` steps, or the work comes to `end`. `None` if no more does.
    pub(super) fn next_above(&mut self, few: u64, end: u64) -> Option<Proof> {
        while let Some(&cut) = self.cuts.get(self.next)
            && self.flow.work < end
        {
            self.next += 1;
            let lacks: Vec<(u32, u64)> = self
                .demand
                .of(cut.sink)
                .filter(|&(source, _)| cut.from == 0 || self.distance(source, cut.sink) >= cut.from)
                .collect();
            let blocks = total(&lacks);
            let sources: Vec<u32> = lacks.into_iter().map(|(source, _)| source).collect();
            if let Steps::Needed(steps) = self.flow.steps(&sources, cut.sink, blocks, few) {
                return Some(Proof { steps, times: self.flow.times(cut.sink, steps) });
            }
        }
        None
    }

    /// The residual arcs looked at up to now.
    pub(super) fn work(&self) -> u64 {
        self.flow.work
    }

    /// The distance between a source and a vertex; 0 if not known.
    fn distance(&self, source: u32, vertex: u32) -> u64 {
        self.known.binary_search(&source).map_or(0, |index| self.distances[index * self.vertices + vertex as usize])
    }

    /// Adds the strongest cuts of a rank.
    fn add(&mut self, digraph: &Digraph, sink: u32) {
        let capacity = digraph.capacity_into(sink);
        let mut lacks: Vec<(u64, u64)> =
            self.demand.of(sink).map(|(source, blocks)| (self.distance(source, sink), blocks)).collect();
        if lacks.is_empty() || capacity == 0 {
            return;
        }
        lacks.sort_unstable_by_key(|&(distance, _)| Reverse(distance));
        let mut cuts = Vec::new();
        let mut blocks = 0u64;
        for farther in lacks.chunk_by(|one, other| one.0 == other.0) {
            let from = farther[0].0;
            blocks = blocks.saturating_add(total(farther));
            // Sources at unknown distances are at least a step away.
            cuts.push(Cut { simple: (from.max(1) - 1).saturating_add(blocks.div_ceil(capacity)), sink, from });
        }
        cuts.sort_by_key(|cut| Reverse(cut.simple));
        cuts.truncate(Self::OF_A_RANK);
        self.cuts.append(&mut cuts);
    }
}

/// The blocks of all entries.
fn total<T>(entries: &[(T, u64)]) -> u64 {
    entries.iter().fold(0, |sum, &(_, blocks)| sum.saturating_add(blocks))
}
