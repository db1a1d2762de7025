//! One message among ranks on hosts that are not alike.
//!
//! Small instances are solved exactly, by a dynamic program over how many ranks of each class remain to be informed
//! (`exact`). Beyond, weights of ranks give a lower bound that knows how many of each class there are (`bound`); trees
//! are built greedily (`greedy`), to those weights (`weighted`), and improved step by step (`local`).

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
use crate::units::Time;
use draft::Draft;

/// Why no tree can inform all ranks earlier than the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankProof {
    /// All trees and all ways to place them were searched.
    Exhaustive,
    /// The optimum where every message has the least gap and the least delivery.
    Fastest,
    /// No rank can learn the message faster than its own reception allows.
    Reception,
    /// Informed ranks counted with a weight on every rank of a class.
    Weights,
}

/// The best broadcast found.
#[derive(Clone, Debug)]
pub struct RanksFound {
    /// The tree, children in the order of sends.
    pub tree: Tree,
    /// The group of every node, as an index of what was given, in breadth-first order.
    pub groups: Vec<u16>,
    /// When the last rank is informed.
    pub time: Time,
    /// Lower bound on that over all trees.
    pub bound: Time,
    /// Where the bound comes from.
    pub proof: RankProof,
}

/// Every tree takes longer than the longest representable time, or there are too many ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalRanksError {
    /// More ranks, or more groups of them, than the search is made for.
    #[error(
        "{ranks} ranks of {groups} kinds: the search on unequal hosts is made for at most {limit} ranks of 1024 kinds"
    )]
    TooMany {
        /// Ranks asked for.
        ranks: u64,
        /// Groups that differ.
        groups: usize,
        /// The most ranks.
        limit: u64,
    },
    /// Past [`Time::MAX`].
    #[error("some message, or every broadcast, takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
}

/// The most ranks the search takes.
pub const MOST_RANKS: u64 = 1 << 16;

/// The fastest broadcast of one message on these ranks: exact for up to about 12 different ranks, or 40 of four kinds, else
/// the best found with a proved bound. On reversed times it is a reduction.
///
/// The same question has the same answer, whatever the number of threads.
///
/// # Errors
/// [`UnequalRanksError::NotRepresentable`] where every tree takes longer than [`Time::MAX`].
pub fn best(times: &RankTimes) -> Result<RanksFound, UnequalRanksError> {
    if times.ranks() == 1 {
        let draft = Draft::root(times);
        return found(times, &draft, 0, RankProof::Exhaustive);
    }
    if let Some(draft) = exact::best(times) {
        let time = draft.finish(times).ok_or(UnequalRanksError::NotRepresentable)?;
        return found(times, &draft, time, RankProof::Exhaustive);
    }
    beyond(times)
}

/// The best tree found, and a bound, where exact search would take too long.
fn beyond(times: &RankTimes) -> Result<RanksFound, UnequalRanksError> {
    let start = greedy::best(times).ok_or(UnequalRanksError::NotRepresentable)?;
    let (mut limit, mut proof) = simple_bound(times);
    let weights = bound::by_weights(times, start.time);
    if let Some(weights) = weights.as_ref().filter(|weights| weights.bound >= limit) {
        (limit, proof) = (weights.bound, RankProof::Weights);
    }
    let built = match weights {
        Some(weights) if start.time > limit => weighted::best(times, &weights, start, limit),
        _ => start,
    };
    let best = local::improved(times, built, limit);
    found(times, &best.draft, limit, proof)
}

/// The least gap and delivery everywhere, and the least delivery to each rank.
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
    /// When every node of a tree is informed, in breadth-first order; `None` past [`Time::MAX`].
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
