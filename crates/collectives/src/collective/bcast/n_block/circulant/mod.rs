//! Round-optimal broadcast of n blocks on circulant graphs: n - 1 + ceil(log2 P) rounds, which no algorithm beats.
//!
//! Traeff and Ripke (2008); Traeff (SPAA 2022), and in O(log P) a rank Traeff (2023, arXiv 2312.11236). With
//! q = ceil(log2 P), skip(q) = P and skip(k) = ceil(skip(k + 1) / 2), rank r sends to r + skip(k) in round i of all ranks,
//! k = i mod q, and receives from r - skip(k), modulo P. The block numbers repeat every q rounds, q blocks on, so two rows
//! of q numbers describe everything.
//!
//! A negative number stands for a block of the q rounds before. Rank r > 0 receives in q rounds the new block b(r), the
//! smallest index in the greedy decomposition of r into skips, and all but that one of the q blocks before; the root
//! sends block k in round k.

mod operations;

pub use operations::Operations;
mod receive;
mod send;

use crate::schedule::MAX_RANKS;
use logpine_text::integer::ceil_log2;

/// The number of skips for 2^63 ranks: skip(0) to skip(63).
const SKIPS: usize = 64;

/// The circulant graph of a number of ranks, and the blocks that every rank sends and receives along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circulant {
    /// skip(0) to skip(q) = P; zeros beyond.
    skips: [u64; SKIPS],
    /// q
    rounds: u8,
}

/// The block of each of the q rounds of a phase: 0 to q - 1 are blocks of this phase, -1 to -q of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    blocks: [i8; SKIPS],
    rounds: u8,
}

impl Row {
    const fn new(rounds: u8) -> Self {
        Self { blocks: [0; SKIPS], rounds }
    }

    /// The blocks, by round.
    #[must_use]
    pub fn blocks(&self) -> &[i8] {
        &self.blocks[..usize::from(self.rounds)]
    }
}

impl Circulant {
    /// The graph of `ranks` ranks; `None` for 0 and for more than [`MAX_RANKS`].
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn new(ranks: u64) -> Option<Self> {
        if ranks == 0 || ranks > MAX_RANKS {
            return None;
        }
        let rounds = u8::try_from(ceil_log2(ranks)).ok()?;
        let mut skips = [0; SKIPS];
        let mut skip = ranks;
        for k in (0..=usize::from(rounds)).rev() {
            skips[k] = skip;
            skip = skip.div_ceil(2);
        }
        Some(Self { skips, rounds })
    }

    /// P: the number of ranks.
    #[must_use]
    pub const fn ranks(&self) -> u64 {
        self.skips[self.rounds as usize]
    }

    /// skip(0) to skip(q - 1), which increase from 1; none for a single rank.
    #[must_use]
    pub fn skips(&self) -> &[u64] {
        &self.skips[..usize::from(self.rounds)]
    }

    /// b(r): the smallest index in the greedy decomposition of a rank (modulo P) into skips, and q for the root.
    ///
    /// **Complexity** O(log P).
    #[must_use]
    pub fn base_block(&self, rank: u64) -> u8 {
        self.base_block_of(rank % self.ranks())
    }

    fn base_block_of(&self, rank: u64) -> u8 {
        let (mut rest, mut smallest) = (rank, self.rounds);
        for k in (0..self.rounds).rev() {
            let skip = self.skips[usize::from(k)];
            if rest >= skip {
                rest -= skip;
                smallest = k;
            }
        }
        smallest
    }

    /// The rank that a rank (modulo P) sends to in round `k` of a phase.
    fn target(&self, rank: u64, k: usize) -> u64 {
        let to_end = self.ranks() - rank;
        let skip = self.skips[k];
        if skip < to_end { rank + skip } else { skip - to_end }
    }

    /// The rank that a rank (modulo P) receives from in round `k` of a phase.
    fn source(&self, rank: u64, k: usize) -> u64 {
        let skip = self.skips[k];
        if rank >= skip { rank - skip } else { self.ranks() - (skip - rank) }
    }
}

/// The number of rounds in which `blocks` blocks reach all ranks, n - 1 + ceil(log2 P): the least possible, as the last
/// block leaves the root in round n at the earliest. `None` past `u64::MAX`.
#[must_use]
pub fn rounds(ranks: u64, blocks: u64) -> Option<u64> {
    match (ranks, blocks.checked_sub(1)) {
        (0 | 1, _) | (_, None) => Some(0),
        (_, Some(further)) => further.checked_add(u64::from(ceil_log2(ranks))),
    }
}

#[cfg(test)]
mod tests;
