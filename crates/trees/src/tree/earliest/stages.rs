//! Trees without a gap: a rank reaches all its children in one delivery.

use super::error::PortError;
use super::limits::FanoutLimits;
use super::shape::within_limit;
use crate::tree::{RankId, RankShape, RankShapeBuilder};

/// The least height of a tree of `ranks` ranks.
///
/// *Requires* limits above zero.
pub(super) fn number(limits: FanoutLimits, ranks: u64) -> u64 {
    let others = ranks.saturating_sub(1);
    if others == 0 {
        return 0;
    }
    // The number of ranks that each child of the root has to reach.
    let share = others.div_ceil(limits.root);
    if limits.others == 1 {
        return share;
    }
    let full = |&ranks: &u64| Some(ranks.saturating_mul(limits.others).saturating_add(1));
    1 + std::iter::successors(Some(1), full).take_while(|&ranks| ranks < share).count() as u64
}

/// A tree of that height.
pub(super) fn shape(limits: FanoutLimits, ranks: u64) -> Result<RankShape, PortError> {
    let mut builder = RankShapeBuilder::new();
    let mut full = vec![RankId::LEAF];
    for _ in 1..number(limits, ranks) {
        let below = full[full.len() - 1];
        full.push(builder.prepend(below, limits.others, RankId::LEAF));
        within_limit(&builder)?;
    }
    // A rank that need not reach as many as it could has some full children and at most one child that is not full.
    let mut path: Vec<(RankId, u64)> = Vec::new();
    let mut left = ranks;
    for &below in full.iter().rev() {
        let Some(others) = left.checked_sub(1) else { break };
        path.push((below, others / builder.ranks_of(below)));
        left = others % builder.ranks_of(below);
    }
    let root = path.into_iter().rev().fold(None, |partial: Option<RankId>, (below, count)| {
        let last = partial.map_or(RankId::LEAF, |partial| builder.prepend(partial, 1, RankId::LEAF));
        Some(builder.prepend(below, count, last))
    });
    Ok(builder.finish(root.unwrap_or(RankId::LEAF)))
}
