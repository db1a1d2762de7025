//! The costs of nodes by class as tables, and the number of processes that each class may run.

use super::OverlayHosts;
use crate::model::{HostClass, UnequalLevel};
use crate::units::{Factor, Time};

/// The hosts with one factor.
pub struct Class {
    /// One of the classes of the cost with that factor.
    pub host: HostClass,
    /// The number of internal processes that its hosts may run.
    pub processes: u64,
    /// c(x) in ticks by fanout, from 0 up to the first that exceeds the longest time of interest.
    levels: Vec<u64>,
}

impl Class {
    /// c(x); `None` beyond the table.
    pub fn level(&self, fanout: u64) -> Option<u64> {
        self.levels.get(usize::try_from(fanout).ok()?).copied()
    }

    /// The largest fanout of at least 2 whose cost is within a time; 0 if there is none.
    pub fn widest(&self, within: u64) -> u64 {
        let from_two = self.levels.get(2..).unwrap_or_default();
        match from_two.partition_point(|&level| level <= within) {
            0 => 0,
            fanouts => fanouts as u64 + 1,
        }
    }

    /// The fanouts from `first` on with their costs.
    pub fn fanouts_from(&self, first: usize) -> impl Iterator<Item = (u64, u64)> + '_ {
        (first as u64..).zip(self.levels.get(first..).unwrap_or_default().iter().copied())
    }
}

/// The hosts and costs as a search sees them, in ticks without C.
pub struct Costs {
    /// The root's host.
    pub root: Class,
    /// The hosts of the other processes, the fastest first; no two have the same factor.
    pub classes: Vec<Class>,
}

impl Costs {
    /// Tables up to `longest` ticks for trees of `leaves` leaves.
    pub fn new(cost: &UnequalLevel, hosts: &OverlayHosts, leaves: u64, longest: u64) -> Self {
        let mut groups: Vec<(Factor, HostClass, u64)> = Vec::new();
        let mut sorted: Vec<_> = hosts.groups.iter().filter(|group| group.processes > 0).collect();
        sorted.sort_by_key(|group| (cost.factor(group.class), group.class.0));
        for group in sorted {
            let factor = cost.factor(group.class);
            match groups.last_mut() {
                Some((last, _, processes)) if *last == factor => *processes = processes.saturating_add(group.processes),
                _ => groups.push((factor, group.class, group.processes)),
            }
        }
        // A tree without nodes of one child has fewer internal nodes than leaves.
        let class = |(_, class, processes): (Factor, HostClass, u64)| {
            let levels = levels(cost, class, leaves, longest);
            Class { host: class, processes: processes.min(leaves - 1), levels }
        };
        let root = class((cost.factor(hosts.root), hosts.root, 1));
        Self { root, classes: groups.into_iter().map(class).collect() }
    }

    /// The fanouts that the root may have, with their costs. A single child is useful if the front end is slow.
    pub fn root_fanouts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let two = self.root.level(2);
        let single = self.root.level(1).filter(|&one| two.is_none_or(|two| one <= two));
        single.map(|ticks| (1, ticks)).into_iter().chain(self.root.fanouts_from(2))
    }
}

/// c(x) by fanout; a fanout below 2 without a cost is given one above all others.
fn levels(cost: &UnequalLevel, class: HostClass, leaves: u64, longest: u64) -> Vec<u64> {
    let ticks = |fanout| cost.level_on(class, fanout).map(Time::ticks);
    let mut levels = vec![u64::MAX, ticks(1).unwrap_or(u64::MAX)];
    levels.extend((2..=leaves).map_while(|fanout| ticks(fanout).filter(|&ticks| ticks <= longest)));
    levels
}

/// The most leaves that these hosts can serve with fanouts up to `widest` (saturating): every process but the root takes
/// the place of a leaf.
pub fn most_leaves(hosts: &OverlayHosts, widest: u64) -> u64 {
    let processes = hosts.groups.iter().fold(0u64, |sum, group| sum.saturating_add(group.processes));
    processes.saturating_mul(widest.saturating_sub(1)).saturating_add(widest)
}
