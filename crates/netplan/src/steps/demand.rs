//! The demand of a task on a graph, counted.

use crate::PlanError;
use crate::{Sink, Task};
use logpine_network::digraph::Digraph;
use logpine_text::reason::reason;
use std::collections::BTreeMap;

/// Blocks that are not yet where they are needed, counted by source and by sink.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    /// The sources of blocks that all ranks need, ascending, and their numbers of blocks.
    pub(crate) everyone: Vec<(u32, u64)>,
    /// For each rank that alone needs some blocks: their sources, ascending, and numbers.
    pub(crate) single: BTreeMap<u32, Vec<(u32, u64)>>,
}

impl Demand {
    /// Counts the blocks, and makes sure that every block has a path to the ranks that need it.
    pub(crate) fn new(digraph: &Digraph, task: &Task) -> Result<Self, PlanError> {
        let ranks = digraph.compute().min(digraph.vertices());
        let is_rank = |vertex| {
            let fault =
                || reason!("a block starts at or is for vertex {vertex}, but the ranks are the first {ranks} vertices");
            if vertex < ranks { Ok(()) } else { Err(fault()) }
        };
        let mut everyone = BTreeMap::new();
        let mut single: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for &(source, sink) in &task.blocks {
            is_rank(source)?;
            match sink {
                Sink::All if ranks > 1 => *everyone.entry(source).or_insert(0) += 1,
                Sink::One(sink) => {
                    is_rank(sink)?;
                    if sink != source {
                        *single.entry(sink).or_default().entry(source).or_insert(0) += 1;
                    }
                }
                Sink::All => {}
            }
        }
        let demand = Self {
            everyone: everyone.into_iter().collect(),
            single: single.into_iter().map(|(sink, sources)| (sink, sources.into_iter().collect())).collect(),
        };
        demand.check_paths(digraph, ranks)?;
        Ok(demand)
    }

    /// The sources of the blocks that a rank lacks, ascending, with the numbers of blocks; a source may stand there
    /// twice.
    pub(crate) fn of(&self, sink: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let single = self.single.get(&sink).into_iter().flatten();
        self.everyone.iter().chain(single).copied().filter(move |&(source, _)| source != sink)
    }

    /// All sources, ascending.
    pub(crate) fn sources(&self) -> Vec<u32> {
        let mut sources: Vec<u32> =
            self.everyone.iter().chain(self.single.values().flatten()).map(|&(source, _)| source).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    fn check_paths(&self, digraph: &Digraph, ranks: u32) -> Result<(), PlanError> {
        let reached = |digraph: &Digraph, from| digraph.distances(from, |_| 0);
        if let Some(&(first, _)) = self.everyone.first() {
            // If the first source reaches all ranks, and all other sources reach it, then they reach all ranks, too.
            let forward = reached(digraph, first);
            if let Some(to) = (0..ranks).find(|&rank| forward[rank as usize].is_none()) {
                return Err(PlanError::Unreached { from: first, to });
            }
            let backward = reached(&digraph.reversed(), first);
            if let Some(&(from, _)) = self.everyone.iter().find(|&&(source, _)| backward[source as usize].is_none()) {
                return Err(PlanError::Unreached { from, to: first });
            }
        }
        let mut pairs: Vec<(u32, u32)> =
            self.single.iter().flat_map(|(&to, sources)| sources.iter().map(move |&(from, _)| (from, to))).collect();
        pairs.sort_unstable();
        let sources = pairs.chunk_by(|one, other| one.0 == other.0).count();
        if sources <= self.single.len() {
            for pairs in pairs.chunk_by(|one, other| one.0 == other.0) {
                let forward = reached(digraph, pairs[0].0);
                if let Some(&(from, to)) = pairs.iter().find(|&&(_, to)| forward[to as usize].is_none()) {
                    return Err(PlanError::Unreached { from, to });
                }
            }
        } else {
            let reversed = digraph.reversed();
            for (&to, sources) in &self.single {
                let backward = reached(&reversed, to);
                if let Some(&(from, _)) = sources.iter().find(|&&(from, _)| backward[from as usize].is_none()) {
                    return Err(PlanError::Unreached { from, to });
                }
            }
        }
        Ok(())
    }
}
