//! Overlay trees whose internal processes run on hosts of several speeds, with a limited number of processes on each: only
//! their leaves are targets, or all their nodes are.
//!
//! Small instances are solved exactly, by a dynamic program over targets and the hosts of each class (`exact`). For larger
//! ones, prices of hosts give a lower bound that accounts for the number of hosts of each class (`prices`). Trees are built
//! from the root down with those prices (`upper`) and improved step by step (`local`).

mod bounds;
mod costs;
mod exact;
mod fastest;
mod hosted;
mod local;
mod priced;
mod prices;
mod upper;

pub use hosted::HostedTree;

use crate::search::overlay::SearchError;
use logpine_models::job::Targets;
use logpine_models::model::{HostClass, LevelCost, UnequalLevel};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// The number of internal processes that the hosts of a class may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostGroup {
    /// The class, as numbered by the cost.
    pub class: HostClass,
    /// The number of internal processes that all hosts of the class together may run.
    pub processes: u64,
}

/// The hosts for internal processes. The root has a host of its own, which runs nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayHosts {
    /// The class of the root's host.
    pub root: HostClass,
    /// The other hosts; a class may appear several times. Classes with the same factor are merged, and a tree may name any
    /// of them.
    pub groups: Vec<HostGroup>,
}

/// The argument why no tree on these hosts can be faster than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayProof {
    /// All trees and all placements were searched.
    Exhaustive,
    /// The bound is the fastest tree if every host is as fast as the fastest.
    Fastest,
    /// The bound counts targets with every host as wide as the time allows.
    Capacity,
    /// The bound counts targets with a price on every process of a class.
    Prices,
}

/// The best tree found.
#[derive(Clone, Debug)]
pub struct OverlayFound {
    /// The tree with the host class of every internal process.
    pub tree: HostedTree,
    /// The time of the tree.
    pub time: Time,
    /// A lower bound on the time of every tree on these hosts.
    pub bound: Time,
    /// The origin of the bound.
    pub proof: OverlayProof,
}

/// The reason why there is no tree, or none could be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalOverlayError {
    /// The cost falls somewhere as the fanout grows.
    #[error("the search on unequal hosts needs an overhead that never falls as the fanout grows")]
    NotMonotone,
    /// There are more targets than the search is made for.
    #[error("{count} {}: the search on unequal hosts takes at most {limit}", .targets.many())]
    TooMany {
        /// The nodes that are targets.
        targets: Targets,
        /// The number of targets of the job.
        count: u64,
        /// The maximum number of targets.
        limit: u64,
    },
    /// Targets remain although every process has as many children as the model allows.
    #[error(
        "the hosts are too few: with fanouts up to {widest} they serve {served} {}, not {count}", .targets.many()
    )]
    TooFewHosts {
        /// The nodes that are targets.
        targets: Targets,
        /// The widest fanout that has a cost.
        widest: u64,
        /// The number of targets that can be served.
        served: u64,
        /// The number of targets of the job.
        count: u64,
    },
    /// There is no tree even if all hosts are as fast as the fastest.
    #[error(transparent)]
    Alike(SearchError),
    /// Every tree takes longer than the longest representable time.
    #[error("every tree of that size takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
}

impl From<SearchError> for UnequalOverlayError {
    fn from(error: SearchError) -> Self {
        if error == SearchError::NotRepresentable { Self::NotRepresentable } else { Self::Alike(error) }
    }
}

/// The maximum number of targets of the search.
pub const MOST_TARGETS: u64 = 1 << 22;

/// Returns the fastest tree for one wave on these hosts: exact if leaves and hosts are few (for instance 4 classes of 2
/// hosts and 200 leaves), otherwise the best found with a proved bound.
///
/// Only internal nodes take processes of the hosts: the leaves cost the same anywhere. The result does not depend on the
/// number of threads. If `watch` ends the work, it is the best found until then.
///
/// # Errors
/// [`UnequalOverlayError`] if there is no tree, or if the cost falls as the fanout grows.
pub fn best(
    cost: &UnequalLevel,
    hosts: &OverlayHosts,
    (targets, count): (Targets, u64),
    watch: &dyn Watch,
) -> Result<OverlayFound, UnequalOverlayError> {
    if count <= 1 {
        let time = cost.startup();
        return Ok(OverlayFound { tree: HostedTree::leaf(), time, bound: time, proof: OverlayProof::Exhaustive });
    }
    if count > MOST_TARGETS {
        return Err(UnequalOverlayError::TooMany { targets, count, limit: MOST_TARGETS });
    }
    let widest = cost.max_fanout().min(count - targets.of_internal_node());
    if !(cost.is_monotone_to(widest) && (targets == Targets::Leaves || rises_from_one(cost))) {
        return Err(UnequalOverlayError::NotMonotone);
    }
    let served = costs::most_targets(hosts, targets, widest);
    if served < count {
        return Err(UnequalOverlayError::TooFewHosts { targets, widest, served, count });
    }
    let least = fastest::Fastest::of(cost, hosts).optimum(targets, count)?;
    let reach = upper::reach(cost, hosts, (targets, count), least.time).ok_or(UnequalOverlayError::NotRepresentable)?;
    let with_startup = |ticks: u64| Time::from_ticks(ticks.saturating_add(cost.startup().ticks()));
    if let Some(exact) = exact::best(&reach.costs, count) {
        let (tree, bound) = (exact.tree, with_startup(exact.time));
        if let Some(time) = tree.time(cost).filter(|&time| time <= bound) {
            return Ok(OverlayFound { tree, time, bound, proof: OverlayProof::Exhaustive });
        }
    }
    let (tree, limit) = beyond(&reach, &least, count, watch);
    let time = tree.time(cost).ok_or(UnequalOverlayError::NotRepresentable)?;
    let bound = with_startup(limit.ticks);
    Ok(OverlayFound { tree, time, bound, proof: limit.proof })
}

/// True if a single child has a cost, which is no more than that of two. On slower hosts this is so as well.
fn rises_from_one(cost: &UnequalLevel) -> bool {
    cost.level(1).is_some_and(|one| cost.level(2).is_none_or(|two| one <= two))
}

/// A time without C that no tree beats.
#[derive(Clone, Copy, Debug)]
struct Limit {
    ticks: u64,
    proof: OverlayProof,
}

/// The best tree found and a bound, if exact search would take too long.
fn beyond(reach: &upper::Reach, least: &fastest::Least, count: u64, watch: &dyn Watch) -> (HostedTree, Limit) {
    let costs = &reach.costs;
    let mut limit = Limit { ticks: least.time, proof: OverlayProof::Fastest };
    let capacity = bounds::by_capacity(costs, count, reach.time);
    if capacity > limit.ticks {
        limit = Limit { ticks: capacity, proof: OverlayProof::Capacity };
    }
    let mut found = upper::simplest(costs, count, reach, &least.shape);
    if found.time > limit.ticks
        && let Some(priced) = prices::bound(costs, count, reach.time, watch)
    {
        if priced.bound >= limit.ticks {
            limit = Limit { ticks: priced.bound, proof: OverlayProof::Prices };
        }
        found = upper::to_prices(costs, (count, limit.ticks), found, &priced, watch);
    }
    let found = local::improved(costs, count, found, limit.ticks, watch);
    (hosted::of_upper(costs, &found, count), limit)
}

#[cfg(test)]
mod tests;
