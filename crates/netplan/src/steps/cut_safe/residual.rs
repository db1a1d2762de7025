//! Paths in the residual network of a rank's flow.

use super::layout::Layout;
use super::sink::{Move, SinkFlow};

/// A breadth-first search; buffers for many. Blocks are numbered after the nodes.
#[derive(Clone)]
pub(super) struct Residual {
    /// How each node or block was reached, and in which search.
    by: Vec<(u32, Move)>,
    search: u32,
    queue: Vec<u32>,
    /// The nodes looked at in all searches.
    pub(super) work: u64,
}

impl Residual {
    pub(super) fn new(layout: &Layout) -> Self {
        let size = layout.began.len() + layout.holders.len();
        Self { by: vec![(0, Move::Begin); size], search: 0, queue: Vec::with_capacity(size), work: 0 }
    }

    /// Whether the last search has reached a node or block.
    pub(super) fn reached(&self, place: u32) -> bool {
        self.by[place as usize].0 == self.search
    }

    /// Searches from a node or block, until one of the goals is reached, which are nodes or blocks; returns which.
    pub(super) fn find(&mut self, layout: &Layout, flow: &SinkFlow, from: u32, goals: [u32; 2]) -> Option<u32> {
        self.search += 1;
        self.queue.clear();
        self.see(from, Move::Begin);
        let nodes = layout.began.len();
        let mut at = 0;
        loop {
            let &here = self.queue.get(at)?;
            at += 1;
            self.work += 1;
            if goals.contains(&here) {
                return Some(here);
            }
            if here as usize >= nodes {
                let block = here - layout.place(0);
                for &holder in &layout.holders[block as usize] {
                    self.see_alive(layout, flow, holder, Move::Enter(block));
                }
            } else {
                self.spread(layout, flow, here);
            }
        }
    }

    /// Moves one unit along the path to a node or block that was reached.
    pub(super) fn push(&self, layout: &Layout, flow: &mut SinkFlow, to: u32) {
        let mut at = to;
        while self.by[at as usize].1 != Move::Begin {
            at = flow.apply(layout, at, self.by[at as usize].1);
        }
    }

    /// Reaches what residual arcs lead to from a node.
    fn spread(&mut self, layout: &Layout, flow: &SinkFlow, here: u32) {
        let (vertex, time) = (here / layout.times, here % layout.times);
        for &arc in layout.digraph.leaving(vertex) {
            let ends = layout.digraph.arcs()[arc as usize];
            if ends.latency < layout.times - time {
                let slot = layout.slot(arc, time + ends.latency);
                if flow.through[slot] < layout.open[slot] {
                    let to = layout.node(ends.to, time + ends.latency);
                    self.see_alive(layout, flow, to, Move::Over(arc));
                }
            }
        }
        for &arc in layout.digraph.entering(vertex) {
            if flow.through[layout.slot(arc, time)] > 0 {
                let ends = layout.digraph.arcs()[arc as usize];
                self.see(layout.node(ends.from, time - ends.latency), Move::Back(arc));
            }
        }
        if time + 1 < layout.times {
            self.see_alive(layout, flow, here + 1, Move::Wait);
        }
        if time > 0 && flow.waits[here as usize - 1] > 0 {
            self.see(here - 1, Move::Unwait);
        }
        for &block in &layout.began[here as usize] {
            if flow.entry[block as usize] == here {
                self.see(layout.place(block), Move::Leave(here));
            }
        }
    }

    /// Reaches a node, unless it is too late for the rank there: then no flow passes it, and none could.
    fn see_alive(&mut self, layout: &Layout, flow: &SinkFlow, node: u32, by: Move) {
        if node % layout.times < flow.latest[(node / layout.times) as usize] {
            self.see(node, by);
        }
    }

    fn see(&mut self, place: u32, by: Move) {
        let seen = &mut self.by[place as usize];
        if seen.0 != self.search {
            *seen = (self.search, by);
            self.queue.push(place);
        }
    }
}
