//! Schedules: who sends which block to whom, and when.
//!
//! A [`Schedule`] lists what every rank does. It comes from an algorithm ([`build`]) or a file
//! ([`goal`](crate::format::goal)), is [checked](crate::check::schedule) for what it does, and [replayed](replay) to see when.
//!
//! A message of s bytes may be cut in n [`Blocks`], and in a round every rank may send one block and receive one: an
//! [`Exchange`]. Algorithms have root 0; for root r, rank i stands for rank i + r modulo P. Run backwards, on
//! [`Reversed`](crate::model::Reversed), a broadcast in synchronous rounds is a reduction.

mod blocks;
pub mod build;
mod exchange;
pub(crate) mod operations;
pub mod replay;
pub mod stages;

pub use blocks::Blocks;
pub use exchange::{Exchange, Transfer};
pub use operations::{ANY, Added, Dependency, Operation, Record, Schedule, ScheduleBuilder, ScheduleTooLarge};

/// The most ranks of a schedule, 2^63.
pub const MAX_RANKS: u64 = 1 << 63;

/// ceil(log2 `ranks`): the rounds in which one block reaches all; 0 for no rank.
#[must_use]
pub const fn log_ranks(ranks: u64) -> u32 {
    match ranks {
        0 => 0,
        _ => u64::BITS - (ranks - 1).leading_zeros(),
    }
}
