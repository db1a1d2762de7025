//! The ledger of what ranks hold while a schedule that combines is executed.

use crate::schedule::Wrong;
use logpine_collectives::schedule::{Operation, Schedule};

/// The data that ranks hold of blocks, each in a place of its own, and the effects of operations on them.
pub(super) trait Ledger {
    /// The data of a block that a message carries.
    type Content;
    /// Sends a block.
    fn send(&mut self, place: usize, block: u32) -> Result<Self::Content, Wrong>;
    /// Receives a block without combining.
    fn receive(&mut self, place: usize, block: u32, content: &Self::Content) -> Result<(), Wrong>;
    /// Receives a block and combines it.
    fn combine(&mut self, place: usize, block: u32, content: &Self::Content) -> Result<(), Wrong>;
    /// The number of ranks that have contributed to the data held.
    fn contributions(&self, place: usize) -> u32;
    /// The properties of a content that decide which operations may change places.
    fn moved(&self, content: &Self::Content) -> Moved;
}

/// The properties of a content on which the order of operations depends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moved {
    /// The first rank that contributed, if operands are combined in the order of ranks.
    pub first: u32,
    pub kind: Kind,
}

/// The effect of sending a content on the sender, and of receiving it on the receiver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The sender no longer has the content, so nothing is counted twice.
    GivenAway,
    /// The content is the complete result: it stays, and is the only one of its kind.
    Complete,
    /// The sender keeps the content.
    Copied,
}

/// The contents of the messages.
pub(super) struct Contents<C> {
    pub contents: Vec<C>,
    /// The start of the contents of each send.
    pub starts: Vec<usize>,
}

impl<C> Contents<C> {
    /// The contents of a send, block by block.
    pub fn of(&self, send: usize) -> impl Iterator<Item = &C> + '_ {
        self.contents[self.starts[send]..].iter()
    }
}

/// True if an operation is a reception that is combined.
pub(in crate::schedule) fn is_combined(schedule: &Schedule, at: usize) -> bool {
    // A combination is never the first operation of a rank.
    schedule.records().get(at + 1).is_some_and(|next| matches!(next.operation(), Operation::Combine { .. }))
}
