//! The send row of one rank.

use super::{Circulant, Row};

impl Circulant {
    /// The blocks that a rank (modulo P) sends in the rounds of a phase; in round k the one that rank r + skip(k)
    /// receives.
    ///
    /// As in Traeff (2023), algorithm 6, rounds are passed from the last to the first, and the range of the ranks that
    /// share the rank's skips(k + 1) and larger is cut in two at skip(k). The first rank of a range has the largest
    /// baseblock within skip(k) of it, so:
    ///
    /// - if the rank is in the lower part and r + skip(k) in the same range, that is the best block there, and new;
    /// - if the rank is in the upper part, but is not its first, the same holds of block k, the upper part's first.
    ///
    /// Otherwise the receiver may have got that block before, from the rank skip(k) away that it falls back on or from
    /// beyond a range that P cuts short; then the receiver's own row decides. That happens at most twice while skip(k) is
    /// large against log2 P: once in an upper part, and once in a lower one, after which the rank is at the end of its
    /// ranges.
    ///
    /// **Complexity** O(log P log log P), about 1.5 rows on average; no allocation.
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
        // The rank within its range, the size of the range, and the block of its first rank, for rank 0 the new one.
        let (mut rest, mut end, mut block) = (rank, self.ranks(), base_block);
        for k in (1..self.rounds).rev() {
            let round = usize::from(k);
            let skip = self.skips[round];
            let best;
            if rest < skip {
                best = rest + skip < end;
                end = end.min(skip);
            } else {
                block = k.cast_signed() - rounds;
                best = rest > skip;
                rest -= skip;
                end -= skip;
            }
            row.blocks[round] = if best { block } else { self.received_by_target(rank, k) };
        }
        // The receiver has no other rank in reach.
        row.blocks[0] = base_block - rounds;
        row
    }

    fn received_by_target(&self, rank: u64, k: u8) -> i8 {
        let round = usize::from(k);
        self.first_received(self.target(rank, round), k + 1).blocks[round]
    }
}
