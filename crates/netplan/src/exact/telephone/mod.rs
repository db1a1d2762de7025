//! Minimum broadcast time in the telephone model: one block, and each vertex calls at most one other in a step.
//!
//! A call over an arc of latency l ends l - 1 steps after the step in which it starts; the caller can call again in the next step.
//! Capacities play no role. With unit latencies this is the minimum broadcast time of Farley, Hedetniemi, Mitchell and
//! Proskurowski (Minimum Broadcast Graphs, 1979), which is NP-hard to find.

mod greedy;
mod need;

use crate::PlanError;
use crate::exact::sat::{Encoding, Obstacle, Ports, SatLimits, Statement, Verdict};
use crate::steps::{finished, shortest_paths};
use crate::{Send, StepSchedule, Task};
use greedy::Greedy;
use logpine_network::digraph::Digraph;
use logpine_text::reason::reason;
use need::Needs;

/// The limits of the search, all of them counts, but for the watch of the solver, which ends it all.
#[derive(Clone, Copy)]
pub struct TelephoneLimits<'a> {
    /// The number of runs of the greedy search with different random numbers.
    pub seeds: u32,
    /// The limits of the solver for each number of steps.
    pub sat: SatLimits<'a>,
    /// The number of pairs of a vertex and an arc above which bounds by separators are left out.
    pub pairs: u64,
}

impl Default for TelephoneLimits<'_> {
    /// 16 runs, 50,000 decisions and conflicts of the solver for each number of steps, and 2^26 pairs.
    fn default() -> Self {
        Self { seeds: 16, sat: SatLimits { effort: 50_000, ..SatLimits::default() }, pairs: 1 << 26 }
    }
}

/// A broadcast by calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telephone {
    /// The number of steps of the calls.
    pub steps: u32,
    /// A number of steps that no broadcast undercuts.
    pub bound: u32,
    /// The calls, sorted by step and arc; all of block 0.
    pub calls: Vec<Send>,
    /// The greatest number of steps whose formula has no solution, if the bound follows from that.
    pub refuted: Option<u32>,
}

/// The greatest number of steps of a broadcast along any tree.
const LONGEST: u32 = u32::MAX / 2;

/// A broadcast of one block from the root to all vertices that have data, in as few steps as can be found; relays may help.
///
/// The lower side is the separator bound (each vertex behind which others lie must be told in time), then refutation by
/// satisfiability, with a deadline for each vertex; the upper side a greedy search, then satisfiability again. If the time is over before
/// there is a broadcast, calls go along shortest paths.
///
/// Errors: if a vertex is not reached, or if latencies are beyond 2^31 / vertices.
///
/// # Panics
/// If the root is no vertex.
///
/// # Errors
/// [`PlanError`] if a rank is not reached, or steps do not fit 32 bits.
pub fn telephone(graph: &Digraph, root: u32, limits: &TelephoneLimits) -> Result<Telephone, PlanError> {
    let too_long = || PlanError::from(reason!("the latencies of a path add up to more than {LONGEST} steps"));
    let latency = graph.arcs().iter().map(|arc| arc.latency).max().unwrap_or(1);
    // A step of a broadcast that is not given away starts a call, or waits for one to end.
    if u64::from(graph.vertices()) * (u64::from(latency) + 1) > u64::from(LONGEST) {
        return Err(too_long());
    }
    let needs = Needs::new(graph, root, limits.pairs)?;
    let mut bound = needs.bound();
    let mut best: Option<(u32, Vec<Send>)> = None;
    let task = Task::bcast(root, 1);
    let mut greedy = Greedy::new(graph, root);
    for seed in 0..u64::from(limits.seeds.max(1)) {
        let Some(calls) = greedy.run(seed, limits.sat.watch) else { break };
        let StepSchedule { steps, sends: calls } = finished(graph, &task, calls);
        if best.as_ref().is_none_or(|(fewest, _)| steps < *fewest) {
            best = Some((steps, calls));
        }
        if best.as_ref().is_some_and(|(fewest, _)| *fewest <= bound) {
            break;
        }
    }
    let along_paths = || shortest_paths(graph, &task, true).map(|found| (found.steps, found.sends));
    let (mut steps, mut calls) = best.or_else(along_paths).ok_or_else(too_long)?;
    let mut tried = bound;
    let mut proved = true;
    while tried < steps && !limits.sat.watch.is_over() {
        match within(graph, &task, &needs, tried, &limits.sat) {
            Verdict::Schedule(schedule) => (steps, calls) = (schedule.steps, schedule.sends),
            Verdict::Refuted if proved => bound = tried + 1,
            Verdict::Refuted => {}
            Verdict::Unknown(Obstacle::Size) => break,
            // What one step more leaves undecided as well is given up.
            Verdict::Unknown(_) if !proved => break,
            Verdict::Unknown(_) => proved = false,
        }
        tried += 1;
    }
    let refuted = (bound > needs.bound()).then(|| bound - 1);
    Ok(Telephone { steps, bound, calls, refuted })
}

/// The verdict on a number of steps.
fn within(graph: &Digraph, task: &Task, needs: &Needs, steps: u32, limits: &SatLimits) -> Verdict {
    encoded(graph, task, needs, steps, limits, |encoding| encoding.solve(limits)).unwrap_or_else(Verdict::Unknown)
}

/// The result of `then` on the formula of a number of steps.
fn encoded<T>(
    graph: &Digraph,
    task: &Task,
    needs: &Needs,
    steps: u32,
    limits: &SatLimits,
    then: impl FnOnce(&Encoding<'_>) -> T,
) -> Result<T, Obstacle> {
    if steps > limits.size {
        return Err(Obstacle::Size);
    }
    let rounds = vec![1; steps as usize];
    let deadlines = needs.deadlines(steps);
    let statement = Statement { graph, task, rounds: &rounds, ports: Ports::One, deadlines: Some(&deadlines) };
    Encoding::of(statement, limits).map(|encoding| then(&encoding))
}

/// The formula of all broadcasts of one block by calls in so many steps, with a deadline for each vertex, in the DIMACS format; `None` if
/// a rank is not reached, or the formula is too large.
#[must_use]
pub fn formula(graph: &Digraph, root: u32, steps: u32, limits: &TelephoneLimits) -> Option<String> {
    // For formulas of any lifetime, which the method itself is not.
    let dimacs = |encoding: &Encoding<'_>| encoding.dimacs();
    let needs = Needs::new(graph, root, limits.pairs).ok()?;
    encoded(graph, &Task::bcast(root, 1), &needs, steps, &limits.sat, dimacs).ok()
}

#[cfg(test)]
mod tests;
