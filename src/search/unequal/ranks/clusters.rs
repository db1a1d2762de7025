//! Which groups are near each other.

use super::times::RankTimes;

/// Groups joined by short deliveries.
pub struct Cluster {
    /// The cluster of every group.
    pub of: Vec<usize>,
    /// The least delivery between two clusters, in ticks.
    pub apart: u64,
}

/// At most so many ways to form clusters.
const MOST_WAYS: usize = 4;
/// Deliveries that are longer by less than an eighth are alike.
const ALIKE: u64 = 8;

/// Clusters at the widest jumps between deliveries, each with at least two of them.
pub fn clusters(times: &RankTimes) -> Vec<Cluster> {
    let mut deliveries: Vec<u64> =
        times.pairs().map(|(from, to)| times.delivery(from, to).min(mirrored(times, from, to))).collect();
    deliveries.sort_unstable();
    deliveries.dedup();
    let mut jumps: Vec<(u64, u64)> = deliveries.windows(2).map(|pair| (pair[1] - pair[0], pair[1])).collect();
    jumps.retain(|&(jump, after)| jump >= after / ALIKE);
    jumps.sort_unstable_by(|a, b| b.cmp(a));
    let ways = jumps.into_iter().take(MOST_WAYS).map(|(_, apart)| Cluster { of: joined_below(times, apart), apart });
    ways.filter(|cluster| cluster.of.iter().any(|&of| of != cluster.of[0])).collect()
}

/// The delivery the other way, where it occurs.
fn mirrored(times: &RankTimes, from: usize, to: usize) -> u64 {
    if times.occurs(to, from) { times.delivery(to, from) } else { u64::MAX }
}

/// Groups between which a delivery is shorter than `apart` are in one cluster.
fn joined_below(times: &RankTimes, apart: u64) -> Vec<usize> {
    let groups = times.groups();
    let mut of: Vec<Option<usize>> = vec![None; groups];
    for first in 0..groups {
        if of[first].is_some() {
            continue;
        }
        let mut open = vec![first];
        of[first] = Some(first);
        while let Some(group) = open.pop() {
            for (other, of) in of.iter_mut().enumerate().filter(|(_, of)| of.is_none()) {
                if times.delivery(group, other).min(times.delivery(other, group)) < apart {
                    *of = Some(first);
                    open.push(other);
                }
            }
        }
    }
    of.into_iter().enumerate().map(|(group, of)| of.unwrap_or(group)).collect()
}
