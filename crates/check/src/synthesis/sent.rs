//! Transmissions.

use super::fault::Wrong;

/// A transmission of a block. If contributions are combined, it carries all that the sender has of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sent {
    /// The step in which it begins, from 1.
    pub step: u32,
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The block.
    pub block: u32,
}

/// A send on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    pub row: usize,
    pub sent: Sent,
    /// The step at whose end it arrives.
    pub end: u64,
}

/// The fault of a send of a block that the sender has only later, or never.
pub(super) fn not_held(&Sent { step, from, block, .. }: &Sent, arrived: Option<u64>) -> Wrong {
    let arrived = match arrived {
        Some(end) => format!("has it only at the end of step {end}"),
        None => "does not have it before".to_owned(),
    };
    Wrong::new(format_args!("vertex {from} sends block {block} in step {step}, but {arrived}"))
}
