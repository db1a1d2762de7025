//! Which blocks every vertex holds, and which it held some steps ago.

use logpine_network::digraph::Digraph;

/// Bitsets of the blocks at each vertex: now, and as the arcs that leave it see them, which is as many steps ago as
/// they take.
pub(super) struct Views {
    /// The words of a bitset.
    pub(super) words: usize,
    /// The blocks each vertex holds.
    have: Vec<u64>,
    /// The blocks each vertex held, once for each different latency of the arcs that leave it.
    had: Vec<u64>,
    /// For each arc, its bitset among those.
    of_arc: Vec<u32>,
    /// The latencies of each vertex with their bitsets, and where those of each vertex begin.
    delays: Vec<(u32, u32)>,
    starts: Vec<u32>,
    /// The different latencies, and for each the next arrival, an index of `arrivals`, that is not yet seen after it.
    latencies: Vec<(u32, usize)>,
    /// When, where and which block, in the order of time.
    arrivals: Vec<(u32, u32, u32)>,
}

impl Views {
    /// The number of 64-bit words that the bitsets take.
    pub(super) fn size(digraph: &Digraph, blocks: usize) -> usize {
        (digraph.vertices() as usize + delays(digraph).0.len()).saturating_mul(blocks.div_ceil(64))
    }

    /// No vertex holds anything.
    pub(super) fn new(digraph: &Digraph, blocks: usize) -> Self {
        let words = blocks.div_ceil(64);
        let (delays, starts) = delays(digraph);
        let of_arc = digraph.arcs().iter().map(|arc| {
            let own = &delays[starts[arc.from as usize] as usize..starts[arc.from as usize + 1] as usize];
            own.iter().find(|delay| delay.0 == arc.latency).map_or(0, |delay| delay.1)
        });
        let of_arc = of_arc.collect();
        let mut latencies: Vec<(u32, usize)> = delays.iter().map(|&(latency, _)| (latency, 0)).collect();
        latencies.sort_unstable();
        latencies.dedup();
        let have = vec![0; digraph.vertices() as usize * words];
        let had = vec![0; delays.len() * words];
        Self { words, have, had, of_arc, delays, starts, latencies, arrivals: Vec::new() }
    }

    /// The blocks that a vertex holds.
    pub(super) fn have(&self, vertex: u32) -> &[u64] {
        &self.have[vertex as usize * self.words..][..self.words]
    }

    /// The blocks that may arrive over an arc in this step.
    pub(super) fn at_other_end(&self, arc: u32) -> &[u64] {
        &self.had[self.of_arc[arc as usize] as usize * self.words..][..self.words]
    }

    /// Notes that a vertex holds a block from the end of step `time` on; times never fall.
    pub(super) fn arrive(&mut self, time: u32, vertex: u32, block: u32) {
        self.have[vertex as usize * self.words + block as usize / 64] |= 1 << (block % 64);
        self.arrivals.push((time, vertex, block));
    }

    /// Shows what is seen in step `time`.
    pub(super) fn advance(&mut self, time: u32) {
        for (latency, next) in &mut self.latencies {
            while let Some(&(arrived, vertex, block)) = self.arrivals.get(*next)
                && u64::from(arrived) + u64::from(*latency) <= u64::from(time)
            {
                *next += 1;
                let own = self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize;
                if let Some((_, bitset)) = self.delays[own].iter().find(|delay| delay.0 == *latency) {
                    self.had[*bitset as usize * self.words + block as usize / 64] |= 1 << (block % 64);
                }
            }
        }
    }

    /// The next step in which something new is seen; `None` if nothing is on its way.
    pub(super) fn next_change(&self) -> Option<u32> {
        let changes =
            self.latencies.iter().filter_map(|&(latency, next)| self.arrivals.get(next)?.0.checked_add(latency));
        changes.min()
    }
}

/// The different latencies of the arcs that leave each vertex, numbered, and where those of each vertex begin.
fn delays(digraph: &Digraph) -> (Vec<(u32, u32)>, Vec<u32>) {
    let (mut delays, mut starts) = (Vec::new(), vec![0]);
    for vertex in 0..digraph.vertices() {
        let mut own: Vec<u32> =
            digraph.leaving(vertex).iter().map(|&arc| digraph.arcs()[arc as usize].latency).collect();
        own.sort_unstable();
        own.dedup();
        for latency in own {
            delays.push((latency, count(&delays)));
        }
        starts.push(count(&delays));
    }
    (delays, starts)
}

fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).expect("at most one for each arc")
}
