//! The reasons why messages cannot be simulated.

use crate::Scheme;
use logpine_text::reason::{Reason, reason};

/// Errors of simulated messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrafficError {
    /// Messages that have no place, are too many, or take too long.
    #[error(transparent)]
    Refused(#[from] Reason),
    /// Work that was ended early.
    #[error(
        "the simulation was stopped after {arrived} of {messages} messages had arrived, so its time is not known; allow more time, or take fewer nodes or \
         messages"
    )]
    Stopped {
        /// The number of messages that had arrived.
        arrived: u64,
        /// The number of messages.
        messages: u64,
    },
}

/// The refusal of more messages than can be numbered.
pub(super) fn too_many_messages(messages: usize) -> TrafficError {
    reason!("there are {messages} messages, and at most {} are supported", Scheme::LIMIT).into()
}

/// The refusal of a time past [`Time::MAX`](logpine_text::units::Time::MAX).
pub(super) fn not_representable() -> TrafficError {
    reason!("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)").into()
}
