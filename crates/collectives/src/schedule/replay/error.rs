//! Errors that end a replay early.

/// Reasons for which a replay ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A time exceeds [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
    /// A message of 0 bytes: `LogGOPSim` subtracts the time of a byte, and the result is before time 0.
    #[error(
        "operation {operation} of rank {rank}, a message of 0 bytes, would end before time 0, for LogGOPSim subtracts the time \
         of a byte from it: give it 1 byte, or replay it by the rules of ATLAHS or in program order"
    )]
    BeforeStart {
        /// The rank.
        rank: u32,
        /// The index of the send or the reception among the rank's operations, from 0.
        operation: u32,
    },
    /// A message to or from a rank that does not exist.
    #[error("operation {operation} of rank {rank}: there is no rank {peer}; the ranks are 0 to {last}")]
    NoSuchRank {
        /// The rank.
        rank: u32,
        /// The operation's index among the rank's, from 0.
        operation: u32,
        /// The other end of the message.
        peer: u32,
        /// The last rank.
        last: u32,
    },
    /// A reception from any rank or with any tag, whose message depends on the order of operations of different ranks.
    #[error(
        "operation {operation} of rank {rank} receives from any rank or with any tag, and in program order no message is the \
         first: name both, or replay it event by event"
    )]
    AnyMessage {
        /// The rank.
        rank: u32,
        /// The operation's index among the rank's, from 0.
        operation: u32,
    },
    /// An operation that never begins or never ends: its message is never sent or received, or it waits for itself.
    #[error("operation {operation} of rank {rank} is never done: {}", waiting(*.unfinished))]
    Stuck {
        /// The rank.
        rank: u32,
        /// The operation's index among the rank's, from 0.
        operation: u32,
        /// The number of operations that are not done.
        unfinished: u64,
    },
    /// A message that no rank receives.
    #[error("the message sent by operation {operation} of rank {rank} is never received ({unreceived} in all)")]
    Unreceived {
        /// The sender.
        rank: u32,
        /// The index of the send among the rank's operations, from 0.
        operation: u32,
        /// The number of such messages.
        unreceived: u64,
    },
    /// A stop requested by [`Observer::stops_at`](super::Observer::stops_at) or [`Observer::progress`](super::Observer::progress).
    #[error("it was stopped before its end")]
    Stopped,
}

/// What operations that are never done wait for.
fn waiting(unfinished: u64) -> String {
    match unfinished {
        1 => "it waits for a message that never comes, or for itself".to_owned(),
        several => format!("{several} operations wait for each other, or for messages that never come"),
    }
}
