//! The blocks that the messages of a stage carry, for blocks that differ by a byte or messages that differ by a block.

/// Blocks of a vector, some of them a byte longer, and the number of consecutive blocks in each message of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// The number of blocks of the vector.
    pub all: u64,
    /// The number of blocks, at the start of the vector, that are a byte longer than the others.
    pub longer: u64,
    /// The number of bytes of each other block; empty blocks are not sent.
    pub short: u64,
    /// The number of blocks of a message, 1 to `all`.
    pub count: u64,
    /// The first block of a message.
    pub first: FirstBlock,
}

/// The first block of a message, in terms of the pattern's own sender and receiver: a backward stage swaps the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstBlock {
    /// The sender's block; blocks wrap around after the last.
    Sender,
    /// The receiver's block; blocks wrap around after the last.
    Receiver,
    /// The receiver's block; blocks end with the last.
    Subtree,
    /// The first block of the sender's aligned group of `count`.
    OwnGroup,
    /// The first block of the receiver's aligned group of `count`.
    PartnersGroup,
    /// In round i the block i + `lag` before the sender's; blocks wrap around before the first.
    Ring {
        /// The distance in the first round; 0 if ranks begin with their own blocks.
        lag: u64,
    },
}

impl FirstBlock {
    /// The first of `count` of all blocks, in a round's message from a sender to a receiver of the pattern.
    #[must_use]
    pub const fn of(self, [count, all]: [u64; 2], sender: u64, receiver: u64, round: u64) -> u64 {
        match self {
            Self::Sender => sender,
            Self::Receiver | Self::Subtree => receiver,
            Self::OwnGroup => sender - sender % count,
            Self::PartnersGroup => receiver - receiver % count,
            Self::Ring { lag } => {
                let behind = (lag + round) % all;
                if sender < behind { sender + all - behind } else { sender - behind }
            }
        }
    }
}

impl Blocks {
    /// True if all blocks have the same number of bytes.
    #[must_use]
    pub const fn are_even(&self) -> bool {
        self.longer == 0
    }

    /// The number of bytes of a round's message from a sender to a receiver of the pattern.
    #[must_use]
    pub fn bytes(&self, sender: u64, receiver: u64, round: u64) -> u64 {
        let first = self.first.of([self.count, self.all], sender, receiver, round);
        let end = first + self.count;
        let until = |end: u64| end.min(self.longer) - first.min(self.longer);
        match end.checked_sub(self.all) {
            None | Some(0) => self.short * self.count + until(end),
            Some(_) if self.first == FirstBlock::Subtree => self.short * (self.all - first) + until(self.all),
            Some(around) => self.short * self.count + until(self.all) + around.min(self.longer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_round_or_end() {
        let blocks = Blocks { all: 5, longer: 2, short: 3, count: 3, first: FirstBlock::Sender };
        assert_eq!([0, 1, 2, 3, 4].map(|sender| blocks.bytes(sender, 0, 0)), [11, 10, 9, 10, 11]);
        let subtree = Blocks { first: FirstBlock::Subtree, ..blocks };
        assert_eq!([0, 1, 2, 3, 4].map(|receiver| subtree.bytes(0, receiver, 0)), [11, 10, 9, 6, 3]);
        let ring = Blocks { count: 1, first: FirstBlock::Ring { lag: 1 }, ..blocks };
        assert_eq!([0, 1, 2, 3, 4].map(|round| ring.bytes(2, 3, round)), [4, 4, 3, 3, 3]);
    }
}
