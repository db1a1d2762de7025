//! Broadcasts in which every node sends one block in a step, and receives one.

use super::made::InSteps;
use super::{NetworkPlanError, Proof, Shown};
use crate::request::NetworkPlanJob;
use logpine_netplan::{Effort, OnePort, StepSchedule, Telephone, TelephoneLimits, one_port, telephone};
use logpine_network::digraph::Digraph;

const OF_ONE_BLOCK: &str = "a node calls one other in a step: calls up to deadlines cannot reach all nodes earlier";
const OF_BLOCKS: &str =
    "the last block to leave the root leaves when all others have, and then takes as long as one block alone";

/// The best schedule that is found: of one block by satisfiability, of several by matching senders and receivers in each step.
///
/// # Errors
/// [`NetworkPlanError`] if latencies are longer than a step, or the job is too large.
pub(super) fn through_ports(
    job: &NetworkPlanJob,
    graph: &Digraph,
    effort: &Effort,
) -> Result<InSteps, NetworkPlanError> {
    let blocks = job.blocks.unwrap_or(1);
    let mut limits = TelephoneLimits::default();
    limits.sat.watch = effort.watch;
    let Telephone { steps, bound, calls, refuted } = telephone(graph, job.root, &limits)?;
    let (schedule, bound, reason) = if blocks == 1 {
        (StepSchedule { steps, sends: calls }, bound, OF_ONE_BLOCK)
    } else {
        let OnePort { schedule, bound } = one_port(graph, job.root, blocks, bound, effort)?;
        (schedule, bound, OF_BLOCKS)
    };
    let proof = match refuted {
        Some(steps) => Proof::CallFormula { steps },
        None => Proof::Shown(Shown::Calls { bound, dimacs: None }),
    };
    Ok(InSteps { schedule, bound, reason, proof, class: None })
}
