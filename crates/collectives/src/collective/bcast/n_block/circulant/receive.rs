//! The receive row of one rank.

use super::{Circulant, Row, SKIPS};

impl Circulant {
    /// The blocks that a rank (modulo P) receives in the rounds of a phase.
    ///
    /// **Complexity** O(log P), without allocation; Traeff (2023), algorithms 4 and 5.
    #[must_use]
    pub fn receive_row(&self, rank: u64) -> Row {
        self.first_received(rank % self.ranks(), self.rounds)
    }

    /// The first `wanted` entries of the row of a rank; zeros beyond.
    pub(super) fn first_received(&self, rank: u64, wanted: u8) -> Row {
        let base_block = self.base_block_of(rank);
        // Bits 0 to q.
        let all = u64::MAX >> (u64::BITS - 1 - u32::from(self.rounds));
        let mut search = Search {
            skips: &self.skips,
            unused: all & !(1 << base_block),
            base_block,
            wanted: usize::from(wanted),
            found: 0,
            nearest: 0,
            row: Row::new(self.rounds),
        };
        search.descend(self.ranks() + rank, all);
        search.row
    }
}

/// Depth-first search over the sums of skips, larger skips first, for one rank per round.
///
/// In round k the rank receives from a rank in reach, at least skip(k) and less than skip(k + 1) before it. The block is
/// the largest baseblock there that the rank did not receive in the rounds before. All distances are counted from rank
/// P + r down to the sum, which keeps them positive.
struct Search<'a> {
    skips: &'a [u64; SKIPS],
    /// A bit for each block that is not yet received. It also stands for the skip with the same index.
    unused: u64,
    base_block: u8,
    wanted: usize,
    /// The next round to find; earlier ones have their entry.
    found: usize,
    /// The distance to the sum accepted last; every later one is more distant.
    nearest: u64,
    row: Row,
}

impl Search<'_> {
    /// Adds unused skips of `candidates` to the sum that lies at `distance`, as long as rounds have no entry and the sum
    /// itself is too far away for the next round.
    fn descend(&mut self, distance: u64, mut candidates: u64) {
        while self.is_short(distance) {
            let Some(block) = (self.unused & candidates).checked_ilog2() else {
                return;
            };
            candidates = (1 << block) - 1;
            let Some(rest) = distance.checked_sub(self.skips[block as usize]) else {
                continue;
            };
            if rest < self.skips[self.found] || rest <= self.nearest {
                continue;
            }
            if rest >= self.skips[self.found + 1] {
                self.descend(rest, candidates);
                if !self.is_short(distance) {
                    return;
                }
            }
            if rest >= self.skips[self.found] {
                self.accept(rest, block);
            }
        }
    }

    fn is_short(&self, distance: u64) -> bool {
        self.found < self.wanted && distance >= self.skips[self.found + 1]
    }

    fn accept(&mut self, distance: u64, block: u32) {
        let (rounds, index) = (self.row.rounds, block.to_le_bytes()[0]);
        // Skip q is P, so the sum is the root, which sends the new block; others pass on what they have.
        let value = if index == rounds { self.base_block } else { index.wrapping_sub(rounds) };
        self.row.blocks[self.found] = value.cast_signed();
        self.found += 1;
        self.nearest = distance;
        self.unused &= !(1 << block);
    }
}
