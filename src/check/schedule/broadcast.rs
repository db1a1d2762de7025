//! Whether ranks send only blocks they have, and have all in the end.
//!
//! Where messages cause no cycle it is enough to look at each rank by itself: a block that reaches it comes from a rank
//! that had it, and so, in the end, from the root.

use super::blocks::{BlockSizes, Carried};
use super::structure::{Messages, index_in_rank};
use super::{Execution, Meaning, ScheduleFault, Wrong};
use crate::schedule::{Operation, Schedule};

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
    let is_combination = |at: &usize| matches!(schedule.records()[*at].operation(), Operation::Combine { .. });
    if let Some(at) = (0..schedule.len()).find(is_combination) {
        return Err(messages.fault(schedule, u32::try_from(at).unwrap_or(u32::MAX), Wrong::Combination));
    }
    let blocks = meaning.blocks();
    let sources = vec![Source { rank: u32::MAX, last: 0 }; blocks.count() as usize];
    let mut holdings = Holdings { schedule, messages, blocks, sources, receptions: Vec::new(), received: 0 };
    for rank in (0..schedule.ranks()).filter(|&rank| rank != meaning.root()) {
        holdings.receive(rank)?;
        for at in schedule.range(rank) {
            if let Some(block) = holdings.not_received(rank, at, &mut is_before)? {
                let operation = Some(index_in_rank(schedule, rank, at));
                return Err(ScheduleFault { rank, operation, wrong: Wrong::NotReceived { execution, block } });
            }
        }
        holdings.is_complete(rank)?;
    }
    Ok(())
}

/// The blocks that reach the rank that is looked at.
struct Holdings<'a> {
    schedule: &'a Schedule,
    messages: &'a Messages,
    blocks: &'a BlockSizes,
    /// By block; those of earlier ranks count as none.
    sources: Vec<Source>,
    receptions: Vec<Reception>,
    /// How many blocks it has.
    received: u64,
}

impl Holdings<'_> {
    /// Takes all that a rank receives.
    fn receive(&mut self, rank: u32) -> Result<(), ScheduleFault> {
        let schedule = self.schedule;
        self.receptions.clear();
        self.received = 0;
        for at in schedule.range(rank).filter(|&at| !is_send(schedule, at)) {
            for block in carried(self.schedule, self.messages, self.blocks, at)?.iter().flat_map(Carried::blocks) {
                let source = &mut self.sources[block as usize];
                let (index, fresh) = (self.receptions.len(), source.rank != rank);
                self.received += u64::from(fresh);
                self.receptions.push(Reception { at, before: if fresh { index } else { source.last } });
                *source = Source { rank, last: index };
            }
        }
        Ok(())
    }

    /// A block of a rank's send that no reception before it brings.
    fn not_received(
        &self,
        rank: u32,
        at: usize,
        is_before: &mut impl FnMut(usize, usize) -> bool,
    ) -> Result<Option<u32>, ScheduleFault> {
        if !is_send(self.schedule, at) {
            return Ok(None);
        }
        for block in carried(self.schedule, self.messages, self.blocks, at)?.iter().flat_map(Carried::blocks) {
            let source = self.sources[block as usize];
            let mut next = (source.rank == rank).then_some(source.last);
            while let Some(index) = next.filter(|&index| !is_before(self.receptions[index].at, at)) {
                next = Some(self.receptions[index].before).filter(|&before| before != index);
            }
            if next.is_none() {
                return Ok(Some(block));
            }
        }
        Ok(None)
    }

    /// Whether a rank gets every block that has a byte.
    fn is_complete(&self, rank: u32) -> Result<(), ScheduleFault> {
        if self.received == self.blocks.filled() {
            return Ok(());
        }
        let lacks = |&block: &u32| self.sources[block as usize].rank != rank && !self.blocks.is_empty(block);
        let block = (0..self.blocks.count()).find(lacks).unwrap_or(0);
        Err(ScheduleFault { rank, operation: None, wrong: Wrong::Missing { block } })
    }
}

fn is_send(schedule: &Schedule, at: usize) -> bool {
    matches!(schedule.records()[at].operation(), Operation::Send { .. })
}
