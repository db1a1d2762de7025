//! Whether ranks send only blocks they have, and have all in the end.
//!
//! Where messages cause no cycle it is enough to look at each rank by itself: a block that reaches it comes from a rank
//! that had it, and so, in the end, from the root.

use super::blocks::{BlockSizes, Carried};
use super::structure::{Messages, index_in_rank};
use super::{Execution, Meaning, ScheduleFault, Wrong};
use crate::schedule::operations::{Operation, Schedule};

/// The blocks of an operation's message; none where it is no end of one.
pub(super) fn carried<'a>(
    schedule: &Schedule,
    messages: &Messages,
    blocks: &'a BlockSizes,
    at: usize,
) -> Result<Option<Carried<'a>>, ScheduleFault> {
    match schedule.records()[at].operation() {
        Operation::Send { bytes, tag, .. } | Operation::Receive { bytes, tag, .. } => {
            let rank = messages.rank_of[at];
            let fault = |wrong| ScheduleFault { rank, operation: Some(index_in_rank(schedule, rank, at)), wrong };
            blocks.carried(tag, bytes).map(Some).map_err(fault)
        }
        _ => Ok(None),
    }
}

/// What brought a block to the rank that is looked at.
#[derive(Clone, Copy)]
struct Source {
    /// The rank, or none.
    rank: u32,
    /// The reception of the rank that brought it last, among [`Reception`]s.
    last: usize,
}

/// A reception that brought a block.
struct Reception {
    at: usize,
    /// The one of the same block before, or its own index.
    before: usize,
}

/// Checks a broadcast, given whether the first of two operations of a rank takes effect before the second.
pub(super) fn check(
    schedule: &Schedule,
    messages: &Messages,
    meaning: &Meaning,
    execution: Execution,
    mut is_before: impl FnMut(usize, usize) -> bool,
) -> Result<(), ScheduleFault> {
    let (root, blocks) = (meaning.root(), meaning.blocks());
    let is_combination = |at: &usize| matches!(schedule.records()[*at].operation(), Operation::Combine { .. });
    if let Some(at) = (0..schedule.len()).find(is_combination) {
        return Err(messages.fault(schedule, u32::try_from(at).unwrap_or(u32::MAX), Wrong::Combination));
    }
    let mut sources = vec![Source { rank: u32::MAX, last: 0 }; blocks.count() as usize];
    let mut receptions: Vec<Reception> = Vec::new();
    for rank in (0..schedule.ranks()).filter(|&rank| rank != root) {
        let fault = |operation, wrong| Err(ScheduleFault { rank, operation, wrong });
        receptions.clear();
        let (mut received, range) = (0, schedule.range(rank));
        let of_kind = |send: bool| {
            let is_send = move |at: usize| matches!(schedule.records()[at].operation(), Operation::Send { .. });
            range.clone().filter(move |&at| is_send(at) == send)
        };
        for at in of_kind(false) {
            for block in carried(schedule, messages, blocks, at)?.iter().flat_map(Carried::blocks) {
                let source = &mut sources[block as usize];
                let fresh = source.rank != rank;
                received += u64::from(fresh);
                receptions.push(Reception { at, before: if fresh { receptions.len() } else { source.last } });
                *source = Source { rank, last: receptions.len() - 1 };
            }
        }
        for at in of_kind(true) {
            for block in carried(schedule, messages, blocks, at)?.iter().flat_map(Carried::blocks) {
                let source = sources[block as usize];
                let mut next = (source.rank == rank).then_some(source.last);
                while let Some(index) = next.filter(|&index| !is_before(receptions[index].at, at)) {
                    next = Some(receptions[index].before).filter(|&before| before != index);
                }
                if next.is_none() {
                    return fault(Some(index_in_rank(schedule, rank, at)), Wrong::NotReceived { execution, block });
                }
            }
        }
        if received < blocks.filled() {
            let lacks = |&block: &u32| sources[block as usize].rank != rank && !blocks.is_empty(block);
            let block = (0..blocks.count()).find(lacks).unwrap_or(0);
            return fault(None, Wrong::Missing { block });
        }
    }
    Ok(())
}
