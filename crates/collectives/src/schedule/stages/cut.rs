//! The division of a vector, or of the data of all ranks, into blocks.

use std::ops::Range;

/// Blocks by index, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// `bytes` in `count` blocks that differ by at most a byte, the larger ones first; blocks of a short vector may be
    /// empty.
    Even {
        /// The size of all blocks together, in bytes.
        bytes: u64,
        /// The number of blocks.
        count: u64,
    },
    /// `bytes` in segments of `segment` bytes, the last with the rest.
    Segments {
        /// The size of all segments together, in bytes, at least 1.
        bytes: u64,
        /// The size of a segment, in bytes, at least 1.
        segment: u64,
    },
    /// `count` blocks of `block` bytes. In a collective with a block for each pair of ranks, the one from rank i to rank
    /// j has the index i P + j.
    Equal {
        /// The size of a block, in bytes.
        block: u64,
        /// The number of blocks; `u64::MAX` if there are more.
        count: u64,
    },
}

impl Cut {
    /// A vector that is not cut.
    #[must_use]
    pub const fn whole(bytes: u64) -> Self {
        Self::Even { bytes, count: 1 }
    }

    /// Segments of at most `segment` bytes, at least 1, of at least a byte.
    #[must_use]
    pub fn segments(bytes: u64, segment: u64) -> Self {
        let bytes = bytes.max(1);
        Self::Segments { bytes, segment: segment.clamp(1, bytes) }
    }

    /// The number of blocks.
    #[must_use]
    pub const fn count(&self) -> u64 {
        match *self {
            Self::Even { count, .. } | Self::Equal { count, .. } => count,
            Self::Segments { bytes, segment } => bytes.div_ceil(segment),
        }
    }

    /// The number of bytes of the blocks before one, saturating.
    #[must_use]
    pub fn before(&self, block: u64) -> u64 {
        match *self {
            Self::Even { count: 0, .. } => 0,
            Self::Even { bytes, count } => {
                let block = block.min(count);
                bytes / count * block + block.min(bytes % count)
            }
            Self::Segments { bytes, segment } => segment.saturating_mul(block).min(bytes),
            Self::Equal { block: bytes, count } => bytes.saturating_mul(block.min(count)),
        }
    }

    /// The number of bytes of consecutive blocks.
    #[must_use]
    pub fn bytes(&self, blocks: &Range<u64>) -> u64 {
        self.before(blocks.end).saturating_sub(self.before(blocks.start))
    }

    /// True if all blocks have the same size.
    #[must_use]
    pub const fn is_even(&self) -> bool {
        match *self {
            Self::Even { count: 0, .. } | Self::Equal { .. } => true,
            Self::Even { bytes, count } => bytes % count == 0,
            Self::Segments { bytes, segment } => bytes % segment == 0,
        }
    }

    /// The number of bytes of all blocks together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.before(self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_add_up_and_differ_by_a_byte() {
        for bytes in 1..40 {
            for count in 1..50 {
                let cut = Cut::Even { bytes, count };
                let sizes: Vec<u64> = (0..count).map(|block| cut.bytes(&(block..block + 1))).collect();
                assert_eq!((sizes.iter().sum(), cut.total(), cut.count()), (bytes, bytes, count));
                assert!(sizes[0] - sizes[sizes.len() - 1] <= 1 && sizes.is_sorted_by(|a, b| a >= b));
            }
        }
        let segments = Cut::Segments { bytes: 10, segment: 4 };
        assert_eq!((segments.count(), segments.total(), segments.bytes(&(2..3))), (3, 10, 2));
        assert_eq!(Cut::Equal { block: 7, count: 5 }.bytes(&(1..4)), 21);
    }

    #[test]
    fn nothing_overflows() {
        let cut = Cut::Even { bytes: u64::MAX, count: u64::MAX };
        assert_eq!((cut.total(), cut.bytes(&(5..7))), (u64::MAX, 2));
        assert_eq!(Cut::Equal { block: 1 << 40, count: u64::MAX }.total(), u64::MAX);
        assert_eq!(Cut::Segments { bytes: u64::MAX, segment: u64::MAX - 1 }.bytes(&(1..2)), 1);
    }
}
