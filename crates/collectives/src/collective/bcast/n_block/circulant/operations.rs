//! The operations of one rank in a broadcast of n blocks.

use super::rounds;
use super::{Circulant, Row};
use crate::schedule::{Exchange, Transfer};
use std::ops::Range;

impl Circulant {
    /// The operations of a rank (modulo P) in each round of a broadcast of `blocks` blocks from rank 0.
    ///
    /// The schedule starts x = -(n - 1) mod q rounds into a phase, so that it ends with a whole one. Blocks before
    /// block 0 are not sent, and blocks after the last are replaced by the last. O(log P), then O(1) a round.
    #[must_use]
    pub fn operations(&self, rank: u64, blocks: u64) -> Operations<'_> {
        self.operations_in(rank, blocks, 0..rounds(self.ranks(), blocks).unwrap_or(u64::MAX))
    }

    /// The same, for some of the rounds. O(log P), then O(1) a round.
    #[must_use]
    pub fn operations_in(&self, rank: u64, blocks: u64, rounds: Range<u64>) -> Operations<'_> {
        let rank = rank % self.ranks();
        let phase = u64::from(self.rounds).max(1);
        let start = (phase - blocks.saturating_sub(1) % phase) % phase;
        // The first round, as counted from the beginning of a phase.
        let at = u128::from(start) + u128::from(rounds.start);
        Operations {
            graph: self,
            rank,
            receive: self.receive_row(rank),
            send: self.send_row(rank),
            blocks,
            round: rounds.start,
            end: rounds.end,
            // Less than a phase, and less than 2^65.
            k: usize::try_from(at % u128::from(phase)).unwrap_or(0),
            first: i128::try_from(at - at % u128::from(phase)).unwrap_or(i128::MAX) - i128::from(start),
        }
    }
}

/// The rounds of one rank, of [`Circulant::operations`].
#[derive(Clone, Debug)]
pub struct Operations<'a> {
    graph: &'a Circulant,
    rank: u64,
    receive: Row,
    send: Row,
    blocks: u64,
    round: u64,
    end: u64,
    /// The round within the phase.
    k: usize,
    /// The block that number 0 of the rows stands for in this phase.
    first: i128,
}

impl Operations<'_> {
    fn block(&self, row: &Row) -> Option<u64> {
        let block = u64::try_from(self.first + i128::from(row.blocks[self.k])).ok()?;
        Some(block.min(self.blocks - 1))
    }
}

impl Iterator for Operations<'_> {
    type Item = Exchange;

    fn next(&mut self) -> Option<Exchange> {
        if self.round == self.end {
            return None;
        }
        let transfer = |peer, block: Option<u64>| block.map(|block| Transfer { peer, block });
        let target = self.graph.target(self.rank, self.k);
        let source = self.graph.source(self.rank, self.k);
        // The root has all blocks.
        let sent = self.block(&self.send).filter(|_| target != 0);
        let received = self.block(&self.receive).filter(|_| self.rank != 0);
        let exchange =
            Exchange { round: self.round, send: transfer(target, sent), receive: transfer(source, received) };
        self.round += 1;
        self.k += 1;
        if self.k == usize::from(self.graph.rounds) {
            self.k = 0;
            self.first += i128::from(self.graph.rounds);
        }
        Some(exchange)
    }
}
