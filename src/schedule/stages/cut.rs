//! How a vector, or the data of all ranks, are cut in blocks.

use std::ops::Range;

/// Blocks by index, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// `bytes` in `count` blocks that differ by at most a byte, the larger ones first; those of a short vector may be empty.
    Even {
        /// Bytes of all blocks together.
        bytes: u64,
        /// How many blocks.
        count: u64,
    },
    /// `bytes` in segments of `segment` bytes, the last with what is left.
    Segments {
        /// Bytes of all segments together, at least 1.
        bytes: u64,
        /// Bytes of a segment, at least 1.
        segment: u64,
    },
    /// `count` blocks of `block` bytes. Of a collective with a block for each pair of ranks, the one from rank i to rank j
    /// has the index i P + j.
    Equal {
        /// Bytes of a block.
        block: u64,
        /// How many blocks; `u64::MAX` where there are more.
        count: u64,
    },
}

impl Cut {
    /// A vector that is not cut.
    #[must_use]
    pub const fn whole(bytes: u64) -> Self {
        Self::Even { bytes, count: 1 }
    }

    /// How many blocks there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        match *self {
            Self::Even { count, .. } | Self::Equal { count, .. } => count,
            Self::Segments { bytes, segment } => bytes.div_ceil(segment),
        }
    }

    /// Bytes of the blocks before one; saturating.
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

    /// Bytes of consecutive blocks.
    ///
    /// ```
    /// use logpine::schedule::stages::Cut;
    /// let vector = Cut::Even { bytes: 10, count: 4 };
    /// assert_eq!([0..1, 1..3, 3..4, 0..4].map(|blocks| vector.bytes(&blocks)), [3, 5, 2, 10]);
    /// ```
    #[must_use]
    pub fn bytes(&self, blocks: &Range<u64>) -> u64 {
        self.before(blocks.end).saturating_sub(self.before(blocks.start))
    }

    /// Whether all blocks have as many bytes.
    #[must_use]
    pub const fn is_even(&self) -> bool {
        match *self {
            Self::Even { count: 0, .. } | Self::Equal { .. } => true,
            Self::Even { bytes, count } => bytes % count == 0,
            Self::Segments { bytes, segment } => bytes % segment == 0,
        }
    }

    /// Bytes of all blocks together.
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
