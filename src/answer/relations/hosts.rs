//! When hosts are not alike.

use crate::machine::{Machine, Within};
use crate::request::{Allocation, Host, Operation, Request};

/// Whether the hosts of a request are not alike on a machine: by their factors, or for a broadcast or a reduction among ranks by
/// what the profile says of messages within them.
pub(crate) fn are_unequal(machine: &Machine, request: &Request, hosts: &Allocation) -> bool {
    let operation = request.operation();
    let is_one_message = request.ranks.is_some() && [Operation::BCAST, Operation::REDUCE].contains(&operation);
    // A single leaf has no process that a host would slow down.
    let is_slowed = !hosts.is_alike() && request.leaves != Some(1);
    is_slowed || (is_one_message && has_near_messages(hosts, &machine.within))
}

/// Whether messages inside a host, a rack or a pod of the list have costs of their own.
fn has_near_messages(hosts: &Allocation, within: &Within) -> bool {
    let merged = hosts.merged();
    let some = |is: fn(&Host) -> bool| merged.hosts().iter().any(is);
    let Within { host, rack, pod } = within;
    (host.is_some() && some(|host| host.slots > 1))
        || (rack.is_some() && some(|host| host.rack.is_some()))
        || (pod.is_some() && some(|host| host.pod.is_some()))
}
