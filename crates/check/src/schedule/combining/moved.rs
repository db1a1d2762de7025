//! Partial results that are moved, not copied, until they are complete. So two of them never share a contribution, except
//! with a complete one, and it is enough to count: a result of P contributions has each once.

use super::ledger::{Kind, Ledger, Moved};
use crate::schedule::{Execution, Wrong};
use logpine_models::job::Operands;

/// A partial result of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Partial {
    /// The first rank that contributed, if operands are combined in the order of ranks.
    first: u32,
    /// The number of ranks that contributed; in the order of ranks they are consecutive. 0 once it is given away.
    count: u32,
}

impl Partial {
    /// The rank after the last that contributed, if operands are combined in the order of ranks.
    const fn end(self) -> u32 {
        self.first + self.count
    }
}

/// The partial result that each rank holds of each block.
pub(super) struct Partials {
    ranks: u32,
    operands: Operands,
    execution: Execution,
    held: Vec<Partial>,
}

impl Partials {
    /// Each rank holds its own operands.
    pub fn new(ranks: u32, blocks: u32, operands: Operands, execution: Execution) -> Self {
        let own = |rank| std::iter::repeat_n(Partial { first: rank, count: 1 }, blocks as usize);
        Self { ranks, operands, execution, held: (0..ranks).flat_map(own).collect() }
    }
}

impl Ledger for Partials {
    type Content = Partial;

    fn send(&mut self, place: usize, block: u32) -> Result<Partial, Wrong> {
        let partial = self.held[place];
        if partial.count == 0 {
            return Err(Wrong::NothingToSend { execution: self.execution, block });
        }
        if partial.count < self.ranks {
            self.held[place].count = 0;
        }
        Ok(partial)
    }

    fn receive(&mut self, place: usize, block: u32, content: &Partial) -> Result<(), Wrong> {
        if self.held[place].count > 0 {
            return Err(Wrong::Replaced { execution: self.execution, block });
        }
        self.held[place] = *content;
        Ok(())
    }

    fn combine(&mut self, place: usize, block: u32, content: &Partial) -> Result<(), Wrong> {
        let (held, other) = (self.held[place], *content);
        if held.count == 0 {
            return Err(Wrong::NothingToCombine { execution: self.execution, block });
        }
        let count = held.count.checked_add(other.count).filter(|&count| count <= self.ranks);
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
        self.held[place] = Partial { first, count };
        Ok(())
    }

    fn contributions(&self, place: usize) -> u32 {
        self.held[place].count
    }

    fn moved(&self, content: &Partial) -> Moved {
        let kind = if content.count < self.ranks { Kind::GivenAway } else { Kind::Complete };
        Moved { first: content.first, kind }
    }
}
