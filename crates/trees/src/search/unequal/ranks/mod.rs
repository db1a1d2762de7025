//! One message among ranks on unequal hosts.
//!
//! Small instances are solved exactly, by a dynamic program over the number of ranks of each class that remain to be
//! informed (`exact`). For larger ones, weights of ranks give a lower bound that accounts for the number of ranks of each
//! class (`bound`). Trees are built greedily (`greedy`), by those weights (`weighted`), and improved step by step (`local`).

mod bound;
mod clusters;
mod draft;
mod exact;
mod greedy;
mod local;
mod merged;
mod times;
mod weighted;
mod worth;

pub use times::{Pace, RankGroup, RankTimes};

use crate::tree::Tree;
use crate::tree::earliest::broadcast_time;
use draft::Draft;
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// The argument why no tree can inform all ranks earlier than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankProof {
    /// All trees and all placements were searched.
    Exhaustive,
    /// The bound is the optimum if every message has the least gap and the least delivery.
    Fastest,
    /// No rank can learn the message faster than its own reception allows.
    Reception,
    /// The bound counts informed ranks with a weight on every rank of a class.
    Weights,
}

/// The best broadcast found.
#[derive(Clone, Debug)]
pub struct RanksFound {
    /// The tree, children in the order of sends.
    pub tree: Tree,
    /// The group of every node, as an index into the given groups, in breadth-first order.
    pub groups: Vec<u16>,
    /// The time at which the last rank is informed.
    pub time: Time,
    /// A lower bound on that time over all trees.
    pub bound: Time,
    /// The origin of the bound.
    pub proof: RankProof,
}

/// The reason why there is no answer for these ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalRanksError {
    /// There are more ranks, or more groups of them, than the search is made for.
    #[error("{ranks} ranks of {groups} kinds: the search on unequal hosts takes at most {limit} ranks of 1024 kinds")]
    TooMany {
        /// The number of ranks of the job.
        ranks: u64,
        /// The number of different groups.
        groups: usize,
        /// The maximum number of ranks.
        limit: u64,
    },
    /// Every tree takes longer than [`Time::MAX`].
    #[error("a message, or every broadcast, takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
}

/// The maximum number of ranks of the search.
pub const MOST_RANKS: u64 = 1 << 16;

/// Returns the fastest broadcast of one message on these ranks: exact for up to about 12 different ranks, or 40 of four
/// kinds, otherwise the best found with a proved bound. On reversed times it is a reduction.
///
/// The result does not depend on the number of threads. If `watch` ends the work, it is the best found until then.
///
/// # Errors
/// [`UnequalRanksError::NotRepresentable`] if every tree takes longer than [`Time::MAX`].
pub fn best(times: &RankTimes, watch: &dyn Watch) -> Result<RanksFound, UnequalRanksError> {
    if times.ranks() == 1 {
        let draft = Draft::root(times);
        return found(times, &draft, 0, RankProof::Exhaustive);
    }
    if let Some(draft) = exact::best(times) {
        let time = draft.finish(times).ok_or(UnequalRanksError::NotRepresentable)?;
        return found(times, &draft, time, RankProof::Exhaustive);
    }
    beyond(times, watch)
}

/// The best tree found and a bound, if exact search would take too long.
fn beyond(times: &RankTimes, watch: &dyn Watch) -> Result<RanksFound, UnequalRanksError> {
    // Whatever comes first, the work can be asked to stop: there is always a tree.
    watch.is_over();
    let start = greedy::best(times, watch).ok_or(UnequalRanksError::NotRepresentable)?;
    let (mut limit, mut proof) = simple_bound(times);
    let weights = bound::by_weights(times, start.time, watch);
    if let Some(weights) = weights.as_ref().filter(|weights| weights.bound >= limit) {
        (limit, proof) = (weights.bound, RankProof::Weights);
    }
    let built = match weights {
        Some(weights) if start.time > limit => weighted::best(times, &weights, start, limit, watch),
        _ => start,
    };
    let best = local::improved(times, built, limit, watch);
    found(times, &best.draft, limit, proof)
}

/// The bound from the least gap and delivery of all messages, and from the least delivery to each rank.
fn simple_bound(times: &RankTimes) -> (u64, RankProof) {
    let Pace { gap, delivery } = times.least_pace();
    let fastest = broadcast_time(gap, delivery, times.ranks()).map_or(0, Time::ticks);
    let reception = times.slowest_reception();
    if reception > fastest { (reception, RankProof::Reception) } else { (fastest, RankProof::Fastest) }
}

fn found(times: &RankTimes, draft: &Draft, bound: u64, proof: RankProof) -> Result<RanksFound, UnequalRanksError> {
    let time = draft.finish(times).map(Time::from_ticks).ok_or(UnequalRanksError::NotRepresentable)?;
    let (tree, groups) = draft.tree();
    Ok(RanksFound { tree, groups, time, bound: Time::from_ticks(bound), proof })
}

impl RankTimes {
    /// The time at which every node of a tree is informed, in breadth-first order; `None` past [`Time::MAX`].
    #[must_use]
    pub fn arrivals(&self, tree: &Tree, groups: &[u16]) -> Option<Vec<Time>> {
        let mut arrivals = vec![0u64; tree.len()];
        for node in tree.nodes() {
            let mut start = arrivals[node as usize];
            for child in tree.children(node) {
                let pair = [node, child].map(|rank| usize::from(groups[rank as usize]));
                arrivals[child as usize] = start.checked_add(self.delivery(pair[0], pair[1]))?;
                start = start.checked_add(self.gap(pair[0], pair[1]))?;
            }
        }
        Some(arrivals.into_iter().map(Time::from_ticks).collect())
    }
}

#[cfg(test)]
mod tests;
