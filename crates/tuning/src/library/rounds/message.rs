//! Messages in rounds, and the blocks that they carry.

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The first block.
    pub first: u32,
    /// One more than the last block.
    pub end: u32,
    /// True if the receiver combines it with its own data.
    pub combined: bool,
    /// True if it is not sent without a byte.
    pub skips_empty: bool,
}

impl Message {
    /// A message that is sent whatever its length.
    pub(super) const fn new(from: u32, to: u32, blocks: std::ops::Range<u32>) -> Self {
        Self { from, to, first: blocks.start, end: blocks.end, combined: false, skips_empty: false }
    }

    /// The same, combined by its receiver.
    pub(super) const fn combined(self) -> Self {
        Self { combined: true, ..self }
    }

    /// The same, left out if it has no byte.
    pub(super) const fn unless_empty(self) -> Self {
        Self { skips_empty: true, ..self }
    }
}

/// The way in which data is divided into blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Division {
    /// Every block has the bytes of the collective.
    Equal(u32),
    /// Blocks that differ by at most a byte, the larger ones first.
    Even(u32),
    /// Blocks of ceil(s / P) bytes; the last ones may be shorter or empty.
    Ceiling(u32),
    /// 2^levels blocks: a part of w bytes is cut into floor(w / 2) and the rest, and so on.
    Halves(u32),
    /// The ends of the blocks.
    Listed(Vec<u64>),
}

impl Division {
    /// The number of bytes before each block, and that of all at the end; saturating.
    #[must_use]
    pub fn bounds(&self, bytes: u64) -> Vec<u64> {
        match self {
            Self::Equal(count) => (0..=u64::from(*count)).map(|block| bytes.saturating_mul(block)).collect(),
            Self::Even(count) => {
                let count = u64::from((*count).max(1));
                (0..=count).map(|block| bytes / count * block + block.min(bytes % count)).collect()
            }
            Self::Ceiling(count) => {
                let block = bytes.div_ceil(u64::from((*count).max(1)));
                (0..=u64::from(*count)).map(|index| block.saturating_mul(index).min(bytes)).collect()
            }
            Self::Halves(levels) => {
                let mut bounds = vec![0, bytes];
                for _ in 0..*levels {
                    let middles = bounds.windows(2).flat_map(|part| [part[0], part[0] + (part[1] - part[0]) / 2]);
                    bounds = middles.chain([bytes]).collect();
                }
                bounds
            }
            Self::Listed(ends) => std::iter::once(0).chain(ends.iter().copied()).collect(),
        }
    }
}

/// Messages in rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The blocks.
    pub division: Division,
    messages: Vec<Message>,
    /// The number of messages up to the end of each round.
    ends: Vec<usize>,
}

impl Rounds {
    pub(super) const fn new(division: Division) -> Self {
        Self { division, messages: Vec::new(), ends: Vec::new() }
    }

    /// Adds a round, unless it has no message.
    pub(super) fn round(&mut self, messages: impl IntoIterator<Item = Message>) {
        self.messages.extend(messages);
        if self.messages.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.messages.len());
        }
    }

    /// The rounds, one after the other.
    pub fn each(&self) -> impl Iterator<Item = &[Message]> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.messages[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::Division;

    #[test]
    fn blocks_have_the_bytes_that_libraries_give_them() {
        assert_eq!(Division::Equal(3).bounds(7), [0, 7, 14, 21]);
        assert_eq!(Division::Even(4).bounds(10), [0, 3, 6, 8, 10]);
        assert_eq!(Division::Ceiling(6).bounds(9), [0, 2, 4, 6, 8, 9, 9]);
        assert_eq!(Division::Halves(2).bounds(11), [0, 2, 5, 8, 11]);
        assert_eq!(Division::Listed(vec![4, 6]).bounds(6), [0, 4, 6]);
    }
}
