//! A reduction executed in one order: which contributions every message carries, and whether all come together once.
//!
//! Partial results are moved, not copied, until they are complete. So two of them never have a contribution in common,
//! except with a complete one, and it is enough to count: a result of P contributions has each once.

use super::blocks::{BlockSizes, Carried};
use super::broadcast::carried;
use super::structure::Messages;
use super::{Execution, ScheduleFault, Wrong};
use crate::request::Operands;
use crate::schedule::{Operation, Schedule};

/// A partial result of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Partial {
    /// The first rank that contributed, where operands are combined in the order of ranks.
    pub first: u32,
    /// How many did, in that order consecutive ranks; 0 once it is given away.
    pub count: u32,
}

/// What messages carry.
pub(super) struct Contents {
    partials: Vec<Partial>,
    /// Where those of each send begin.
    starts: Vec<usize>,
}

impl Contents {
    /// The partial results that a send takes away, block by block.
    pub fn of(&self, send: usize) -> impl Iterator<Item = Partial> + '_ {
        self.partials[self.starts[send]..].iter().copied()
    }
}

/// Whether an operation is a reception that is combined.
pub(super) fn is_combined(schedule: &Schedule, at: usize) -> bool {
    // A combination is never the first operation of a rank.
    schedule.records().get(at + 1).is_some_and(|next| matches!(next.operation(), Operation::Combine { .. }))
}

struct Run<'a> {
    schedule: &'a Schedule,
    messages: &'a Messages,
    blocks: &'a BlockSizes,
    operands: Operands,
    execution: Execution,
    /// What each rank holds of each block.
    held: Vec<Partial>,
    contents: Contents,
}

/// Executes a reduction of such a root, blocks and operands in an order.
pub(super) fn run(
    schedule: &Schedule,
    messages: &Messages,
    order: &[u32],
    (root, blocks, operands): (u32, &BlockSizes, Operands),
    execution: Execution,
) -> Result<Contents, ScheduleFault> {
    let own = |rank| std::iter::repeat_n(Partial { first: rank, count: 1 }, blocks.count() as usize);
    let contents = Contents { partials: Vec::new(), starts: vec![0; schedule.len()] };
    let held = (0..schedule.ranks()).flat_map(own).collect();
    let mut run = Run { schedule, messages, blocks, operands, execution, held, contents };
    for &at in order {
        run.operation(at)?;
    }
    let ranks = schedule.ranks();
    for block in (0..blocks.count()).filter(|&block| !blocks.is_empty(block)) {
        let found = run.held[run.index(root, block)].count;
        if found < ranks {
            return Err(ScheduleFault {
                rank: root,
                operation: None,
                wrong: Wrong::Incomplete { block, found, ranks },
            });
        }
    }
    Ok(run.contents)
}

impl Run<'_> {
    fn index(&self, rank: u32, block: u32) -> usize {
        rank as usize * self.blocks.count() as usize + block as usize
    }

    fn operation(&mut self, at: u32) -> Result<(), ScheduleFault> {
        let (at, rank) = (at as usize, self.messages.rank_of[at as usize]);
        // The operation whose message is meant: of a combination, the reception before.
        let end = match self.schedule.records()[at].operation() {
            Operation::Combine { .. } => at - 1,
            Operation::Receive { .. } if is_combined(self.schedule, at) => return Ok(()),
            Operation::Send { .. } | Operation::Receive { .. } => at,
            Operation::Calculate { .. } | Operation::Wait { .. } => return Ok(()),
        };
        let carried = carried(self.schedule, self.messages, self.blocks, end)?;
        let is_send = matches!(self.schedule.records()[at].operation(), Operation::Send { .. });
        let first = if is_send {
            self.contents.starts[at] = self.contents.partials.len();
            self.contents.partials.len()
        } else {
            self.contents.starts[self.messages.partner[end] as usize]
        };
        for (content, block) in (first..).zip(carried.iter().flat_map(Carried::blocks)) {
            let index = self.index(rank, block);
            let changed = if is_send {
                self.send(index, block)
            } else if end == at {
                self.replace(index, block, content)
            } else {
                self.combine(index, block, content)
            };
            changed.map_err(|wrong| self.messages.fault(self.schedule, u32::try_from(at).unwrap_or(0), wrong))?;
        }
        Ok(())
    }

    fn send(&mut self, index: usize, block: u32) -> Result<(), Wrong> {
        let partial = self.held[index];
        if partial.count == 0 {
            return Err(Wrong::NothingToSend { execution: self.execution, block });
        }
        self.contents.partials.push(partial);
        if partial.count < self.schedule.ranks() {
            self.held[index].count = 0;
        }
        Ok(())
    }

    fn replace(&mut self, index: usize, block: u32, content: usize) -> Result<(), Wrong> {
        if self.held[index].count > 0 {
            return Err(Wrong::Replaced { execution: self.execution, block });
        }
        self.held[index] = self.contents.partials[content];
        Ok(())
    }

    fn combine(&mut self, index: usize, block: u32, content: usize) -> Result<(), Wrong> {
        let (held, other, ranks) = (self.held[index], self.contents.partials[content], self.schedule.ranks());
        if held.count == 0 {
            return Err(Wrong::NothingToCombine { execution: self.execution, block });
        }
        let count = held.count.checked_add(other.count).filter(|&count| count <= ranks);
        let count = count.ok_or(Wrong::CountedTwice { block })?;
        let first = match self.operands {
            Operands::AnyOrder => held.first,
            Operands::RankOrder if other.end() == held.first => other.first,
            Operands::RankOrder if held.end() == other.first => held.first,
            Operands::RankOrder => {
                let (first, last) = (held.first, held.end() - 1);
                let (other_first, other_last) = (other.first, other.end() - 1);
                let execution = self.execution;
                return Err(Wrong::NotAdjacent { execution, block, first, last, other_first, other_last });
            }
        };
        self.held[index] = Partial { first, count };
        Ok(())
    }
}

impl Partial {
    /// The rank after the last that contributed, in the order of ranks.
    const fn end(self) -> u32 {
        self.first + self.count
    }
}
