//! Broadcasts with one port: in a step every vertex sends at most one block and receives at most one.

mod pairs;
mod run;
#[cfg(test)]
mod tests;

use crate::PlanError;
use crate::error::too_many_blocks;
use crate::steps::demand::Demand;
use crate::steps::seeds::Seeds;
use crate::steps::shortest::shortest_paths;
use crate::steps::{Effort, greedy};
use crate::{StepSchedule, Task};
use logpine_network::digraph::Digraph;
use logpine_text::integer::ceil_log2;
use logpine_text::reason::reason;
use pairs::Pairs;

/// A broadcast with one port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnePort {
    /// The schedule.
    pub schedule: StepSchedule,
    /// The steps that any takes.
    pub bound: u32,
}

/// A broadcast of `blocks` blocks from a root, where every vertex sends at most one block and receives at most one in a
/// step, and all latencies are 1. Capacities do not matter.
///
/// `telephone` is a lower bound on the steps of a single block, if one is known, else 0: the distance of the farthest
/// rank and the logarithm of the number of ranks are taken anyway. Then b blocks take at least b - 1 steps more: the
/// root first sends one of them in step b or later, and from then on that block alone takes as long.
///
/// On hypercubes (vertices numbered by their coordinates, one bit each) all vertices use one dimension in a step, and
/// one after the other. On other graphs senders are matched to receivers, those first to which a rare block can be
/// sent. Either way the receiver takes the rarest block that the sender holds. Of the effort, `closers` does not
/// matter. If the time is over before there is a schedule, blocks go along shortest paths.
///
/// # Errors
/// A latency is not 1, the root is no rank, a rank is not reached, or vertices and blocks are too many.
pub fn one_port(
    digraph: &Digraph,
    root: u32,
    blocks: u32,
    telephone: u32,
    effort: &Effort,
) -> Result<OnePort, PlanError> {
    if let Some(arc) = digraph.arcs().iter().find(|arc| arc.latency != 1) {
        let (from, to, latency) = (arc.from, arc.to, arc.latency);
        return Err(
            reason!("with one port all latencies must be 1 step; the arc from {from} to {to} takes {latency}").into()
        );
    }
    let too_large = || too_many_blocks(digraph.vertices(), blocks as usize);
    let looks =
        u64::from(blocks).saturating_mul(blocks.div_ceil(64).into()).saturating_mul(digraph.arcs().len() as u64);
    if u64::from(digraph.vertices()).saturating_mul(blocks.into()) > MOST_PAIRS || looks > MOST_LOOKS {
        return Err(too_large());
    }
    let task = Task::bcast(root, blocks);
    Demand::new(digraph, &task)?;
    if blocks == 0 || digraph.compute() < 2 {
        return Ok(OnePort { schedule: StepSchedule { steps: 0, sends: Vec::new() }, bound: 0 });
    }
    let distances = digraph.distances(root, |_| 1);
    let farthest = distances[..digraph.compute() as usize]
        .iter()
        .flatten()
        .max()
        .map_or(0, |&distance| u32::try_from(distance).unwrap_or(0));
    let bound = farthest.max(ceil_log2(digraph.compute().into())).max(telephone).saturating_add(blocks - 1);
    let pairs = Pairs::new(digraph);
    let mut runs = Seeds::new(effort, digraph, blocks as usize, |seed, horizon| {
        run::run(digraph, &pairs, (root, blocks), (seed, horizon), effort.watch)
    });
    runs.until(bound);
    let schedule = match runs.best {
        Some((_, sends)) => greedy::finished(digraph, &task, sends),
        None if effort.watch.is_over() => shortest_paths(digraph, &task, true).ok_or_else(too_large)?,
        None => return Err(too_large()),
    };
    Ok(OnePort { schedule, bound })
}

/// The largest product of vertices and blocks.
const MOST_PAIRS: u64 = 1 << 25;
/// The most words of bitsets looked at in a run.
const MOST_LOOKS: u64 = 1 << 32;
