//! The send row of one rank.

use super::{Circulant, Row};

impl Circulant {
    /// Which blocks a rank (modulo P) sends in the rounds of a phase; in round k what rank r + skip(k) receives.
    ///
    /// Rounds are passed from the last to the first, while the rank's range, of the ranks that share its larger skips,
    /// is halved at skip(k). In the upper half it has received block k with its skip(k), so it sends that; in the lower
    /// half it sends what it sent in the round after. Only where the range is cut short by P may the receiver have that
    /// block already: then the receiver's row tells, which happens at most four times in a row.
    ///
    /// **Complexity** O(log P), without allocation; Traeff (2023), algorithm 6.
    #[must_use]
    pub fn send_row(&self, rank: u64) -> Row {
        let rank = rank % self.ranks();
        let mut row = Row::new(self.rounds);
        let rounds = self.rounds.cast_signed();
        if rank == 0 {
            for k in 0..rounds {
                row.blocks[usize::from(k.cast_unsigned())] = k;
            }
            return row;
        }
        let base_block = self.base_block_of(rank).cast_signed();
        // The rank within its range, and the size of the range.
        let (mut rest, mut end) = (rank, self.ranks());
        let mut block = base_block;
        for k in (1..self.rounds).rev() {
            let round = usize::from(k);
            let (skip, smaller) = (self.skips[round], self.skips[round - 1]);
            let known;
            if rest < skip {
                known = rest + skip < end || end < smaller || (k == 1 && base_block > 0);
                end = end.min(skip);
            } else {
                block = k.cast_signed() - rounds;
                known = k == 1 || rest > skip || end - skip < smaller;
                rest -= skip;
                end -= skip;
            }
            row.blocks[round] = if known { block } else { self.received_by_target(rank, k) };
        }
        row.blocks[0] = base_block - rounds;
        row
    }

    fn received_by_target(&self, rank: u64, k: u8) -> i8 {
        let round = usize::from(k);
        self.first_received(self.target(rank, round), k + 1).blocks[round]
    }
}
