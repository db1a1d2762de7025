//! Allgathers on tori, rings and hypercubes by translation of one tree.

mod group;
mod growth;
#[cfg(test)]
mod tests;

use crate::steps::StepBound;
use crate::{Send, StepSchedule};
use group::Group;
use logpine_network::digraph::Digraph;

/// How a vertex is added to the tree of rank 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The step in which it receives the block; 0 for rank 0 itself.
    pub step: u32,
    /// The generator, which leads from the vertex that sends the block to this one: twice the dimension, plus 1 if
    /// down. In a dimension of 2 there is only up.
    pub generator: u32,
}

/// An allgather in which every rank uses the tree of rank 0, translated.
///
/// If vertex v receives the block of rank 0 from vertex u, then vertex r + v receives that of rank r from r + u in the
/// same step, coordinates added modulo the sides. Arcs of one direction carry one block each in a step if no two
/// vertices of the tree are added by the same generator in the same step.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The blocks of each rank.
    pub blocks: u32,
    /// The number of steps.
    pub steps: u32,
    /// For each vertex and each block of rank 0, how it gets there: index vertex times `blocks` plus block.
    pub growth: Vec<Growth>,
    group: Group,
}

/// The largest number of vertices times blocks of a rank.
const MOST_ITEMS: u64 = 1 << 24;

/// The allgather of `blocks` blocks of each rank of a torus with these sides, by translated growth: the tree grows,
/// step by step, by one vertex for each generator, the farthest first. On tori, rings and hypercubes it takes ceil((N -
/// 1) `blocks` / degree) steps, the least, in all cases that were tried; [`Translated::bound`] tells.
///
/// Vertices are numbered row by row, the last side is the fastest. A side of 2 has one link, a side of 1 none. `None`
/// unless the graph is just this torus, with arcs in both directions of capacity and latency 1, and has at most 2^24
/// vertices times blocks.
///
/// **Complexity** O(N * blocks * degree^2).
#[must_use]
pub fn translated(digraph: &Digraph, sides: &[u32], blocks: u32) -> Option<Translated> {
    if u64::from(digraph.vertices()).saturating_mul(blocks.into()) > MOST_ITEMS {
        return None;
    }
    let group = Group::new(digraph, sides)?;
    let mut found = Translated { blocks, steps: 0, growth: Vec::new(), group };
    found.growth = growth::best(&found.group, blocks, found.bound().steps);
    found.steps = found.growth.iter().map(|growth| growth.step).max().unwrap_or(0);
    Some(found)
}

impl Translated {
    /// The number of transmissions: every block of every rank to all others.
    #[must_use]
    pub fn count(&self) -> u64 {
        let ranks = u64::from(self.group.vertices());
        ranks * ranks.saturating_sub(1) * u64::from(self.blocks)
    }

    /// All transmissions, in the order of steps. Blocks are numbered rank times `blocks` plus index, which must be
    /// below 2^32.
    pub fn sends(&self) -> impl Iterator<Item = Send> + '_ {
        let mut order: Vec<usize> = (0..self.growth.len()).filter(|&item| self.growth[item].step > 0).collect();
        order.sort_by_key(|&item| self.growth[item].step);
        order.into_iter().flat_map(move |item| {
            let Growth { step, generator } = self.growth[item];
            let blocks = self.blocks as usize;
            let (vertex, index) =
                (u32::try_from(item / blocks).unwrap_or(0), u32::try_from(item % blocks).unwrap_or(0));
            let slot = self.group.slot(generator);
            let sender = self.group.before(slot, vertex);
            (0..self.group.vertices()).map(move |root| Send {
                step,
                arc: self.group.arc(slot, self.group.sum(root, sender)),
                block: root * self.blocks + index,
            })
        })
    }

    /// The tree of rank 0: for each vertex and block, the step in which it is sent, and the sender; 0 and the vertex itself for rank 0.
    pub fn tree(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.growth.iter().enumerate().map(|(item, &Growth { step, generator })| {
            let vertex = u32::try_from(item / self.blocks as usize).unwrap_or(0);
            (step, if step > 0 { self.group.before(self.group.slot(generator), vertex) } else { vertex })
        })
    }

    /// The sides of the torus.
    #[must_use]
    pub fn sides(&self) -> &[u32] {
        self.group.sides()
    }

    /// The schedule, if it has at most `limit` transmissions.
    #[must_use]
    pub fn expand(&self, limit: u64) -> Option<StepSchedule> {
        if self.count() > limit {
            return None;
        }
        let mut sends: Vec<Send> = self.sends().collect();
        sends.sort_unstable();
        Some(StepSchedule { steps: self.steps, sends })
    }

    /// The steps that any allgather takes: the blocks of all others, divided by the arcs into a rank.
    #[must_use]
    pub fn bound(&self) -> StepBound {
        let others = u64::from(self.group.vertices() - 1) * u64::from(self.blocks);
        let steps = u32::try_from(others.div_ceil(self.group.degree().max(1) as u64)).unwrap_or(u32::MAX);
        let mut times = vec![0; self.group.vertices() as usize];
        times[0] = steps;
        StepBound { steps, times }
    }
}
