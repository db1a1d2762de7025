//! A message cut into blocks.

use logpine_models::model::PortTiming;
use logpine_text::units::Time;

/// A message cut into blocks that differ by at most a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks {
    bytes: u64,
    count: u64,
}

impl Blocks {
    /// `bytes` in `count` blocks, or in `bytes` blocks of one byte if that is fewer. `None` unless there is at least one
    /// of each.
    #[must_use]
    pub fn new(bytes: u64, count: u64) -> Option<Self> {
        let count = count.min(bytes);
        (count > 0).then_some(Self { bytes, count })
    }

    /// n: the number of blocks.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The size of the largest block, ceil(s / n) bytes.
    #[must_use]
    pub const fn largest(self) -> u64 {
        self.bytes.div_ceil(self.count)
    }

    /// The size of the smallest block, floor(s / n) bytes.
    #[must_use]
    pub const fn smallest(self) -> u64 {
        self.bytes / self.count
    }

    /// The size of a block; 0 if there is no block with that index.
    #[must_use]
    pub const fn size(self, index: u64) -> u64 {
        if index >= self.count {
            0
        } else if index < self.bytes % self.count {
            self.largest()
        } else {
            self.smallest()
        }
    }

    /// The length of a round in which any rank may send one of the blocks and receive one: [`Port::round`] of the
    /// largest. A rank may send a large block and receive a small one. So if some number of the machine falls as messages
    /// grow, the round is that of a message with the larger of each number of the largest and the smallest block. `None`
    /// past [`Time::MAX`].
    ///
    /// [`Port::round`]: logpine_models::model::Port::round
    #[must_use]
    pub fn round(self, timing: &dyn PortTiming) -> Option<Time> {
        let largest = timing.port(self.largest())?;
        if self.smallest() == self.largest() {
            return largest.round();
        }
        largest.max_of_each(timing.port(self.smallest())?).round()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_blocks() {
        use crate::schedule::Blocks;
        let blocks = Blocks::new(10, 4).expect("at least a byte and a block");
        assert_eq!((blocks.count(), blocks.largest(), blocks.smallest()), (4, 3, 2));
        // No block is empty.
        assert_eq!(Blocks::new(3, 8).map(Blocks::count), Some(3));
    }
}
