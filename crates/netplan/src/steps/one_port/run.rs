//! A run: step after step, pairs and the blocks between them.

use super::pairs::{Match, Pairs};
use crate::Send;
use crate::steps::seeds::Sent;
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;

/// The state at the end of a step.
struct Run<'a> {
    digraph: &'a Digraph,
    generator: Generator,
    words: usize,
    /// The blocks that each vertex holds.
    have: Vec<u64>,
    /// For each block, 2^32 times the vertices that hold it, plus a place in a random order.
    keys: Vec<u64>,
    /// The blocks that ranks lack, over all.
    missing: u64,
    matching: Match,
    /// The arcs that can carry something, with the keys of their rarest blocks.
    ordered: Vec<(u64, u64, u32)>,
    useful: Vec<bool>,
    sends: Vec<Send>,
}

/// A broadcast of blocks from a root; `None` if it takes more than `horizon` steps, or `watch` ends the work.
pub(super) fn run(
    digraph: &Digraph,
    pairs: &Pairs,
    (root, blocks): (u32, u32),
    (seed, horizon): (u64, u32),
    watch: &dyn Watch,
) -> Option<Sent> {
    let words = blocks.div_ceil(64) as usize;
    let vertices = digraph.vertices() as usize;
    let mut run = Run {
        digraph,
        generator: Generator::stream(seed, 2),
        words,
        have: vec![0; vertices * words],
        keys: (0..u64::from(blocks)).collect(),
        missing: u64::from(digraph.compute() - 1) * u64::from(blocks),
        matching: Match::new(vertices),
        ordered: Vec::new(),
        useful: vec![false; digraph.arcs().len()],
        sends: Vec::new(),
    };
    run.generator.shuffle(&mut run.keys);
    for block in 0..blocks {
        run.have[root as usize * words + block as usize / 64] |= 1 << (block % 64);
    }
    let mut dimensions: Vec<&Vec<u32>> =
        if let Pairs::Rotating(along) = pairs { along.iter().collect() } else { Vec::new() };
    run.generator.shuffle(&mut dimensions);
    let mut arcs = Vec::new();
    let mut step = 0;
    while run.missing > 0 {
        step += 1;
        if step > horizon || watch.is_over() {
            return None;
        }
        arcs.clear();
        if dimensions.is_empty() {
            run.pair();
            arcs.extend_from_slice(&run.matching.arcs);
        } else {
            arcs.extend_from_slice(dimensions[step as usize % dimensions.len()]);
        }
        run.generator.shuffle(&mut arcs);
        run.transmit(step, &arcs);
    }
    Some((step, run.sends))
}

impl Run<'_> {
    /// Matches senders to receivers, those first to which the rarest blocks can be sent.
    fn pair(&mut self) {
        self.ordered.clear();
        for (index, arc) in (0..).zip(self.digraph.arcs()) {
            let rarest = self.rarest(arc.from, arc.to);
            self.useful[index as usize] = rarest.is_some();
            if let Some((key, _)) = rarest {
                self.ordered.push((key >> 32, self.generator.next(), index));
            }
        }
        self.ordered.sort_unstable();
        self.matching.find(self.digraph, self.ordered.iter().map(|&(_, _, arc)| arc), &self.useful);
    }

    /// Sends the rarest block over each arc; what arrives can be sent on in the next step.
    fn transmit(&mut self, step: u32, arcs: &[u32]) {
        let before = self.sends.len();
        for &arc in arcs {
            let ends = self.digraph.arcs()[arc as usize];
            if let Some((_, block)) = self.rarest(ends.from, ends.to) {
                self.sends.push(Send { step, arc, block });
            }
        }
        for send in &self.sends[before..] {
            let to = self.digraph.arcs()[send.arc as usize].to;
            self.have[to as usize * self.words + send.block as usize / 64] |= 1 << (send.block % 64);
            self.missing -= u64::from(to < self.digraph.compute());
            // Only now: within a step all receivers prefer the same blocks, without which hypercubes miss the bound.
            self.keys[send.block as usize] += 1 << 32;
        }
    }

    /// The rarest block that one vertex holds and another lacks, with its key.
    fn rarest(&self, from: u32, to: u32) -> Option<(u64, u32)> {
        let held = |vertex: u32| &self.have[vertex as usize * self.words..][..self.words];
        let mut rarest = None;
        for (word, (from, to)) in (0..).zip(held(from).iter().zip(held(to))) {
            let mut bits = from & !to;
            while bits != 0 {
                let block = word * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                let key = self.keys[block as usize];
                if rarest.is_none_or(|(least, _)| key < least) {
                    rarest = Some((key, block));
                }
            }
        }
        rarest
    }
}
