//! Overlay trees whose internal processes run on hosts of several speeds, so many on each.
//!
//! Small instances are solved exactly, by a dynamic program over leaves and the hosts of each class (`exact`). Beyond,
//! prices of hosts give a lower bound that knows how few of each class there are (`prices`); trees are built from the
//! root down to those prices (`upper`) and improved step by step (`local`).

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

use crate::model::{HostClass, LevelCost, UnequalLevel};
use crate::units::Time;

/// How many internal processes the hosts of a class may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostGroup {
    /// The class, as the cost numbers them.
    pub class: HostClass,
    /// Internal processes that all hosts of the class together may run.
    pub processes: u64,
}

/// Where internal processes may run. The root has a host of its own, which runs nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayHosts {
    /// The class of the root's host.
    pub root: HostClass,
    /// The others; a class may stand there several times. Classes of one factor are one, and a tree names any of them.
    pub groups: Vec<HostGroup>,
}

/// Why no tree on these hosts can be faster than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayProof {
    /// All trees and all ways to place them were searched.
    Exhaustive,
    /// The fastest tree where every host is as fast as the fastest.
    Fastest,
    /// Leaves counted with every host as wide as the time allows.
    Capacity,
    /// Leaves counted with a price on every process of a class.
    Prices,
}

/// The best tree found.
#[derive(Clone, Debug)]
pub struct OverlayFound {
    /// The tree with the class of every internal process.
    pub tree: HostedTree,
    /// Its time.
    pub time: Time,
    /// Lower bound on the time of every tree on these hosts.
    pub bound: Time,
    /// Where the bound comes from.
    pub proof: OverlayProof,
}

/// Why there is no tree, or none could be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalOverlayError {
    /// The cost falls somewhere as the fanout grows.
    #[error("the search on unequal hosts needs an overhead that never falls as the fanout grows")]
    NotMonotone,
    /// More leaves than the search is made for.
    #[error("{leaves} leaves: the search on unequal hosts is made for at most {limit}")]
    TooManyLeaves {
        /// What was asked for.
        leaves: u64,
        /// The most that works.
        limit: u64,
    },
    /// Every process has as many children as the model allows, and leaves remain.
    #[error("the hosts are too few: with fanouts up to {widest} they serve {served} leaves, not {leaves}")]
    TooFewHosts {
        /// The widest fanout that has a cost.
        widest: u64,
        /// The leaves that can be served.
        served: u64,
        /// What was asked for.
        leaves: u64,
    },
    /// Every tree takes longer than the longest representable time.
    #[error("every tree for that many leaves takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
}

/// The most leaves the search takes.
pub const MOST_LEAVES: u64 = 1 << 22;

/// The fastest tree for one wave on these hosts: exact where leaves and hosts are few (for instance 4
/// classes of 2 hosts and 200 leaves), else the best found with a proved bound.
///
/// The same question has the same answer, whatever the number of threads.
///
/// # Errors
/// [`UnequalOverlayError`] where there is no tree, or the cost falls as the fanout grows.
pub fn best(cost: &UnequalLevel, hosts: &OverlayHosts, leaves: u64) -> Result<OverlayFound, UnequalOverlayError> {
    if leaves <= 1 {
        let time = cost.startup();
        return Ok(OverlayFound { tree: HostedTree::leaf(), time, bound: time, proof: OverlayProof::Exhaustive });
    }
    if leaves > MOST_LEAVES {
        return Err(UnequalOverlayError::TooManyLeaves { leaves, limit: MOST_LEAVES });
    }
    if !cost.is_monotone_to(cost.max_fanout().min(leaves)) {
        return Err(UnequalOverlayError::NotMonotone);
    }
    let widest = cost.max_fanout().min(leaves);
    let served = costs::most_leaves(hosts, widest);
    if served < leaves {
        return Err(UnequalOverlayError::TooFewHosts { widest, served, leaves });
    }
    let fastest = fastest::Fastest::of(cost, hosts);
    let least = fastest.optimum(leaves).ok_or(UnequalOverlayError::NotRepresentable)?;
    let reach = upper::reach(cost, hosts, leaves, least.time).ok_or(UnequalOverlayError::NotRepresentable)?;
    let with_startup = |ticks: u64| Time::from_ticks(ticks.saturating_add(cost.startup().ticks()));
    if let Some(exact) = exact::best(&reach.costs, leaves) {
        let (tree, bound) = (exact.tree, with_startup(exact.time));
        if let Some(time) = tree.time(cost).filter(|&time| time <= bound) {
            return Ok(OverlayFound { tree, time, bound, proof: OverlayProof::Exhaustive });
        }
    }
    let (tree, limit) = beyond(&reach, &least, leaves);
    let time = tree.time(cost).ok_or(UnequalOverlayError::NotRepresentable)?;
    let bound = with_startup(limit.ticks);
    Ok(OverlayFound { tree, time, bound, proof: limit.proof })
}

/// A time without C that no tree beats.
#[derive(Clone, Copy, Debug)]
struct Limit {
    ticks: u64,
    proof: OverlayProof,
}

/// The best tree found, and a bound, where exact search would take too long.
fn beyond(reach: &upper::Reach, least: &fastest::Least, leaves: u64) -> (HostedTree, Limit) {
    let costs = &reach.costs;
    let mut limit = Limit { ticks: least.time, proof: OverlayProof::Fastest };
    let capacity = bounds::by_capacity(costs, leaves, reach.time);
    if capacity > limit.ticks {
        limit = Limit { ticks: capacity, proof: OverlayProof::Capacity };
    }
    let mut found = upper::simplest(costs, leaves, reach, &least.shape);
    if found.time > limit.ticks
        && let Some(priced) = prices::bound(costs, leaves, reach.time)
    {
        if priced.bound >= limit.ticks {
            limit = Limit { ticks: priced.bound, proof: OverlayProof::Prices };
        }
        found = upper::to_prices(costs, leaves, found, &priced, limit.ticks);
    }
    let found = local::improved(costs, leaves, found, limit.ticks);
    (hosted::of_upper(costs, &found, leaves), limit)
}

#[cfg(test)]
mod tests;
