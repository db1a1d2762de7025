//! The time-expanded graph while its slots are being decided.

use crate::Task;
use logpine_network::digraph::Digraph;

/// What is decided: who holds which block from when on, and how much of each slot is still open. A node is a vertex at
/// the end of a step, a slot an arc with a step at the end of which blocks arrive over it.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    pub(super) digraph: &'a Digraph,
    /// The steps, and one more: the number of nodes of a vertex and of slots of an arc.
    pub(super) times: u32,
    /// For each slot, the blocks that it can still carry.
    pub(super) open: Vec<u16>,
    /// For each block, the nodes at which a vertex began to hold it.
    pub(super) holders: Vec<Vec<u32>>,
    /// For each node, the blocks that its vertex began to hold there.
    pub(super) began: Vec<Vec<u32>>,
    /// For each vertex and block, when the vertex began to hold it; `NEVER` before.
    since: Vec<u32>,
}

pub(super) const NEVER: u32 = u32::MAX;

impl<'a> Layout<'a> {
    /// All slots are open, and the sources hold their blocks.
    pub(super) fn new(digraph: &'a Digraph, task: &Task, horizon: u32) -> Self {
        let times = horizon + 1;
        let mut open = Vec::with_capacity(digraph.arcs().len() * times as usize);
        for arc in digraph.arcs() {
            let capacity = u16::try_from(arc.capacity).unwrap_or(u16::MAX);
            open.extend((0..times).map(|time| if time < arc.latency { 0 } else { capacity }));
        }
        let nodes = digraph.vertices() as usize * times as usize;
        let mut layout = Self {
            digraph,
            times,
            open,
            holders: vec![Vec::new(); task.blocks.len()],
            began: vec![Vec::new(); nodes],
            since: vec![NEVER; digraph.vertices() as usize * task.blocks.len()],
        };
        for (block, &(source, _)) in (0..).zip(&task.blocks) {
            layout.hold(source, 0, block);
        }
        layout
    }

    /// The node of a vertex at the end of a step.
    pub(super) fn node(&self, vertex: u32, time: u32) -> u32 {
        vertex * self.times + time
    }

    /// The number of a block as a place in the residual network: after all nodes.
    pub(super) fn place(&self, block: u32) -> u32 {
        self.digraph.vertices() * self.times + block
    }

    /// The slot of an arc at the end of a step.
    pub(super) fn slot(&self, arc: u32, time: u32) -> usize {
        arc as usize * self.times as usize + time as usize
    }

    /// Notes that a vertex holds a block from now on.
    pub(super) fn hold(&mut self, vertex: u32, time: u32, block: u32) {
        let node = self.node(vertex, time);
        self.holders[block as usize].push(node);
        self.began[node as usize].push(block);
        self.since[vertex as usize * self.holders.len() + block as usize] = time;
    }

    /// When each block began to be held by a vertex.
    pub(super) fn since(&self, vertex: u32) -> &[u32] {
        &self.since[vertex as usize * self.holders.len()..][..self.holders.len()]
    }
}
