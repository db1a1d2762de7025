//! The conditions a schedule has to satisfy.

use super::limits::{Obstacle, SatLimits};
use crate::{Sink, Task};
use logpine_network::digraph::Digraph;

/// The number of transmissions that a vertex can start in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ports {
    /// As many as the arcs that leave it carry.
    All,
    /// One.
    One,
}

/// The conditions a schedule has to satisfy.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    pub graph: &'a Digraph,
    pub task: &'a Task,
    /// The rounds of each step: an arc carries its capacity in each round.
    pub rounds: &'a [u32],
    pub ports: Ports,
    /// The step at whose end each vertex must hold what it needs; `None` for the last one.
    pub deadlines: Option<&'a [u32]>,
}

impl Statement<'_> {
    /// The greatest number of windows for each variable or clause that is allowed.
    pub const WINDOWS: usize = 4;

    /// The number of steps.
    pub fn steps(&self) -> Result<u32, Obstacle> {
        u32::try_from(self.rounds.len()).ok().filter(|&steps| steps < SatLimits::LARGEST).ok_or(Obstacle::Size)
    }

    /// The step at whose end a vertex must hold what it needs.
    pub fn deadline(&self, vertex: u32) -> u32 {
        let steps = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        self.deadlines.map_or(steps, |deadlines| deadlines[vertex as usize].min(steps))
    }

    /// True if the vertex is among the sinks.
    pub fn needs(&self, vertex: u32, sink: Sink) -> bool {
        match sink {
            Sink::All => vertex < self.graph.compute(),
            Sink::One(one) => vertex == one,
        }
    }

    /// The blocks that an arc can carry in a step.
    pub fn capacity(&self, arc: u32, step: u32) -> u64 {
        let capacity = self.graph.arcs()[arc as usize].capacity;
        capacity.saturating_mul(u64::from(self.rounds[step as usize - 1]))
    }
}
