//! Schedules in steps by satisfiability: found, or refuted.

mod block;
mod encoding;
mod formula;
mod limits;
mod statement;
mod symmetry;
mod verdict;
mod windows;

pub use encoding::Encoding;
pub use limits::{Obstacle, SatLimits};
pub(crate) use statement::{Ports, Statement};
pub use verdict::Verdict;

use crate::Task;
use logpine_network::digraph::Digraph;

/// The schedule of a task in at most `rounds.len()` steps, where an arc carries its capacity times `rounds[t - 1]` blocks in step t, or
/// the verdict that there is none.
#[must_use]
pub fn schedule(graph: &Digraph, task: &Task, rounds: &[u32], limits: &SatLimits) -> Verdict {
    match Encoding::new(graph, task, rounds, limits) {
        Ok(encoding) => encoding.solve(limits),
        Err(obstacle) => Verdict::Unknown(obstacle),
    }
}

#[cfg(test)]
mod tests;
