//! Trees of two levels: among hosts, and within each.

use crate::library::Link;
use std::collections::{BTreeMap, BTreeSet};

/// True if the edges are a tree among hosts whose ends are one rank of each host, and trees within hosts below these ranks; at
/// least two hosts, one of them with several ranks. `links` go from parents to children.
#[must_use]
pub fn is_by_hosts(links: impl Iterator<Item = Link>, hosts: &[u32], root: u64) -> bool {
    let host = |rank: u64| usize::try_from(rank).ok().and_then(|rank| hosts.get(rank)).copied();
    // The rank of each host that has to do with others.
    let mut leaders: BTreeMap<u32, u64> = BTreeMap::new();
    let mut reached = BTreeSet::from([root]);
    if let Some(host) = host(root) {
        leaders.insert(host, root);
    }
    for Link { from, to } in links {
        let (Some(above), Some(below)) = (host(from), host(to)) else { return false };
        if !reached.insert(to) {
            return false;
        }
        if above != below {
            for (host, rank) in [(above, from), (below, to)] {
                if *leaders.entry(host).or_insert(rank) != rank {
                    return false;
                }
            }
        }
    }
    reached.len() == hosts.len() && leaders.len() > 1 && leaders.len() < hosts.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_hosts(links: &[(u64, u64)], hosts: &[u32], root: u64) -> bool {
        is_by_hosts(links.iter().map(|&(from, to)| Link { from, to }), hosts, root)
    }

    #[test]
    fn one_rank_of_each_host_has_to_do_with_others() {
        let hosts = [0, 0, 1, 1, 2, 2];
        assert!(by_hosts(&[(0, 2), (0, 4), (0, 1), (2, 3), (4, 5)], &hosts, 0));
        assert!(by_hosts(&[(1, 3), (3, 5), (1, 0), (3, 2), (5, 4)], &hosts, 1));
        assert!(
            !by_hosts(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], &hosts, 0),
            "a chain leaves hosts by their last rank"
        );
        assert!(!by_hosts(&[(0, 2), (0, 4), (0, 1), (2, 3), (2, 5)], &hosts, 0), "two ranks of a host hear of others");
        assert!(!by_hosts(&[(0, 2), (0, 4), (0, 1), (2, 3)], &hosts, 0), "a rank is left out");
        assert!(!by_hosts(&[(0, 2), (0, 4), (0, 1), (2, 3), (4, 5), (4, 5)], &hosts, 0), "twice");
        assert!(!by_hosts(&[(0, 1), (0, 2)], &[0, 0, 0], 0), "one host");
        assert!(!by_hosts(&[(0, 1), (0, 2)], &[0, 1, 2], 0), "one rank a host");
        assert!(!by_hosts(&[(0, 9)], &[0, 0, 1], 0), "no such rank");
    }
}
