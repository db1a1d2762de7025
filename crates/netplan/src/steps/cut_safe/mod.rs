//! A greedy algorithm that keeps the maximum flow to every rank as large as it was.

mod layout;
mod residual;
mod run;
mod sink;
#[cfg(test)]
mod tests;

use crate::steps::{Effort, greedy};
use crate::{StepSchedule, Task};
use logpine_network::digraph::Digraph;
use rayon::prelude::*;
use run::Run;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest product of vertices and blocks.
const MOST_PAIRS: usize = 5000;
/// The largest number of places where flows of all ranks together are kept.
const MOST_FLOW: u64 = 1 << 25;
/// The number of runs at the same time.
const BATCH: u32 = 2;
/// The nodes that a run may look at.
const MOST_WORK: u64 = 1 << 26;

/// A schedule with at least `steps.0` steps and fewer than `steps.1`, by the cut-safe greedy algorithm, if it finds one
/// within its limits.
///
/// For a number of steps, every rank has a flow in the time-expanded graph that brings it all blocks. Slots, each an
/// arc with the end of a step, are closed in the order of time. A rank whose flow uses the slot has it led elsewhere,
/// if a path in the residual network allows that; else the search has reached just those blocks that, sent through the
/// slot, keep the flow whole: the flow of such a block is undone along the path, and the block enters where the slot
/// ends. The rarest of the blocks that suit all ranks is sent. If there is none, the next seed is tried, and then one
/// step more. Since all flows stay whole, in the end every rank holds all blocks.
pub(crate) fn close(digraph: &Digraph, task: &Task, steps: (u32, u32), effort: &Effort) -> Option<StepSchedule> {
    let vertices = digraph.vertices() as usize;
    if effort.closers == 0 || vertices.saturating_mul(task.blocks.len()) > MOST_PAIRS {
        return None;
    }
    for horizon in steps.0..steps.1 {
        if effort.watch.is_over() {
            return None;
        }
        let places =
            (u64::from(digraph.vertices()) + digraph.arcs().len() as u64).saturating_mul(u64::from(horizon) + 1);
        if places.saturating_mul(digraph.compute().into()) > MOST_FLOW {
            return None;
        }
        let Some(run) = Run::new(digraph, task, horizon) else { continue };
        // If no run finds a schedule then all are finished, and their work does not depend on which was first.
        let work = AtomicU64::new(0);
        let mut found = None;
        for first in (0..effort.closers).step_by(BATCH as usize) {
            let batch = (first..effort.closers.min(first.saturating_add(BATCH))).into_par_iter();
            let runs = batch.map(|index| {
                let (sends, done) = run.clone().finish(effort.seed.wrapping_add(index.into()), MOST_WORK, effort.watch);
                work.fetch_add(done, Ordering::Relaxed);
                sends
            });
            found = runs.find_map_first(|sends| sends);
            if found.is_some() || work.load(Ordering::Relaxed) >= effort.closing || effort.watch.is_over() {
                break;
            }
        }
        if let Some(sends) = found {
            return Some(greedy::finished(digraph, task, sends));
        }
    }
    None
}
