//! A message that carries blocks.

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
