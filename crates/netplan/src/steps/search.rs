//! The search for a schedule, until its steps are those of the bound.

use crate::PlanError;
use crate::error::too_many_blocks;
use crate::steps::bound::{BOUND_WORK, Bounds, FIRST_BOUND_WORK, StepBound};
use crate::steps::demand::Demand;
use crate::steps::effort::Effort;
use crate::steps::expanded::ends;
use crate::steps::greedy;
use crate::steps::seeds::Seeds;
use crate::steps::shortest::shortest_paths;
use crate::{StepSchedule, Task};
use logpine_network::digraph::Digraph;

/// A schedule, and what proves that it is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The schedule.
    pub schedule: StepSchedule,
    /// The steps that any schedule takes.
    pub bound: StepBound,
}

impl Found {
    /// True if no schedule has fewer steps.
    #[must_use]
    #[cfg(test)]
    pub fn is_optimal(&self) -> bool {
        self.schedule.steps == self.bound.steps
    }
}

/// The best schedule found for a task, and a bound.
///
/// Scatters and gathers are solved exactly; their time-expanded graph must not be too large. For other tasks the greedy
/// algorithm is run with ever more seeds, and after that the cut-safe one, until the steps are those of the bound or
/// the effort is spent. The result is the same for any number of threads. If the time is over before there is a schedule, blocks go along
/// shortest paths.
///
/// # Errors
/// A block has no path to a rank that needs it, starts at a vertex that is no rank, or vertices and blocks are too
/// many.
pub fn search(digraph: &Digraph, task: &Task, effort: &Effort) -> Result<Found, PlanError> {
    let demand = Demand::new(digraph, task)?;
    if let Some(found) = crate::steps::one_ended(digraph, task, effort.watch) {
        return Ok(found);
    }
    let too_large = || too_many_blocks(digraph.vertices(), task.blocks.len());
    let (sources, sinks) = ends(&demand);
    // Of a scatter or a gather that is too large for flows, the greedy algorithm makes nothing good: it is left to shortest paths.
    let is_one_ended = demand.everyone.is_empty() && (sources.len() <= 1 || sinks.len() <= 1);
    let is_possible = if is_one_ended { effort.watch.is_over() } else { greedy::fits(digraph, task) };
    if !is_possible {
        return Err(too_large());
    }
    let mut bounds = Bounds::new(digraph, &demand, effort.watch);
    bounds.improve(FIRST_BOUND_WORK, u32::MAX);
    let mut runs = Seeds::new(effort, digraph, task.blocks.len(), |seed, most| {
        greedy::run(digraph, task, &[], (seed, most), effort.watch)
    });
    bounds.improve(BOUND_WORK, runs.steps());
    runs.until(bounds.best.steps);
    let schedule = match runs.best {
        Some((_, sends)) => greedy::finished(digraph, task, sends),
        None if effort.watch.is_over() => shortest_paths(digraph, task, false).ok_or_else(too_large)?,
        None => return Err(too_large()),
    };
    let closed = crate::steps::cut_safe::close(digraph, task, (bounds.best.steps, schedule.steps), effort);
    Ok(Found { schedule: closed.unwrap_or(schedule), bound: bounds.best })
}
