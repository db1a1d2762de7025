//! Schedules of given rounds a step, by pulling the rarest blocks.
//!
//! Step by step, the vertices, in random order, fill what arrives at them at the end of the step: of the blocks that their
//! neighbours held when a transmission had to start, those that the fewest vertices hold, ties broken by random numbers of the
//! blocks, matched with the arcs by augmenting paths.

use crate::network::digraph::Digraph;
use crate::network::synthesis::{Send, Sink, StepSchedule, Task};
use logpine_text::random::Generator;

const NEVER: u32 = u32::MAX;

/// The search and its memory.
pub struct Greedy<'a> {
    graph: &'a Digraph,
    task: &'a Task,
    rounds: &'a [u32],
    /// The end of the step at which a vertex has a block: block by block.
    held: Vec<u32>,
    /// The number of vertices that hold each block.
    holders: Vec<u32>,
    /// The number of needed blocks that each vertex lacks.
    lacks: Vec<u64>,
    tie: Vec<u64>,
    order: Vec<u32>,
    candidates: Vec<u32>,
    /// The blocks that each of the arcs into a vertex carries to arrive at the end of the step.
    carried: Vec<Vec<u32>>,
    visited: Vec<bool>,
    sends: Vec<Send>,
    /// The remaining looks at a block and an arc.
    left: u64,
}

impl<'a> Greedy<'a> {
    /// The greatest number of blocks that give way for another.
    const CHAIN: u32 = 64;

    /// A search for schedules of the task, which ends after so many looks at a block and an arc.
    pub fn new(graph: &'a Digraph, task: &'a Task, looks: u64) -> Self {
        let (blocks, vertices) = (task.blocks.len(), graph.vertices() as usize);
        let degree = (0..graph.vertices()).map(|vertex| graph.entering(vertex).len()).max().unwrap_or(0);
        Self {
            graph,
            task,
            rounds: &[],
            held: vec![NEVER; blocks * vertices],
            holders: vec![0; blocks],
            lacks: vec![0; vertices],
            tie: vec![0; blocks],
            order: (0..graph.vertices()).collect(),
            candidates: Vec::new(),
            carried: vec![Vec::new(); degree],
            visited: vec![false; degree],
            sends: Vec::new(),
            left: looks,
        }
    }

    /// True if no looks are left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// A schedule with so many rounds in each step, if the search with these random numbers finds one.
    pub fn run(&mut self, rounds: &'a [u32], seed: u64) -> Option<StepSchedule> {
        self.rounds = rounds;
        let mut random = Generator::new(seed);
        self.start(&mut random);
        for step in (1u32..).take(self.rounds.len()) {
            for index in (1..self.order.len()).rev() {
                let other = random.below(index as u64 + 1);
                self.order.swap(index, usize::try_from(other).expect("an index"));
            }
            for index in 0..self.order.len() {
                self.pull(self.order[index], step);
            }
            if self.is_spent() || !self.can_finish(step) {
                return None;
            }
        }
        Some(self.finish())
    }

    fn start(&mut self, random: &mut Generator) {
        self.held.fill(NEVER);
        self.holders.fill(1);
        self.lacks.fill(0);
        self.sends.clear();
        for (block, &(origin, sink)) in self.task.blocks.iter().enumerate() {
            self.held[block * self.graph.vertices() as usize + origin as usize] = 0;
            self.tie[block] = random.next();
            match sink {
                Sink::All => self.lacks[..self.graph.compute() as usize].iter_mut().for_each(|lacks| *lacks += 1),
                Sink::One(vertex) => self.lacks[vertex as usize] += 1,
            }
            if self.needs(block, origin) {
                self.lacks[origin as usize] -= 1;
            }
        }
    }

    fn needs(&self, block: usize, vertex: u32) -> bool {
        match self.task.blocks[block].1 {
            Sink::All => vertex < self.graph.compute(),
            Sink::One(one) => one == vertex,
        }
    }

    fn held(&self, block: u32, vertex: u32) -> u32 {
        self.held[block as usize * self.graph.vertices() as usize + vertex as usize]
    }

    /// The step in which a transmission over an arc has to start to arrive at the end of a step.
    fn start_of(&self, arc: u32, end: u32) -> Option<u32> {
        (end + 1).checked_sub(self.graph.arcs()[arc as usize].latency).filter(|&start| start > 0)
    }

    /// The blocks that may arrive over an arc at the end of a step.
    fn capacity(&self, arc: u32, end: u32) -> u64 {
        let rounds = self.start_of(arc, end).map_or(0, |start| self.rounds[start as usize - 1]);
        self.graph.arcs()[arc as usize].capacity.saturating_mul(rounds.into())
    }

    /// Fills what arrives at a vertex at the end of a step.
    fn pull(&mut self, vertex: u32, step: u32) {
        let graph = self.graph;
        let entering = graph.entering(vertex);
        let total = entering.iter().fold(0u64, |total, &arc| total.saturating_add(self.capacity(arc, step)));
        self.candidates.clear();
        let looks = self.task.blocks.len().saturating_mul(entering.len().max(1));
        self.left = self.left.saturating_sub(looks as u64);
        for block in (0u32..).take(self.task.blocks.len()) {
            if self.held(block, vertex) == NEVER && entering.iter().any(|&arc| self.carries(arc, block, step)) {
                self.candidates.push(block);
            }
        }
        let (holders, tie) = (&self.holders, &self.tie);
        self.candidates.sort_unstable_by_key(|&block| (holders[block as usize], tie[block as usize]));
        let mut left = total;
        for index in 0..self.candidates.len() {
            if left == 0 || self.is_spent() {
                break;
            }
            self.visited.fill(false);
            left -= u64::from(self.place(self.candidates[index], vertex, step, Self::CHAIN));
        }
        for (index, &arc) in entering.iter().enumerate() {
            while let Some(block) = self.carried[index].pop() {
                self.held[block as usize * graph.vertices() as usize + vertex as usize] = step;
                self.holders[block as usize] += 1;
                self.lacks[vertex as usize] -= u64::from(self.needs(block as usize, vertex));
                let start = self.start_of(arc, step).expect("it carries a block");
                self.sends.push(Send { step: start, arc, block });
            }
        }
    }

    /// True if a block can arrive over an arc at the end of a step.
    fn carries(&self, arc: u32, block: u32, step: u32) -> bool {
        let held = self.held(block, self.graph.arcs()[arc as usize].from);
        self.start_of(arc, step).is_some_and(|start| held < start)
    }

    /// Gives a block to an arc into the vertex; others give way if they have another, in a chain of limited length.
    fn place(&mut self, block: u32, vertex: u32, step: u32, chain: u32) -> bool {
        let graph = self.graph;
        for (index, &arc) in graph.entering(vertex).iter().enumerate() {
            self.left = self.left.saturating_sub(1);
            if self.visited[index] || !self.carries(arc, block, step) {
                continue;
            }
            self.visited[index] = true;
            if (self.carried[index].len() as u64) < self.capacity(arc, step) {
                self.carried[index].push(block);
                return true;
            }
            for slot in (0..self.carried[index].len()).take_while(|_| chain > 0) {
                let other = self.carried[index][slot];
                if self.place(other, vertex, step, chain - 1) {
                    self.carried[index][slot] = block;
                    return true;
                }
            }
        }
        false
    }

    /// True if what every vertex lacks could still arrive if its neighbours had it.
    fn can_finish(&self, step: u32) -> bool {
        let last = u32::try_from(self.rounds.len()).expect("steps fit 32 bits");
        (0..self.graph.vertices()).all(|vertex| {
            let arcs = self.graph.entering(vertex).iter();
            let room = arcs.flat_map(|&arc| (step + 1..=last).map(move |end| self.capacity(arc, end)));
            self.lacks[vertex as usize] <= room.fold(0, u64::saturating_add)
        })
    }

    /// The transmissions that somebody needs.
    fn finish(&mut self) -> StepSchedule {
        let vertices = self.graph.vertices() as usize;
        let mut forwarded = vec![false; self.held.len()];
        let mut sends = std::mem::take(&mut self.sends);
        sends.sort_unstable();
        let mut kept = Vec::with_capacity(sends.len());
        for send in sends.into_iter().rev() {
            let arc = &self.graph.arcs()[send.arc as usize];
            let of = send.block as usize * vertices;
            if self.needs(send.block as usize, arc.to) || forwarded[of + arc.to as usize] {
                forwarded[of + arc.from as usize] = true;
                kept.push(send);
            }
        }
        kept.reverse();
        let end = |send: &Send| send.step + self.graph.arcs()[send.arc as usize].latency - 1;
        StepSchedule { steps: kept.iter().map(end).max().unwrap_or(0), sends: kept }
    }
}
