//! Faults of transmissions.

use super::statement::WrongStatement;

/// A fault of a schedule in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongSend {
    /// A statement that is wrong by itself.
    #[error(transparent)]
    Statement(#[from] WrongStatement),
    /// More sends than can be numbered.
    #[error("there are {sends} sends, more than 2^32 - 1")]
    TooMany { sends: usize },
    /// Step 0.
    #[error("the step is 0; steps are numbered from 1")]
    Step,
    /// A send between vertices without an arc.
    #[error("there is no arc from {from} to {to}")]
    NoSuchArc { from: u32, to: u32 },
    /// A block that does not exist.
    #[error("there is no block {block}; the blocks are 0 to {last}")]
    NoSuchBlock { block: u32, last: u32 },
    /// More blocks on an arc in a step than it carries.
    #[error("{sent} blocks begin in step {step} on the arc from {from} to {to}, which has a capacity of {capacity}")]
    Capacity { step: u32, from: u32, to: u32, sent: u64, capacity: u64 },
    /// A send of a block that the sender does not have yet.
    #[error("vertex {from} sends block {block} in step {step}, but {}", before(*arrived))]
    NotHeld { from: u32, block: u32, step: u32, arrived: Option<u64> },
    /// A block that a rank needs and that does not reach it.
    #[error("rank {rank} never gets block {block}")]
    Missing { rank: u32, block: u32 },
    /// A block that is not where it is needed and that is not sent.
    #[error("block {block} is never sent")]
    NeverSent { block: u32 },
    /// A contribution that arrives where it is already counted.
    #[error(
        "vertex {to} combines contributions to block {block} at the end of step {end}, of which that of rank {rank} counts twice"
    )]
    Twice { to: u32, block: u32, end: u64, rank: u32 },
    /// A partial result that arrives after the complete one.
    #[error(
        "a partial result of block {block} arrives at vertex {to} at the end of step {end}, which has the complete one"
    )]
    AfterComplete { to: u32, block: u32, end: u64 },
    /// A rank that ends without the contributions of all.
    #[error("rank {rank} ends with {combined} contributions to block {block}; that of rank {missing} is missing")]
    Incomplete { rank: u32, block: u32, combined: u32, missing: u32 },
    /// Sets of contributions that need too much memory.
    #[error("the contributions to a block need {bytes} bytes, more than the {limit} that the check may take")]
    Memory { bytes: u128, limit: u64 },
}

fn before(arrived: Option<u64>) -> String {
    match arrived {
        Some(end) => format!("has it only at the end of step {end}"),
        None => "does not have it before".into(),
    }
}
