//! Checks of the rows against their defining rule, which is written down here rank by rank.

use super::*;

/// Each row by the O(P) rule. In round k the block is the largest baseblock, neither one's own nor received before, of
/// the ranks r - skip(k + 1) < r' <= r - skip(k); if there is none, it is that of rank r - skip(k + 1).
struct RankByRank {
    ranks: usize,
    skips: Vec<usize>,
    base: Vec<u8>,
}

impl RankByRank {
    fn new(ranks: usize) -> Self {
        let mut skips = vec![ranks];
        while skips[0] > 1 {
            skips.insert(0, skips[0].div_ceil(2));
        }
        let q = u8::try_from(skips.len() - 1).expect("small");
        // Ranks below skip(k + 1) are those below skip(k), and those plus skip(k).
        let mut base = vec![q];
        for (k, ends) in (0..q).zip(skips.windows(2)) {
            base.push(k);
            base.extend_from_within(1..ends[1] - ends[0]);
        }
        Self { ranks, skips, base }
    }

    fn receive_row(&self, rank: usize) -> Vec<i8> {
        let q = self.base[0];
        let back = |distance: usize| self.base[(rank + 2 * self.ranks - distance) % self.ranks];
        let mut used = vec![self.base[rank]];
        for ends in self.skips.windows(2) {
            let in_reach = (ends[0]..ends[1]).map(back).filter(|block| !used.contains(block)).max();
            let block = in_reach.unwrap_or_else(|| back(ends[1]));
            assert!(!used.contains(&block), "P = {}, rank {rank}", self.ranks);
            used.push(block);
        }
        let value = |block: u8| if block == q { self.base[rank] } else { block.wrapping_sub(q) }.cast_signed();
        used.into_iter().skip(1).map(value).collect()
    }
}

#[test]
fn rows_follow_the_rule() {
    for ranks in (2..600).chain([1000, 1023, 1024, 1025]) {
        let slow = RankByRank::new(ranks);
        let graph = Circulant::new(ranks as u64).expect("ranks");
        let rows: Vec<Vec<i8>> = (0..ranks).map(|rank| slow.receive_row(rank)).collect();
        for (rank, row) in rows.iter().enumerate() {
            assert_eq!(graph.base_block(rank as u64), slow.base[rank]);
            assert_eq!(graph.receive_row(rank as u64).blocks(), row, "P = {ranks}, rank {rank} receives");
            let sent = slow.skips[..row.len()].iter().enumerate().map(|(k, skip)| rows[(rank + skip) % ranks][k]);
            assert_eq!(
                graph.send_row(rank as u64).blocks(),
                sent.collect::<Vec<_>>(),
                "P = {ranks}, rank {rank} sends"
            );
        }
    }
}

#[test]
fn the_ends_of_the_range() {
    assert_eq!(Circulant::new(0), None);
    assert_eq!(Circulant::new(MAX_RANKS + 1), None);
    let alone = Circulant::new(1).expect("a rank");
    assert!(alone.skips().is_empty() && alone.send_row(3).blocks().is_empty());
    assert_eq!(alone.operations(0, 5).count(), 0);
    let largest = Circulant::new(MAX_RANKS).expect("ranks");
    assert_eq!(largest.skips().len(), 63);
    // For a power of two the skips are the bits, so baseblocks are trailing zeros.
    assert_eq!(largest.base_block(MAX_RANKS - 8), 3);
    assert_eq!(largest.operations(1, 0).count(), 0);
    assert_eq!((rounds(MAX_RANKS, 1), rounds(2, u64::MAX), rounds(3, u64::MAX)), (Some(63), Some(u64::MAX), None));
}

#[test]
fn example_of_circulant() {
    use crate::collective::n_block::Circulant;
    let graph = Circulant::new(17).expect("ranks");
    assert_eq!(graph.skips(), [1, 2, 3, 5, 9]);
    // In the second round of a phase rank 11 receives the last block of the phase before, from rank 9.
    assert_eq!(graph.receive_row(11).blocks(), [-5, -1, -3, -2, 1]);
}
