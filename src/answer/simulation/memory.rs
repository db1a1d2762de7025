//! The memory and the operations of an execution, checked before it starts.

use crate::request::Refusal;
use logpine_collectives::schedule::build::{MAX_BYTES, Parts};
use logpine_text::units::MemorySize;

/// The most operations for which a timeline is recorded; beyond that, only the usage of the ranks.
pub const LARGEST_TIMELINE: u64 = 1 << 25;

/// The most operations for which a plan in parts is listed nevertheless, with its timeline in less than 1 GiB.
const LARGEST_LISTED: u64 = 1 << 23;

/// The most operations that are executed in parts, which takes some minutes.
const MOST_EXECUTED: u64 = 1 << 32;

/// Bytes of a rank: its state and its usage.
const RANK: u64 = 250;

/// Bytes of an operation: in the list, with its dependencies, and in the replay for its message.
const OPERATION: u64 = 24 + 8 + 16;

/// Bytes of an operation in a timeline.
const SPAN: u64 = 37;

/// A limit that is exceeded.
#[derive(Debug, thiserror::Error)]
enum TooMuch {
    #[error(
        "executing up to {operations} operations of {ranks} ranks would take {}, and the limit is {}; ask for fewer ranks, \
         leaves, segments or waves", MemorySize(*bytes), MemorySize(MAX_BYTES)
    )]
    Memory { ranks: u64, operations: u64, bytes: u64 },
    #[error(
        "there are up to {operations} operations to execute, and the limit is {MOST_EXECUTED}; ask for fewer ranks, segments \
         or waves"
    )]
    Operations { operations: u64 },
}

/// Refuses to list and execute up to that many operations if that takes too much memory.
pub fn check(ranks: u64, operations: u64) -> Result<(), Refusal> {
    let span = if operations > LARGEST_TIMELINE { 0 } else { SPAN };
    let bytes = ranks.saturating_mul(RANK).saturating_add(operations.saturating_mul(OPERATION + span));
    if bytes > MAX_BYTES {
        return Err(Refusal::no(&TooMuch::Memory { ranks, operations, bytes }));
    }
    Ok(())
}

/// Refuses to list and execute that many messages: a send, a reception and, in reductions, a combination each.
pub fn check_messages(ranks: u64, messages: u64) -> Result<(), Refusal> {
    check(ranks, messages.saturating_mul(3))
}

/// True if a plan is executed in parts rather than listed. Refuses a plan that is too large for both.
pub fn in_parts(parts: &Parts) -> Result<bool, Refusal> {
    let operations = parts.most_operations();
    if operations <= LARGEST_LISTED || operations <= parts.most_of_part() {
        return Ok(false);
    }
    if operations > MOST_EXECUTED {
        return Err(Refusal::no(&TooMuch::Operations { operations }));
    }
    check(parts.ranks(), parts.most_of_part()).map(|()| true)
}

/// The most operations that waves over a tree have.
pub fn of_waves(leaves: u64, inner: u64, steps: u64) -> u64 {
    let each = leaves.saturating_add(inner).saturating_mul(2).saturating_add(inner);
    each.saturating_mul(steps).saturating_add(leaves)
}
