//! The reasons why messages cannot be simulated.

use crate::Scheme;
use logpine_collectives::schedule::build::MAX_BYTES;
use logpine_text::units::MemorySize;

/// Errors of simulated messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrafficError {
    /// A sender or receiver that runs no process.
    #[error("a message goes from node {source_node} to node {destination}, and processes run on nodes 0 to {last}")]
    NoEndpoint {
        /// The sending node.
        source_node: u32,
        /// The receiving node.
        destination: u32,
        /// The last node that runs a process.
        last: u32,
    },
    /// More messages than can be numbered.
    #[error("there are {messages} messages, and at most {limit} are supported", limit = Scheme::LIMIT)]
    TooManyMessages {
        /// The number of messages.
        messages: usize,
    },
    /// More messages than fit the memory.
    #[error(
        "simulating up to {messages} messages takes {}, and the limit is {}; take fewer nodes or messages a node",
        MemorySize(*bytes), MemorySize(MAX_BYTES)
    )]
    TooMuchMemory {
        /// The number of messages (of random schemes, the largest possible).
        messages: u64,
        /// The memory that they take.
        bytes: u64,
    },
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
    /// A time past [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
}
