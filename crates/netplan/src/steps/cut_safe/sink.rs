//! The flow of all blocks that a rank needs, through slots that are still open.

use super::layout::{Layout, NEVER};

/// A flow of one unit for each block that the rank lacks: from a node that holds the block, over open slots and by
/// waiting, to the rank at the end of the last step.
#[derive(Clone)]
pub(super) struct SinkFlow {
    /// For each slot, the blocks that it carries.
    pub(super) through: Vec<u16>,
    /// For each node, the blocks that wait there for the next step.
    pub(super) waits: Vec<u16>,
    /// For each block, the node at which it enters; `NEVER` if the rank does not need it.
    pub(super) entry: Vec<u32>,
    /// For each vertex, 1 more than the latest time at which a block can leave for the rank; no path from later nodes
    /// comes back.
    pub(super) latest: Vec<u32>,
}

/// A step of a path in the residual network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Wait for the next step.
    Wait,
    /// Wait one step less.
    Unwait,
    /// Over a slot of this arc.
    Over(u32),
    /// One block less over a slot of this arc.
    Back(u32),
    /// From this node to a block that enters there, which need not do so any more.
    Leave(u32),
    /// A block enters.
    Enter(u32),
    /// None: here the path begins.
    Begin,
}

impl SinkFlow {
    /// No flow yet.
    pub(super) fn new(layout: &Layout, latest: Vec<u32>) -> Self {
        let nodes = layout.digraph.vertices() as usize * layout.times as usize;
        Self {
            through: vec![0; layout.open.len()],
            waits: vec![0; nodes],
            entry: vec![NEVER; layout.holders.len()],
            latest,
        }
    }

    /// Changes the flow by a move to a node or block, and returns where it comes from.
    pub(super) fn apply(&mut self, layout: &Layout, to: u32, by: Move) -> u32 {
        let times = layout.times;
        match by {
            Move::Wait => {
                self.waits[to as usize - 1] += 1;
                to - 1
            }
            Move::Unwait => {
                self.waits[to as usize] -= 1;
                to + 1
            }
            Move::Over(arc) => {
                let ends = layout.digraph.arcs()[arc as usize];
                self.through[layout.slot(arc, to % times)] += 1;
                layout.node(ends.from, to % times - ends.latency)
            }
            Move::Back(arc) => {
                let ends = layout.digraph.arcs()[arc as usize];
                let time = to % times + ends.latency;
                self.through[layout.slot(arc, time)] -= 1;
                layout.node(ends.to, time)
            }
            Move::Leave(node) => node,
            Move::Enter(block) => {
                self.entry[block as usize] = to;
                layout.place(block)
            }
            Move::Begin => to,
        }
    }
}
