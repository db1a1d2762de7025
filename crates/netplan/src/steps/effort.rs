//! How much is tried.

use logpine_text::watch::Watch;

/// How much is tried: counts of work, so that the result does not depend on the machine.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The first seed; the others follow it.
    pub seed: u64,
    /// The greatest number of runs of the greedy algorithm.
    pub seeds: u32,
    /// The work of all these runs, in words of bitsets looked at and blocks on arcs; the first run does not count.
    pub work: u64,
    /// The greatest number of runs of the cut-safe greedy algorithm for each number of steps; 0 leaves it out.
    pub closers: u32,
    /// The work of these runs for each number of steps, in nodes of time-expanded graphs looked at, after which none
    /// begins any more. The first two are always made, and a run looks at no more than about 2^26.
    pub closing: u64,
    /// The end of all runs.
    pub watch: &'a dyn Watch,
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self { seed: 1, seeds: 500, work: 1 << 28, closers: 100, closing: 1 << 25, watch: &() }
    }
}
