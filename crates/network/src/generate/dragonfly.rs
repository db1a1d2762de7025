//! Dragonflies.

use super::Draft;

/// The largest dragonfly of routers with `hosts` (p) hosts, in groups of `routers` (a), with `global` (h) links to other
/// groups each (Kim, Dally, Scott and Abts, Technology-Driven, Highly-Scalable Dragonfly Topology, 2008): a h + 1 groups,
/// the routers of a group all linked with each other, and one link between any two groups.
///
/// Hosts come first, then the routers, group by group. Link t of a group (its router t / h has it) leads to group
/// g + t + 1, modulo the number of groups.
pub(in super::super) fn dragonfly(hosts: u32, routers: u32, global: u32) -> Draft {
    let groups = routers * global + 1;
    let all_hosts = groups * routers * hosts;
    let router = |group: u32, index: u32| all_hosts + group * routers + index;
    let mut links: Vec<[u32; 2]> = (0..all_hosts).map(|host| [host, all_hosts + host / hosts]).collect();
    for group in 0..groups {
        for from in 0..routers {
            links.extend((from + 1..routers).map(|to| [router(group, from), router(group, to)]));
        }
    }
    for group in 0..groups {
        // The other end of the link sees it as the one that leads this many groups back.
        for (link, other) in (0..).zip(group + 1..groups) {
            links.push([router(group, link / global), router(other, (groups - 2 - link) / global)]);
        }
    }
    Draft { endpoints: all_hosts, ..Draft::new(groups * routers + all_hosts, links) }
}
