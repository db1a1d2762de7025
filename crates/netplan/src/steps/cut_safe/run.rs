//! A run of the cut-safe greedy algorithm.

use super::layout::{Layout, NEVER};
use super::residual::Residual;
use super::sink::SinkFlow;
use crate::{Send, Sink, Task};
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;

/// The state between two decisions.
#[derive(Clone)]
pub(super) struct Run<'a> {
    layout: Layout<'a>,
    sinks: Vec<SinkFlow>,
    residual: Residual,
    sends: Vec<Send>,
    /// The blocks that may be chosen, and their number.
    allowed: (Vec<bool>, usize),
    /// The ranks that lose a unit of flow unless the block chosen suits them, and where their flow has that unit.
    pending: Vec<(usize, u32)>,
    /// The ranks whose flows let the rarest block enter where it may be sent.
    adopted: Vec<usize>,
    /// A random number for each block.
    ties: Vec<u64>,
    /// Whether holders among the next vertices count twice.
    near: bool,
}

impl<'a> Run<'a> {
    /// Flows for all ranks; `None` if a flow does not fit into `horizon` steps.
    pub(super) fn new(digraph: &'a Digraph, task: &Task, horizon: u32) -> Option<Self> {
        let layout = Layout::new(digraph, task, horizon);
        let mut residual = Residual::new(&layout);
        let reversed = digraph.reversed();
        let mut sinks = Vec::new();
        for rank in 0..digraph.compute() {
            let distances = reversed.distances(rank, |arc| u64::from(arc.latency));
            let latest = distances.into_iter().map(|distance| {
                let distance = u32::try_from(distance.unwrap_or(u64::MAX)).unwrap_or(u32::MAX);
                layout.times.saturating_sub(distance)
            });
            let mut flow = SinkFlow::new(&layout, latest.collect());
            for (block, &(source, sink)) in (0..).zip(&task.blocks) {
                if source == rank || matches!(sink, Sink::One(other) if other != rank) {
                    continue;
                }
                let goal = layout.node(rank, horizon);
                residual.find(&layout, &flow, layout.place(block), [goal; 2])?;
                residual.push(&layout, &mut flow, goal);
            }
            sinks.push(flow);
        }
        let blocks = task.blocks.len();
        Some(Self {
            layout,
            sinks,
            residual,
            sends: Vec::new(),
            allowed: (vec![false; blocks], 0),
            pending: Vec::new(),
            adopted: Vec::new(),
            ties: Vec::new(),
            near: false,
        })
    }

    /// Decides slot after slot; no transmissions if a slot is reached that no block suits, or about `work` nodes have
    /// been looked at, or `watch` ends the work. Returns also how many were.
    pub(super) fn finish(mut self, seed: u64, work: u64, watch: &dyn Watch) -> (Option<Vec<Send>>, u64) {
        self.residual.work = 0;
        let done = self.decide_all(seed, work, watch);
        (done.map(|()| self.sends), self.residual.work)
    }

    fn decide_all(&mut self, seed: u64, work: u64, watch: &dyn Watch) -> Option<()> {
        let mut generator = Generator::stream(seed, 1);
        self.ties = self.allowed.0.iter().map(|_| generator.next() >> 32).collect();
        self.near = seed.is_multiple_of(2);
        let mut order: Vec<(usize, u64, u32)> = Vec::new();
        for time in 1..self.layout.times {
            order.clear();
            for (arc, ends) in (0..).zip(self.layout.digraph.arcs()) {
                if ends.latency <= time {
                    order.push((self.candidates(arc, time), generator.next(), arc));
                }
            }
            // Where there is little choice, it is made first.
            order.sort_unstable();
            for &(_, _, arc) in &order {
                while self.layout.open[self.layout.slot(arc, time)] > 0 {
                    self.decide(arc, time)?;
                }
                if self.residual.work > work || watch.is_over() {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Marks the blocks that may arrive over an arc, and returns their number.
    fn candidates(&mut self, arc: u32, time: u32) -> usize {
        let ends = self.layout.digraph.arcs()[arc as usize];
        let held = self.layout.since(ends.from).iter().zip(self.layout.since(ends.to));
        self.allowed.1 = 0;
        for (allowed, (&from, &to)) in self.allowed.0.iter_mut().zip(held) {
            *allowed = from <= time - ends.latency && to == NEVER;
            self.allowed.1 += usize::from(*allowed);
        }
        self.allowed.1
    }

    /// Closes one unit of a slot, and chooses the block that goes there.
    fn decide(&mut self, arc: u32, time: u32) -> Option<()> {
        let ends = self.layout.digraph.arcs()[arc as usize];
        let slot = self.layout.slot(arc, time);
        let (from, to) = (self.layout.node(ends.from, time - ends.latency), self.layout.node(ends.to, time));
        self.candidates(arc, time);
        self.layout.open[slot] -= 1;
        self.pending.clear();
        self.adopted.clear();
        // The rarest block mostly suits all ranks.
        let first = self.rarest(ends.to);
        for index in 0..self.sinks.len() {
            if self.sinks[index].through[slot] <= self.layout.open[slot] {
                continue;
            }
            self.sinks[index].through[slot] -= 1;
            let Some(block) = first.filter(|_| self.pending.is_empty()) else {
                self.lead_elsewhere(index, from, to)?;
                continue;
            };
            let flow = &mut self.sinks[index];
            let place = self.layout.place(block);
            match self.residual.find(&self.layout, flow, from, [to, place]) {
                Some(found) => {
                    self.residual.push(&self.layout, flow, found);
                    if found == place {
                        flow.entry[block as usize] = to;
                        self.adopted.push(index);
                    }
                }
                None => self.restrict(index, from)?,
            }
        }
        if let (Some(block), false) = (first, self.pending.is_empty()) {
            // It does not suit one: those that have led it here lead it elsewhere, if they can.
            for position in 0..self.adopted.len() {
                let index = self.adopted[position];
                self.sinks[index].entry[block as usize] = NEVER;
                self.lead_elsewhere(index, self.layout.place(block), to)?;
            }
        }
        if let Some(block) = self.rarest(ends.to) {
            self.sends.push(Send { step: time - ends.latency + 1, arc, block });
            self.take(block, to);
            self.layout.hold(ends.to, time, block);
        }
        Some(())
    }

    /// Leads a unit that a rank's flow has at `from` to the node that lacks it; if there is no way, the block chosen
    /// has to suit. `None` if then no block is left.
    fn lead_elsewhere(&mut self, index: usize, from: u32, to: u32) -> Option<()> {
        let flow = &mut self.sinks[index];
        if self.residual.find(&self.layout, flow, from, [to; 2]).is_some() {
            self.residual.push(&self.layout, flow, to);
            return Some(());
        }
        self.restrict(index, from)
    }

    /// Allows only the blocks that the last search has reached.
    fn restrict(&mut self, index: usize, from: u32) -> Option<()> {
        for (block, allowed) in (0..).zip(&mut self.allowed.0) {
            if *allowed && !self.residual.reached(self.layout.place(block)) {
                *allowed = false;
                self.allowed.1 -= 1;
            }
        }
        self.pending.push((index, from));
        (self.allowed.1 > 0).then_some(())
    }

    /// The rarest of the blocks that may be chosen.
    fn rarest(&self, vertex: u32) -> Option<u32> {
        let layout = &self.layout;
        let key = |&block: &u32| {
            let holders = layout.holders[block as usize].len();
            let held = |&&arc: &&u32| layout.since(layout.digraph.arcs()[arc as usize].to)[block as usize] != NEVER;
            let near = if self.near { layout.digraph.leaving(vertex).iter().filter(held).count() } else { 0 };
            (holders + near, self.ties[block as usize])
        };
        (0..).zip(&self.allowed.0).filter(|&(_, &allowed)| allowed).map(|(block, _)| block).min_by_key(key)
    }

    /// Undoes a block in the flows that lack a unit at a node, and lets it enter there.
    fn take(&mut self, block: u32, to: u32) {
        let place = self.layout.place(block);
        for &(index, from) in &self.pending {
            let flow = &mut self.sinks[index];
            if from != place {
                let found = self.residual.find(&self.layout, flow, from, [place; 2]);
                debug_assert!(found.is_some(), "the block suits the rank");
                self.residual.push(&self.layout, flow, place);
            }
            flow.entry[block as usize] = to;
        }
    }
}
