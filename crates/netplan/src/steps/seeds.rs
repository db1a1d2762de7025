//! Runs with many seeds, the best of them.

use crate::Send;
use crate::steps::Effort;
use logpine_network::digraph::Digraph;
use rayon::prelude::*;

/// A number of steps, and transmissions that take so many.
pub(crate) type Sent = (u32, Vec<Send>);

/// Runs with seed after seed, in batches that run at the same time.
pub(crate) struct Seeds<'a, R> {
    effort: &'a Effort<'a>,
    arcs: u64,
    blocks: u64,
    /// A run with a seed, of at most so many steps.
    run: R,
    made: u32,
    /// The best up to now: of equal ones that with the first seed.
    pub(crate) best: Option<Sent>,
}

impl<'a, R: Fn(u64, u32) -> Option<Sent> + Sync> Seeds<'a, R> {
    /// The first run.
    pub(crate) fn new(effort: &'a Effort<'a>, digraph: &Digraph, blocks: usize, run: R) -> Self {
        let mut seeds =
            Self { effort, arcs: digraph.arcs().len() as u64, blocks: blocks as u64, run, made: 0, best: None };
        seeds.batch(1);
        seeds
    }

    /// The steps of the best; the greatest number if there is none.
    pub(crate) fn steps(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.0)
    }

    /// Makes more runs, until one takes at most `enough` steps, or the effort is spent.
    pub(crate) fn until(&mut self, enough: u32) {
        for size in [2, 4].into_iter().chain(std::iter::repeat(8)) {
            if self.steps() <= enough
                || self.made >= self.effort.seeds
                || self.work() >= self.effort.work
                || self.effort.watch.is_over()
            {
                break;
            }
            self.batch(size);
        }
    }

    /// The work up to now: every arc looks at its bitset in every step, and each block is looked at about once at each
    /// arc.
    fn work(&self) -> u64 {
        let words = self.blocks.div_ceil(64).saturating_mul(self.steps().into());
        words.saturating_add(self.blocks).saturating_mul(self.arcs).saturating_mul(self.made.into())
    }

    /// Sizes do not depend on the number of threads, so neither does the result.
    fn batch(&mut self, size: u32) {
        let end = self.made.saturating_add(size).min(self.effort.seeds.max(1));
        let most = self.steps().saturating_sub(u32::from(self.best.is_some()));
        let runs = (self.made..end).into_par_iter().filter_map(|index| {
            let (steps, sends) = (self.run)(self.effort.seed.wrapping_add(index.into()), most)?;
            Some((steps, index, sends))
        });
        let best = runs.min_by_key(|&(steps, index, _)| (steps, index));
        self.made = end;
        if let Some((steps, _, sends)) = best {
            self.best = Some((steps, sends));
        }
    }
}
