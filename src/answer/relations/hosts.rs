//! The test for unequal hosts.

use crate::request::{Allocation, Operation, Request};
use logpine_models::machine::{Machine, Within};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// True if the hosts of a request are unequal on a machine: by their factors or, for a broadcast or a reduction among ranks,
/// by the costs of messages within them.
pub(crate) fn are_unequal(machine: &Machine, request: &Request, hosts: &Allocation) -> bool {
    let operation = request.operation();
    let is_one_message = request.ranks.is_some() && [Operation::BCAST, Operation::REDUCE].contains(&operation);
    // A single target has no process that a host would slow down.
    let is_slowed = !hosts.is_alike() && request.leaves.or(request.members) != Some(1);
    is_slowed || (is_one_message && has_near_messages(hosts, &machine.within))
}

/// True if two processes of the list share a host, a rack or a pod inside which messages have costs of their own.
fn has_near_messages(hosts: &Allocation, within: &Within) -> bool {
    let merged = hosts.merged();
    let Within { host, rack, pod } = within;
    let racks = merged.hosts().iter().filter_map(|host| Some((host.pod.as_ref(), host.rack.as_ref()?)));
    let pods = merged.hosts().iter().filter_map(|host| host.pod.as_ref());
    (host.is_some() && merged.hosts().iter().any(|host| host.slots > 1))
        || (rack.is_some() && has_equal(racks))
        || (pod.is_some() && has_equal(pods))
}

fn has_equal<T: Eq + Hash>(mut places: impl Iterator<Item = T>) -> bool {
    let mut seen = FxHashSet::default();
    places.any(|place| !seen.insert(place))
}
