//! The blocks of a message, and the blocks that a part of it carries according to its tag.

use super::Wrong;
use std::ops::Range;

/// The sizes of the blocks in which a collective's message is cut, in bytes; blocks may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSizes {
    /// The number of bytes before each block; one more entry at the end for the total.
    before: Vec<u64>,
}

impl BlockSizes {
    /// Blocks of these sizes. `None` past 2^64 - 1 bytes or 2^32 - 1 blocks.
    #[must_use]
    pub fn new(sizes: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut blocks = Self { before: vec![0] };
        let mut bytes = 0u64;
        for size in sizes {
            bytes = bytes.checked_add(size)?;
            blocks.before.push(bytes);
            u32::try_from(blocks.before.len()).ok()?;
        }
        Some(blocks)
    }

    /// `bytes` in segments of `segment` bytes, as in a tree; the last may be short. `None` for segments of 0 bytes.
    #[must_use]
    pub fn segments(bytes: u64, segment: u64) -> Option<Self> {
        let count = bytes.checked_add(segment.checked_sub(1)?)?.checked_div(segment)?;
        Self::new((0..count).map(|index| segment.min(bytes - index * segment)))
    }

    /// `bytes` in `count` blocks that differ by at most a byte, larger ones first. `None` for a count of 0.
    #[must_use]
    pub fn even(bytes: u64, count: u64) -> Option<Self> {
        let (size, larger) = (bytes.checked_div(count)?, bytes.checked_rem(count)?);
        Self::new((0..count).map(|index| size + u64::from(index < larger)))
    }

    /// `bytes` in a block for each rank, so that those of the first m ranks have floor(m s / P) bytes. `None` for 0 ranks.
    #[must_use]
    pub fn shares(bytes: u64, ranks: u64) -> Option<Self> {
        let (size, rest) = (bytes.checked_div(ranks)?, bytes.checked_rem(ranks)?);
        // The number of P-ths of a byte that are left over.
        let mut left = 0u64;
        Self::new((0..ranks).map(|_| {
            // left + rest - P without leaving the range.
            if let Some(further) = left.checked_sub(ranks - rest) {
                left = further;
                return size + 1;
            }
            left += rest;
            size
        }))
    }

    /// n: the number of blocks.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.before.len() - 1).unwrap_or(u32::MAX)
    }

    /// The sizes of the blocks in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.before.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The number of bytes before a block; that of all blocks for the block after the last.
    #[must_use]
    pub fn before(&self, block: u32) -> u64 {
        self.before.get(block as usize).or(self.before.last()).copied().unwrap_or(0)
    }

    /// True if a block has no bytes, so that every rank has it.
    pub(super) fn is_empty(&self, block: u32) -> bool {
        self.before[block as usize] == self.before[block as usize + 1]
    }

    /// The number of bytes of consecutive blocks; `None` if there are no such blocks.
    pub(super) fn bytes(&self, run: &Range<u32>) -> Option<u64> {
        self.before.get(run.end as usize)?.checked_sub(*self.before.get(run.start as usize)?)
    }

    /// The runs of blocks that a message of `bytes` carries: consecutive blocks from `block` on, with the first after the
    /// last, each at most once.
    pub(super) fn named_by(&self, block: u32, bytes: u64) -> Result<[Range<u32>; 2], Wrong> {
        let part = Wrong::PartOfBlock { block, bytes };
        let all = self.before.last().copied().unwrap_or(0);
        if block >= self.count() {
            return Err(Wrong::NoSuchBlock { block, blocks: self.count() });
        }
        if bytes > all {
            return Err(part);
        }
        let to_the_end = all - self.before[block as usize];
        let (end, wrapped) = match bytes.checked_sub(to_the_end) {
            None | Some(0) => (self.before[block as usize] + bytes, false),
            Some(rest) => (rest, true),
        };
        let end = u32::try_from(self.before.binary_search(&end).map_err(|_| part)?).unwrap_or(u32::MAX);
        Ok(if wrapped { [block..self.count(), 0..end] } else { [block..end.max(block), 0..0] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_carry_consecutive_whole_blocks() {
        // 3, 3, 2, none, 2 bytes.
        let blocks = BlockSizes::new([3, 3, 2, 0, 2]).expect("few");
        let filled = |&block: &u32| !blocks.is_empty(block);
        let listed = |runs: [Range<u32>; 2]| runs.into_iter().flatten().filter(filled).collect::<Vec<_>>();
        let of = |block, bytes| blocks.named_by(block, bytes).map(listed);
        assert_eq!(of(0, 3), Ok(vec![0]));
        assert_eq!(of(1, 5), Ok(vec![1, 2]));
        assert_eq!(of(2, 4), Ok(vec![2, 4]));
        assert_eq!(of(3, 5), Ok(vec![4, 0]));
        assert_eq!(of(4, 10), Ok(vec![4, 0, 1, 2]));
        assert_eq!(of(0, 10), Ok(vec![0, 1, 2, 4]));
        assert_eq!(of(1, 4), Err(Wrong::PartOfBlock { block: 1, bytes: 4 }));
        assert_eq!(of(4, 4), Err(Wrong::PartOfBlock { block: 4, bytes: 4 }));
        assert_eq!(of(0, 11), Err(Wrong::PartOfBlock { block: 0, bytes: 11 }));
        assert_eq!(of(5, 1), Err(Wrong::NoSuchBlock { block: 5, blocks: 5 }));
    }

    #[test]
    fn sizes_add_up() {
        for bytes in 0..40 {
            for count in 1..12 {
                for blocks in [BlockSizes::segments, BlockSizes::even, BlockSizes::shares].map(|cut| cut(bytes, count))
                {
                    let blocks = blocks.expect("few");
                    assert_eq!(blocks.iter().sum::<u64>(), bytes);
                }
                for blocks in [BlockSizes::segments, BlockSizes::even].map(|cut| cut(bytes, count)) {
                    assert!(blocks.expect("few").iter().is_sorted_by(|one, next| one >= next));
                }
                let shares = BlockSizes::shares(bytes, count).expect("few");
                let first = |blocks: u64| shares.iter().take(usize::try_from(blocks).expect("few")).sum::<u64>();
                assert!((0..=count).all(|blocks| first(blocks) == blocks * bytes / count));
            }
        }
        assert_eq!(BlockSizes::segments(4, 0), None);
        assert_eq!(BlockSizes::even(4, 0), None);
        assert_eq!(BlockSizes::shares(4, 0), None);
        assert_eq!(BlockSizes::new([u64::MAX, 1]), None);
    }
}
