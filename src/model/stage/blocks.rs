//! Which blocks the messages of a stage carry, where these differ by a byte or messages by a block.

/// Blocks of a vector, some of them a byte longer, and how many of them, one after the other, are in each message of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// How many blocks the vector has.
    pub all: u64,
    /// How many of these, the first ones, are a byte longer than the others.
    pub longer: u64,
    /// Bytes of one of the others; empty blocks are not sent.
    pub short: u64,
    /// How many a message carries, 1 to `all`.
    pub count: u64,
    /// Which is the first of them.
    pub first: FirstBlock,
}

/// The first block of a message, by the pattern's own sender and receiver: a stage backwards swaps the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstBlock {
    /// The sender's; after the last block comes the first.
    Sender,
    /// The receiver's; after the last block comes the first.
    Receiver,
    /// The receiver's; behind the last block there are none.
    Subtree,
    /// The first of the sender's aligned group of `count`.
    OwnGroup,
    /// The first of the receiver's aligned group of `count`.
    PartnersGroup,
    /// In round i the one i + `lag` before the sender's; before the first block comes the last.
    Ring {
        /// 0 where ranks begin with their own blocks.
        lag: u64,
    },
}

impl Blocks {
    /// Whether all blocks have as many bytes.
    #[must_use]
    pub const fn are_even(&self) -> bool {
        self.longer == 0
    }

    /// Bytes of the message of a round from a sender to a receiver of the pattern.
    #[must_use]
    pub fn bytes(&self, sender: u64, receiver: u64, round: u64) -> u64 {
        let first = match self.first {
            FirstBlock::Sender => sender,
            FirstBlock::Receiver | FirstBlock::Subtree => receiver,
            FirstBlock::OwnGroup => sender - sender % self.count,
            FirstBlock::PartnersGroup => receiver - receiver % self.count,
            FirstBlock::Ring { lag } => {
                let behind = (lag + round) % self.all;
                if sender < behind { sender + self.all - behind } else { sender - behind }
            }
        };
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
