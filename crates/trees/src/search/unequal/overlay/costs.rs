//! The costs of nodes by class as tables, and the number of processes that each class may run.

use super::OverlayHosts;
use logpine_models::job::Targets;
use logpine_models::model::{HostClass, UnequalLevel};
use logpine_text::units::{Factor, Time};

/// The hosts with one factor.
pub struct Class {
    /// One of the classes of the cost with that factor.
    pub host: HostClass,
    /// The number of internal processes that its hosts may run.
    pub processes: u64,
    /// The least fanout of a node that is not the root.
    least_fanout: u64,
    /// c(x) in ticks by fanout, from 0 up to the first that exceeds the longest time of interest.
    levels: Vec<u64>,
}

impl Class {
    /// c(x); `None` beyond the table.
    pub fn level(&self, fanout: u64) -> Option<u64> {
        self.levels.get(usize::try_from(fanout).ok()?).copied()
    }

    /// The largest fanout, of at least the least, whose cost is within a time; 0 if there is none.
    pub fn widest(&self, within: u64) -> u64 {
        match self.useful().partition_point(|&level| level <= within) {
            0 => 0,
            fanouts => fanouts as u64 + self.least_fanout - 1,
        }
    }

    /// The fanouts from the least on with their costs.
    pub fn fanouts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (self.least_fanout..).zip(self.useful().iter().copied())
    }

    fn useful(&self) -> &[u64] {
        let first = usize::try_from(self.least_fanout).unwrap_or(usize::MAX);
        self.levels.get(first..).unwrap_or_default()
    }
}

/// The hosts and costs as a search sees them, in ticks without C.
pub struct Costs {
    /// The nodes that are targets.
    pub targets: Targets,
    /// The root's host.
    pub root: Class,
    /// The hosts of the other processes, the fastest first; no two have the same factor.
    pub classes: Vec<Class>,
}

impl Costs {
    /// Tables up to `longest` ticks for trees of `count` targets.
    pub fn new(cost: &UnequalLevel, hosts: &OverlayHosts, (targets, count): (Targets, u64), longest: u64) -> Self {
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
        // A tree has fewer internal nodes than targets: of leaves, because no node below the root has a single child.
        let class = |(_, class, processes): (Factor, HostClass, u64)| {
            let levels = levels(cost, class, (targets, count), longest);
            let least_fanout = least_fanout(targets);
            Class { host: class, processes: processes.min(count - 1), least_fanout, levels }
        };
        let root = class((cost.factor(hosts.root), hosts.root, 1));
        Self { targets, root, classes: groups.into_iter().map(class).collect() }
    }

    /// The number of targets that an internal node is itself.
    pub const fn own(&self) -> u64 {
        self.targets.of_internal_node()
    }

    /// The least fanout of a node that is not the root.
    pub const fn least_fanout(&self) -> u64 {
        least_fanout(self.targets)
    }

    /// The fanouts that the root may have, with their costs. A single child is useful if the front end is slow.
    pub fn root_fanouts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let two = self.root.level(2);
        let is_below_least = self.least_fanout() > 1;
        let single = self.root.level(1).filter(|&one| is_below_least && two.is_none_or(|two| one <= two));
        single.map(|ticks| (1, ticks)).into_iter().chain(self.root.fanouts())
    }
}

/// The least fanout of a node below the root: one that passes data on to a single child is no faster than that child in its
/// place, unless it is a target itself.
const fn least_fanout(targets: Targets) -> u64 {
    2 - targets.of_internal_node()
}

/// c(x) by fanout; one below the least without a cost is given one above all others.
fn levels(cost: &UnequalLevel, class: HostClass, (targets, count): (Targets, u64), longest: u64) -> Vec<u64> {
    let ticks = |fanout| cost.level_on(class, fanout).map(Time::ticks);
    let least = least_fanout(targets);
    let below = (0..least).map(|fanout| ticks(fanout).filter(|_| fanout > 0).unwrap_or(u64::MAX));
    let useful = (least..=count).map_while(|fanout| ticks(fanout).filter(|&ticks| ticks <= longest));
    below.chain(useful).collect()
}

/// The most targets that these hosts can serve with fanouts up to `widest` (saturating): every process but the root takes
/// the place of a leaf, and is a target itself among members.
pub fn most_targets(hosts: &OverlayHosts, targets: Targets, widest: u64) -> u64 {
    let own = targets.of_internal_node();
    let processes = hosts.groups.iter().fold(0u64, |sum, group| sum.saturating_add(group.processes));
    let of_root = widest.saturating_add(own);
    processes.saturating_mul(of_root.saturating_sub(1)).saturating_add(of_root)
}
