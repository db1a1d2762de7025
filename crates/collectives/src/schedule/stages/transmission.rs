//! A message that carries blocks.

use super::Cut;
use std::ops::Range;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transmission {
    /// The sending rank.
    pub from: u64,
    /// The receiving rank.
    pub to: u64,
    /// The blocks, in runs of consecutive ones.
    pub blocks: Vec<Range<u64>>,
    /// The number of bytes of the blocks together; 0 if all are empty.
    pub bytes: u64,
}

/// A message that carries a byte, without the list of its blocks, of which there may be many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The sending rank.
    pub(crate) from: u64,
    /// The receiving rank.
    pub(crate) to: u64,
    /// The first block that has a byte.
    pub(crate) first: u64,
    /// The number of bytes of the blocks together.
    pub bytes: u64,
}

impl Transmission {
    /// The message without its list; `None` if it carries no byte.
    pub(crate) fn head(&self, cut: &Cut) -> Option<Head> {
        let first = self.blocks.iter().cloned().flatten().find(|&block| cut.bytes(&(block..block + 1)) > 0)?;
        Some(Head { from: self.from, to: self.to, first, bytes: self.bytes })
    }
}
