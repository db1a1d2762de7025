//! Clusters of groups that are near each other.

use super::times::RankTimes;

/// A clustering of the groups by short deliveries.
pub struct Cluster {
    /// The cluster of every group.
    pub of: Vec<usize>,
    /// The least delivery between two clusters, in ticks.
    pub apart: u64,
}

/// The maximum number of clusterings.
const MOST_WAYS: usize = 4;
/// The reciprocal of the relative difference below which deliveries count as equal: an eighth.
const ALIKE: u64 = 8;

/// Clusterings at the widest jumps between deliveries, each with at least two clusters.
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

/// The delivery in the opposite direction, if it occurs.
fn mirrored(times: &RankTimes, from: usize, to: usize) -> u64 {
    if times.occurs(to, from) { times.delivery(to, from) } else { u64::MAX }
}

/// Joins groups with a delivery shorter than `apart` between them in one cluster.
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
