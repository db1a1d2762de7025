//! Fronts of steps, rounds and blocks.

use super::NetworkPlanError;
use super::task::roots;
use crate::network::synthesis::Digraph;
use crate::network::synthesis::fronts::{Front, FrontLimits, front};
use crate::request::NetworkPlanJob;

/// The schedules that no other undercuts in steps and in rounds for a block.
///
/// # Errors
/// [`NetworkPlanError`] if the network is too large.
pub(super) fn points(job: &NetworkPlanJob, digraph: &Digraph) -> Result<Front, NetworkPlanError> {
    let reversed = job.collective.is_backward().then(|| digraph.reversed());
    let graph = reversed.as_ref().unwrap_or(digraph);
    Ok(front(graph, roots(job), &FrontLimits::default())?)
}
