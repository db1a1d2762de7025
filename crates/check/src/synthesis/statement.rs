//! The task of a schedule, and its graph.

use super::collective::{COLLECTIVES, Ranks};
use super::fault::Wrong;
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use std::ops::Range;

/// A collective on a graph, whose first vertices are the ranks.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The graph.
    pub graph: &'a Digraph,
    /// The collective.
    pub collective: MpiCollective,
    /// The root; without meaning if the collective has none.
    pub root: u32,
    /// The number of blocks of the root (broadcast, reduction), or of each rank.
    pub blocks: u32,
}

/// The indices of arcs by their ends.
#[derive(Debug)]
pub(super) struct Arcs {
    /// The ends and the index of each arc, in ascending order.
    sorted: Vec<(u32, u32, u32)>,
    /// Where those that leave each vertex begin.
    starts: Vec<usize>,
}

impl Arcs {
    /// The index of the arc from a vertex to another.
    pub fn find(&self, from: u32, to: u32) -> Option<u32> {
        let leaving = self.sorted.get(*self.starts.get(from as usize)?..*self.starts.get(from as usize + 1)?)?;
        let at = leaving.binary_search_by_key(&to, |&(_, to, _)| to).ok()?;
        Some(leaving[at].2)
    }
}

impl Statement<'_> {
    /// Checks the statement itself, and returns its arcs by their ends. O(m log m) for m arcs.
    pub(super) fn arcs(&self) -> Result<Arcs, Wrong> {
        let (vertices, ranks) = (self.graph.vertices(), self.ranks());
        if !COLLECTIVES.contains(&self.collective) {
            return Err(Wrong::new(format_args!("{} is not planned on networks", self.collective)));
        }
        if ranks == 0 {
            return Err(Wrong::new("there are no ranks"));
        }
        if ranks > vertices {
            return Err(Wrong::new(format_args!("there are {ranks} ranks, but only {vertices} vertices")));
        }
        if self.collective.is_rooted() && self.root >= ranks {
            return Err(Wrong::new(format_args!(
                "there is no root {root}; the ranks are 0 to {last}",
                root = self.root,
                last = ranks - 1
            )));
        }
        if self.blocks == 0 {
            return Err(Wrong::new("there are no blocks"));
        }
        if self.checked_blocks().is_none() {
            return Err(Wrong::new(format_args!(
                "{blocks} blocks of each of {ranks} ranks are too many to be numbered",
                blocks = self.blocks
            )));
        }
        let mut arcs = Vec::with_capacity(self.graph.arcs().len());
        for (index, arc) in (0u32..).zip(self.graph.arcs()) {
            let (from, to) = (arc.from, arc.to);
            let zero = |what| Wrong::new(format_args!("the arc from {from} to {to} has no {what}; it is at least 1"));
            match arc {
                _ if from.max(to) >= vertices => {
                    return Err(Wrong::new(format_args!(
                        "the arc from {from} to {to} leads out of the graph, whose vertices are 0 to {last}",
                        last = vertices - 1
                    )));
                }
                _ if from == to => {
                    return Err(Wrong::new(format_args!("there is an arc from {from} to itself")));
                }
                _ if arc.capacity == 0 => return Err(zero("capacity")),
                _ if arc.latency == 0 => return Err(zero("latency")),
                _ => arcs.push((from, to, index)),
            }
        }
        arcs.sort_unstable();
        if let Some(pair) = arcs.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            return Err(Wrong::new(format_args!(
                "there are two arcs from {from} to {to}; add their capacities up",
                from = pair[0].0,
                to = pair[0].1
            )));
        }
        let starts = (0..=vertices).map(|vertex| arcs.partition_point(|arc| arc.0 < vertex)).collect();
        Ok(Arcs { sorted: arcs, starts })
    }

    /// The arcs in the directions in which data spread: turned around if the schedule is one turned around.
    pub(super) fn spreading(&self) -> impl Iterator<Item = Arc> + '_ {
        let is_backward = self.collective.is_backward();
        let turned = move |arc: &Arc| if is_backward { Arc { from: arc.to, to: arc.from, ..*arc } } else { *arc };
        self.graph.arcs().iter().map(turned)
    }

    /// The number of ranks.
    pub(super) fn ranks(&self) -> u32 {
        self.graph.compute()
    }

    fn checked_blocks(&self) -> Option<u32> {
        if self.collective.has_blocks_of_root() { Some(self.blocks) } else { self.blocks.checked_mul(self.ranks()) }
    }

    /// The number of all blocks; 0 if they are too many.
    pub(super) fn all_blocks(&self) -> u32 {
        self.checked_blocks().unwrap_or(0)
    }

    /// The rank whose block it is.
    pub(super) fn owner(&self, block: u32) -> u32 {
        if self.collective.has_blocks_of_root() { self.root } else { block / self.blocks }
    }

    /// The ranks that have a block at first, or a contribution to it.
    pub(super) fn sources(&self, block: u32) -> Ranks {
        match self.collective {
            MpiCollective::Bcast | MpiCollective::Scatter => Ranks::One(self.root),
            MpiCollective::Gather | MpiCollective::Allgather => Ranks::One(self.owner(block)),
            _ => Ranks::All,
        }
    }

    /// The ranks that are to have a block, complete.
    pub(super) fn sinks(&self, block: u32) -> Ranks {
        match self.collective {
            MpiCollective::Bcast | MpiCollective::Allgather | MpiCollective::Allreduce => Ranks::All,
            MpiCollective::Reduce | MpiCollective::Gather => Ranks::One(self.root),
            // A scatter or a reduce-scatter; the others are refused.
            _ => Ranks::One(self.owner(block)),
        }
    }

    /// The blocks that are at first where they are needed, and nowhere else: those of the root itself.
    pub(super) fn at_home(&self) -> Range<u32> {
        let own = self.root.saturating_mul(self.blocks);
        match self.collective {
            _ if self.ranks() == 1 => 0..self.all_blocks(),
            MpiCollective::Scatter | MpiCollective::Gather => own..own.saturating_add(self.blocks),
            _ => 0..0,
        }
    }
}
