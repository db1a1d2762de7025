//! The search for a schedule, until its steps are those of the bound.

use crate::network::digraph::Digraph;
use crate::network::synthesis::Task;
use crate::network::synthesis::steps::bound::Bounds;
use crate::network::synthesis::steps::demand::Demand;
use crate::network::synthesis::steps::effort::Effort;
use crate::network::synthesis::steps::expanded::ends;
use crate::network::synthesis::steps::found::Found;
use crate::network::synthesis::steps::seeds::Seeds;
use crate::network::synthesis::steps::{StepError, greedy};

/// The best schedule found for a task, and a bound.
///
/// Scatters and gathers are solved exactly; their time-expanded graph must not be too large. For other tasks the greedy
/// algorithm is run with ever more seeds, and after that the cut-safe one, until the steps are those of the bound or
/// the effort is spent. The result is the same for any number of threads.
///
/// # Errors
/// A block has no path to a rank that needs it, starts at a vertex that is no rank, or vertices and blocks are too
/// many.
pub fn search(digraph: &Digraph, task: &Task, effort: &Effort) -> Result<Found, StepError> {
    let demand = Demand::new(digraph, task)?;
    if let Some(found) = crate::network::synthesis::steps::one_ended(digraph, task) {
        return Ok(found);
    }
    let too_large = StepError::TooLarge { vertices: digraph.vertices(), blocks: task.blocks.len() };
    let (sources, sinks) = ends(&demand);
    // Of a scatter or a gather that is too large for flows, the greedy algorithm makes nothing good.
    let is_one_ended = demand.everyone.is_empty() && (sources.len() <= 1 || sinks.len() <= 1);
    if is_one_ended || !greedy::fits(digraph, task) {
        return Err(too_large);
    }
    let mut bounds = Bounds::new(digraph, &demand);
    bounds.improve(FIRST_BOUND_WORK, u32::MAX);
    let mut runs =
        Seeds::new(effort, digraph, task.blocks.len(), |seed, horizon| greedy::run(digraph, task, seed, horizon));
    bounds.improve(crate::network::synthesis::steps::bound::BOUND_WORK, runs.steps());
    runs.until(bounds.best.steps);
    let (steps, sends) = runs.best.ok_or(too_large)?;
    let schedule = greedy::finished(digraph, task, steps, sends);
    let closed =
        crate::network::synthesis::steps::cut_safe::close(digraph, task, (bounds.best.steps, schedule.steps), effort);
    Ok(Found { schedule: closed.unwrap_or(schedule), bound: bounds.best })
}

/// The arcs that the bound looks at before the first run.
const FIRST_BOUND_WORK: u64 = 1 << 20;
