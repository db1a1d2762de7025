//! Schedules by a greedy algorithm: every vertex takes the rarest blocks.

mod prune;
mod rarest;
mod run;
mod views;

use crate::{Send, StepSchedule, Task};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use run::Run;
use views::Views;

/// The largest number of vertices times blocks, and so of transmissions.
const MOST_PAIRS: usize = 1 << 25;
/// The most words of bitsets.
const MOST_WORDS: usize = 1 << 22;
/// The most words looked at in a run.
const MOST_WORK: u64 = 1 << 32;

/// About the words of bitsets that a run looks at: at each arc, as often as a rank with little capacity has to wait.
fn work(digraph: &Digraph, task: &Task) -> u64 {
    let everyone = || task.blocks.iter().filter(|&&(_, sink)| sink == crate::Sink::All);
    let mut lacks = vec![everyone().count() as u64; digraph.compute() as usize];
    everyone().for_each(|&(source, _)| lacks[source as usize] -= 1);
    let waits = (0..).zip(lacks).map(|(rank, lacks)| lacks / digraph.capacity_into(rank).max(1));
    let words = (task.blocks.len() as u64).div_ceil(64).saturating_mul(digraph.arcs().len() as u64);
    waits.max().unwrap_or(0).saturating_mul(words)
}

/// Whether memory and work of a run are within bounds, for a task whose sources and sinks are ranks.
pub(crate) fn fits(digraph: &Digraph, task: &Task) -> bool {
    let pairs = (digraph.vertices() as usize).saturating_mul(task.blocks.len());
    pairs <= MOST_PAIRS && Views::size(digraph, task.blocks.len()) <= MOST_WORDS && work(digraph, task) <= MOST_WORK
}

/// The number of steps and the transmissions of a run, in the order of arrival, without removing any; for tasks whose
/// sources and sinks are ranks. An arc carries its capacity in each round of a step; steps beyond `rounds` have one. `None` if it takes
/// more steps than the horizon, or `watch` ends the work.
pub(crate) fn run(
    digraph: &Digraph,
    task: &Task,
    rounds: &[u32],
    (seed, horizon): (u64, u32),
    watch: &dyn Watch,
) -> Option<(u32, Vec<Send>)> {
    if watch.is_over() { None } else { Run::new(digraph, task, rounds, seed).finish(horizon, watch) }
}

/// The schedule of transmissions, without those that nobody needs.
pub(crate) fn finished(digraph: &Digraph, task: &Task, mut sends: Vec<Send>) -> StepSchedule {
    sends.sort_unstable();
    prune::prune(digraph, task, &mut sends);
    StepSchedule::of(digraph, sends)
}
