//! Lower bounds on the number of steps, with certificates.

mod cheapest;
mod cuts;
#[cfg(test)]
mod tests;

use crate::Task;
use crate::steps::demand::Demand;
use crate::steps::expanded::{self, Ends, Expanded};
use cuts::{Cuts, Proof};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;

/// A number of steps that no schedule can do with less, and node times that prove it.
///
/// Call a vertex late from its time on: a block that starts at a source of time 0 is at a late vertex, and to be at a
/// sink of time `steps` or more at the end of step `steps` - 1, it has to go from a vertex that is late to one that is
/// not yet. Over an arc from x to y of latency l it can do so if it leaves at the end of step `times[x]` or later and
/// arrives before the end of step `times[y]`: in `times[y] - times[x] - l` steps, if that is positive. So if the
/// capacities of all arcs, times these numbers, are less than the blocks whose source has time 0 and which some rank
/// with a time of `steps` or more needs, then at least `steps` steps are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepBound {
    /// The number of steps.
    pub steps: u32,
    /// The time of each vertex, relays included: at most `steps`.
    pub times: Vec<u32>,
}

impl StepBound {
    fn of(proof: Proof) -> Self {
        let short = |time: u64| u32::try_from(time).unwrap_or(u32::MAX);
        Self { steps: short(proof.steps), times: proof.times.into_iter().map(short).collect() }
    }
}

/// The number of steps that a task needs on a graph: the greatest that a cut between the sources and one rank proves,
/// or, if every block is for a single rank, between all sources and all sinks. `None` if a rank that needs a block is
/// not reached, or if a block starts at or is for a vertex that is no rank.
///
/// With one source the bound is the exact cut-set bound of each rank. With several, it is exact on small graphs, and
/// else the greatest over the blocks that start at some distance or farther. It is exact for scatters and gathers. On
/// large graphs the ranks are looked at in the order of a simple bound (the distance, and then the blocks that are
/// lacking divided by the capacity into the rank), and it is at least the greatest of these. Numbers above 2^32 - 1 are
/// cut off there. If `watch` ends the work, it is the greatest of the first cuts.
///
/// **Complexity** shortest paths times the capacity into a rank for each rank, at most about 2^24 arcs in all.
#[must_use]
pub fn bound(digraph: &Digraph, task: &Task, watch: &dyn Watch) -> Option<StepBound> {
    let demand = Demand::new(digraph, task).ok()?;
    let mut bounds = Bounds::new(digraph, &demand, watch);
    bounds.improve(BOUND_WORK, u32::MAX);
    Some(bounds.best)
}

/// The arcs that a bound looks at.
pub(crate) const BOUND_WORK: u64 = 1 << 24;

/// The arcs that a bound looks at in any case, and before there is a schedule.
pub(crate) const FIRST_BOUND_WORK: u64 = 1 << 20;

/// The bound of what has to leave the source of a scatter, which no cut in front of a single rank shows; 0 for other tasks.
fn around_source(digraph: &Digraph, demand: &Demand) -> StepBound {
    let (sources, _) = expanded::ends(demand);
    let (steps, source) = match sources[..] {
        [(source, blocks)] if demand.everyone.is_empty() => {
            let steps = blocks.div_ceil(digraph.capacity_out_of(source).max(1));
            (u32::try_from(steps).unwrap_or(u32::MAX), source)
        }
        _ => (0, 0),
    };
    let times = (0..digraph.vertices()).map(|vertex| if vertex == source { 0 } else { steps });
    StepBound { steps, times: times.collect() }
}

/// A bound that can be improved by further work.
pub(crate) struct Bounds<'a> {
    digraph: &'a Digraph,
    demand: &'a Demand,
    cuts: Cuts<'a>,
    /// The best up to now.
    pub(crate) best: StepBound,
    /// Whether cuts in the time-expanded graph are still to be looked at.
    expand: bool,
    watch: &'a dyn Watch,
}

impl<'a> Bounds<'a> {
    /// The largest time-expanded graphs, all together, that are searched for the bound of a task.
    const EXPANDED: u64 = 1 << 22;

    pub(crate) fn new(digraph: &'a Digraph, demand: &'a Demand, watch: &'a dyn Watch) -> Self {
        let best = around_source(digraph, demand);
        Self { digraph, demand, cuts: Cuts::new(digraph, demand), best, expand: true, watch }
    }

    /// Looks at more cuts, until `work` arcs have been looked at, or the bound is at least `enough`.
    pub(crate) fn improve(&mut self, work: u64, enough: u32) {
        let end = self.cuts.work().saturating_add(work);
        while self.best.steps < enough
            && (self.cuts.work() < FIRST_BOUND_WORK || !self.watch.is_over())
            && let Some(proof) = self.cuts.next_above(u64::from(self.best.steps), end)
        {
            self.best = StepBound::of(proof);
        }
        if self.best.steps < enough && !self.watch.is_over() && std::mem::take(&mut self.expand) {
            self.expand();
        }
    }

    /// The bounds of maximum flows in the time-expanded graph: for each rank with several sources, and for all blocks
    /// with a single sink together.
    fn expand(&mut self) {
        let mut flows: Vec<Ends> = Vec::new();
        if !self.demand.single.is_empty() {
            flows.push(expanded::ends(self.demand));
        }
        if self.demand.sources().len() > 1 {
            for sink in 0..self.digraph.compute() {
                let lacks: Vec<(u32, u64)> = self.demand.of(sink).collect();
                flows.push((lacks.clone(), vec![(sink, lacks.iter().map(|&(_, blocks)| blocks).sum())]));
            }
        }
        let size = Expanded::size(self.digraph, self.best.steps).saturating_mul(flows.len() as u64);
        if size > Self::EXPANDED {
            return;
        }
        for (supplies, demands) in flows {
            // The flow is tried at the best bound, and if too little arrives then more steps are needed.
            while let Some(times) = Expanded::new(self.digraph, &supplies, &demands, self.best.steps, self.watch)
                .and_then(Expanded::lacking)
            {
                self.best = StepBound { steps: self.best.steps + 1, times };
            }
        }
    }
}
