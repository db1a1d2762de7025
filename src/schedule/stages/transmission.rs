//! A message that carries blocks.

use std::ops::Range;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transmission {
    /// The rank that sends it.
    pub from: u64,
    /// The rank that receives it.
    pub to: u64,
    /// The blocks that it carries, in runs of consecutive ones.
    pub blocks: Vec<Range<u64>>,
    /// How many bytes they have together; 0 where all are empty.
    pub bytes: u64,
}
