//! What moves in a collective.

use crate::network::synthesis::Task;
use crate::request::{MpiCollective, NetworkPlanJob};

/// True if the schedule is that of another task on the reversed network, run backwards.
pub(super) const fn is_backward(collective: MpiCollective) -> bool {
    matches!(collective, MpiCollective::Reduce | MpiCollective::ReduceScatter)
}

/// What moves in a collective, on the network or, if it is run backwards, on the reversed one.
pub(super) fn task(job: &NetworkPlanJob) -> Task {
    let blocks = job.blocks.unwrap_or(1);
    match job.collective {
        MpiCollective::Bcast | MpiCollective::Reduce => Task::bcast(job.root, blocks),
        MpiCollective::Scatter => Task::scatter(job.ranks, job.root, blocks),
        MpiCollective::Gather => Task::gather(job.ranks, job.root, blocks),
        _ => Task::allgather(job.ranks, blocks),
    }
}
