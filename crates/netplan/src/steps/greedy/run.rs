//! A run of the greedy algorithm.

use super::rarest::{Least, Rarity};
use super::views::Views;
use crate::steps::matching::Matching;
use crate::{Send, Sink, Task};
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;
use std::collections::BTreeMap;

/// The state at the end of a step.
pub(super) struct Run<'a> {
    digraph: &'a Digraph,
    task: &'a Task,
    rounds: &'a [u32],
    generator: Generator,
    views: Views,
    rarity: Rarity,
    /// The vertices that lack blocks.
    open: Vec<u32>,
    /// The blocks that each vertex lacks.
    lacks: Vec<u32>,
    /// The blocks that ranks need and lack, counted over all.
    missing: u64,
    /// The vertices to which each vertex sends, and where those of each begin; empty if their needs do not count.
    heads: (Vec<u32>, Vec<u32>),
    toward: Toward,
    least: Least,
    matching: Matching,
    /// The transmissions, in the order of arrival.
    sends: Vec<Send>,
}

/// The way of blocks that a single rank needs: each time nearer to it.
struct Toward {
    /// The distances to each such rank.
    distances: BTreeMap<u32, Vec<Option<u64>>>,
    /// The least distance of a holder of each block from its sink.
    nearest: Vec<u64>,
}

impl Toward {
    fn new(digraph: &Digraph, task: &Task) -> Self {
        let mut distances = BTreeMap::new();
        let mut nearest = Vec::new();
        if task.blocks.iter().any(|&(_, sink)| sink != Sink::All) {
            let reversed = digraph.reversed();
            nearest.resize(task.blocks.len(), u64::MAX);
            for (block, &(source, sink)) in task.blocks.iter().enumerate() {
                if let Sink::One(sink) = sink {
                    let to =
                        distances.entry(sink).or_insert_with(|| reversed.distances(sink, |arc| u64::from(arc.latency)));
                    nearest[block] = to[source as usize].unwrap_or(u64::MAX);
                }
            }
        }
        Self { distances, nearest }
    }

    /// Whether a vertex may take a block.
    fn fits(&self, task: &Task, vertex: u32, block: u32) -> bool {
        self.distance(task, vertex, block).is_none_or(|distance| distance < self.nearest[block as usize])
    }

    /// The distance that a block still has to go; `None` if all ranks need it.
    fn distance(&self, task: &Task, vertex: u32, block: u32) -> Option<u64> {
        let Sink::One(sink) = task.blocks[block as usize].1 else { return None };
        Some(self.distances.get(&sink)?[vertex as usize].unwrap_or(u64::MAX))
    }
}

impl<'a> Run<'a> {
    /// At the end of step 0, the sources hold their blocks.
    pub(super) fn new(digraph: &'a Digraph, task: &'a Task, rounds: &'a [u32], seed: u64) -> Self {
        let blocks = u32::try_from(task.blocks.len()).unwrap_or(u32::MAX);
        let mut generator = Generator::new(seed);
        let rarity = Rarity::new(blocks, &mut generator);
        let heads = if seed.is_multiple_of(2) {
            heads(digraph)
        } else {
            (Vec::new(), vec![0; digraph.vertices() as usize + 1])
        };
        let mut run = Self {
            digraph,
            task,
            rounds,
            generator,
            views: Views::new(digraph, task.blocks.len()),
            rarity,
            open: (0..digraph.vertices()).filter(|&vertex| !digraph.entering(vertex).is_empty()).collect(),
            lacks: vec![blocks; digraph.vertices() as usize],
            missing: 0,
            heads,
            toward: Toward::new(digraph, task),
            least: Least::default(),
            matching: Matching::default(),
            sends: Vec::new(),
        };
        for (block, &(source, sink)) in (0..).zip(&task.blocks) {
            run.missing += match sink {
                Sink::All => u64::from(digraph.compute()),
                Sink::One(_) => 1,
            };
            // Blocks that have far to go are the more urgent.
            let near =
                run.toward.nearest.get(block as usize).map_or(0, |&distance| {
                    u32::MAX / 2 - u32::try_from(distance).unwrap_or(u32::MAX).min(u32::MAX / 2)
                });
            run.rarity.add(block, if sink == Sink::All { 0 } else { near });
            run.hold(0, source, block);
        }
        run
    }

    /// Goes on until all ranks have what they need, and returns the transmissions, in the order of arrival, with the
    /// number of steps; `None` if `horizon` steps are not enough, or `watch` ends the work.
    pub(super) fn finish(mut self, horizon: u32, watch: &dyn Watch) -> Option<(u32, Vec<Send>)> {
        let (mut step, mut idle) = (0u32, true);
        while self.missing > 0 {
            // A step in which nothing arrives leaves nothing to send before something new is seen.
            step = if idle { self.views.next_change()? } else { step.checked_add(1)? };
            if step > horizon {
                return None;
            }
            let before = self.sends.len();
            self.open.retain(|&vertex| self.lacks[vertex as usize] > 0);
            self.step(step, watch)?;
            idle = self.sends.len() == before;
        }
        Some((step, self.sends))
    }

    /// Lets blocks arrive at the end of a step.
    fn step(&mut self, step: u32, watch: &dyn Watch) -> Option<()> {
        self.views.advance(step);
        self.generator.shuffle(&mut self.open);
        for index in 0..self.open.len() {
            if watch.is_over() {
                return None;
            }
            let vertex = self.open[index];
            self.choose(vertex, step);
            for index in 0..self.matching.taken.len() {
                let (arc, block) = self.matching.taken[index];
                let arc = self.digraph.entering(vertex)[arc as usize];
                let latency = self.digraph.arcs()[arc as usize].latency;
                self.sends.push(Send { step: step - latency + 1, arc, block });
                self.hold(step, vertex, block);
            }
        }
        Some(())
    }

    /// Chooses the blocks that arrive at a vertex.
    fn choose(&mut self, vertex: u32, step: u32) {
        let Self { digraph, views, rarity, toward, task, least, matching, rounds, .. } = self;
        let entering = digraph.entering(vertex);
        let capacities = entering.iter().map(|&arc| {
            let arc = digraph.arcs()[arc as usize];
            let rounds = step.checked_sub(arc.latency).and_then(|before| rounds.get(before as usize)).unwrap_or(&1);
            arc.capacity.saturating_mul((*rounds).into())
        });
        let capacity = capacities.clone().fold(0u64, u64::saturating_add);
        let most = usize::try_from(capacity).unwrap_or(usize::MAX).min(self.lacks[vertex as usize] as usize);
        let near = &self.heads.0[self.heads.1[vertex as usize] as usize..self.heads.1[vertex as usize + 1] as usize];
        least.keys.clear();
        for &arc in entering {
            least.add(views, (arc, vertex), near, rarity, most, |block| {
                toward.nearest.is_empty() || toward.fits(task, vertex, block)
            });
        }
        least.sort();
        matching.begin(capacities);
        for &key in &least.keys {
            if matching.taken.len() == most {
                break;
            }
            matching.take(rarity.block(key), |arc, block| {
                views.at_other_end(entering[arc as usize])[block as usize / 64] >> (block % 64) & 1 == 1
            });
        }
    }

    /// Notes that a vertex holds a block from the end of a step on.
    fn hold(&mut self, step: u32, vertex: u32, block: u32) {
        self.views.arrive(step, vertex, block);
        self.lacks[vertex as usize] -= 1;
        match self.task.blocks[block as usize].1 {
            Sink::All => {
                self.rarity.add(block, 1);
                self.missing -= u64::from(vertex < self.digraph.compute());
            }
            Sink::One(sink) => {
                if let Some(distance) = self.toward.distance(self.task, vertex, block) {
                    self.toward.nearest[block as usize] = distance;
                }
                self.missing -= u64::from(vertex == sink);
            }
        }
    }
}

/// The vertices to which each vertex sends, vertex by vertex, and where those of each begin.
fn heads(digraph: &Digraph) -> (Vec<u32>, Vec<u32>) {
    let (mut heads, mut starts) = (Vec::with_capacity(digraph.arcs().len()), vec![0]);
    for vertex in 0..digraph.vertices() {
        heads.extend(digraph.leaving(vertex).iter().map(|&arc| digraph.arcs()[arc as usize].to));
        starts.push(u32::try_from(heads.len()).unwrap_or(u32::MAX));
    }
    (heads, starts)
}
