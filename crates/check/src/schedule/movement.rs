//! Collectives that combine nothing: ranks send only blocks that they hold, and end with the blocks that they need.
//!
//! If messages cause no cycle, it is enough to look at each rank by itself: a block that reaches it comes from a rank that
//! had it, and so, ultimately, from one that had it at first.

use super::cargo::{Cargo, is_send};
use super::checked::Checked;
use super::structure::index_in_rank;
use super::{Meaning, ScheduleFault, Wrong};
use logpine_collectives::schedule::{Operation, Schedule};

/// The source of a block at the current rank.
#[derive(Clone, Copy)]
struct Source {
    /// The rank, or a marker for none.
    rank: u32,
    /// The reception of the rank that brought the block last, among [`Reception`]s.
    last: usize,
}

/// A reception that brought a block.
struct Reception {
    at: usize,
    /// The previous reception of the same block, or its own index.
    before: usize,
}

/// Checks a schedule. `is_before` tells whether the first of two operations of a rank takes effect before the second.
pub(super) fn check(checked: Checked, is_before: &mut dyn FnMut(usize, usize) -> bool) -> Result<(), ScheduleFault> {
    let Checked { schedule, meaning, cargo, execution, .. } = checked;
    let sources = vec![Source { rank: u32::MAX, last: 0 }; meaning.blocks.count() as usize];
    let mut holdings = Holdings { schedule, meaning, cargo, sources, receptions: Vec::new() };
    for rank in 0..schedule.ranks() {
        holdings.receive(rank);
        for at in schedule.range(rank) {
            if let Some(block) = holdings.not_received(rank, at, is_before) {
                let operation = Some(index_in_rank(schedule, rank, at));
                return Err(ScheduleFault { rank, operation, wrong: Wrong::NotReceived { execution, block } });
            }
        }
        if let Some(block) = holdings.missing(rank) {
            return Err(ScheduleFault { rank, operation: None, wrong: Wrong::Missing { block } });
        }
    }
    Ok(())
}

/// The blocks that reach the current rank.
struct Holdings<'a> {
    schedule: &'a Schedule,
    meaning: &'a Meaning,
    cargo: &'a Cargo<'a>,
    /// The sources by block; those of earlier ranks count as none.
    sources: Vec<Source>,
    receptions: Vec<Reception>,
}

impl Holdings<'_> {
    /// Records all that a rank receives.
    fn receive(&mut self, rank: u32) {
        let schedule = self.schedule;
        self.receptions.clear();
        let is_reception = |&at: &usize| matches!(schedule.records()[at].operation(), Operation::Receive { .. });
        for at in schedule.range(rank).filter(is_reception) {
            for block in self.cargo.blocks(schedule, at) {
                let source = &mut self.sources[block as usize];
                let index = self.receptions.len();
                self.receptions.push(Reception { at, before: if source.rank == rank { source.last } else { index } });
                *source = Source { rank, last: index };
            }
        }
    }

    /// A block that a rank sends without having it at first or receiving it before the send.
    fn not_received(&self, rank: u32, at: usize, is_before: &mut dyn FnMut(usize, usize) -> bool) -> Option<u32> {
        if !is_send(self.schedule, at) {
            return None;
        }
        let at_first = self.meaning.at_first(rank, self.schedule.ranks());
        let mut lacked = self.cargo.blocks(self.schedule, at).filter(|&block| !at_first.contains(block));
        lacked.find(|&block| {
            let source = self.sources[block as usize];
            let mut next = (source.rank == rank).then_some(source.last);
            while let Some(index) = next.filter(|&index| !is_before(self.receptions[index].at, at)) {
                next = Some(self.receptions[index].before).filter(|&before| before != index);
            }
            next.is_none()
        })
    }

    /// A nonempty block that a rank is to have but neither has at first nor receives.
    fn missing(&self, rank: u32) -> Option<u32> {
        let ranks = self.schedule.ranks();
        let (at_first, wanted) = (self.meaning.at_first(rank, ranks), self.meaning.in_the_end(rank, ranks));
        let lacks = |&block: &u32| !at_first.contains(block) && self.sources[block as usize].rank != rank;
        wanted.iter().find(|block| lacks(block) && !self.meaning.blocks.is_empty(*block))
    }
}
