//! The task of a collective on a network.

use crate::request::{MpiCollective, NetworkPlanJob};
use logpine_netplan::{Roots, Task};

/// The blocks of a job with their sources and sinks, on the network or, if the schedule runs backwards, on the reversed one.
pub(super) fn task(job: &NetworkPlanJob) -> Task {
    let blocks = job.blocks.unwrap_or(1);
    match job.collective {
        MpiCollective::Bcast | MpiCollective::Reduce => Task::bcast(job.root, blocks),
        MpiCollective::Scatter => Task::scatter(job.ranks, job.root, blocks),
        MpiCollective::Gather => Task::gather(job.ranks, job.root, blocks),
        _ => Task::allgather(job.ranks, blocks),
    }
}

/// The ranks whose data all others need, on the network or, if the schedule runs backwards, on the reversed one.
pub(super) const fn roots(job: &NetworkPlanJob) -> Roots {
    if job.collective.has_blocks_of_root() { Roots::One(job.root) } else { Roots::All }
}
