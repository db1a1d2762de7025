//! Fronts of steps, rounds and blocks.

use super::NetworkPlanError;
use super::task::is_backward;
use crate::network::synthesis::Digraph;
use crate::network::synthesis::fronts::{Collective, Front, FrontLimits, front};
use crate::request::{MpiCollective, NetworkPlanJob};

/// The schedules that no other undercuts in steps and in rounds for a block.
///
/// # Errors
/// [`NetworkPlanError`] if the network is too large.
pub(super) fn points(job: &NetworkPlanJob, digraph: &Digraph) -> Result<Front, NetworkPlanError> {
    let reversed = is_backward(job.collective).then(|| digraph.reversed());
    let graph = reversed.as_ref().unwrap_or(digraph);
    let collective = match job.collective {
        MpiCollective::Bcast | MpiCollective::Reduce => Collective::Broadcast { root: job.root },
        _ => Collective::Allgather,
    };
    Ok(front(graph, collective, &FrontLimits::default())?)
}
