//! Schedules: who sends which block to whom, and when.
//!
//! A [`Schedule`] lists what every rank does. It comes from an algorithm ([`build`]) or a file
//! ([`goal`](crate::format::goal)), is [checked](crate::check::schedule) for what it does, and [replayed](replay) to see when.
//!
//! # Block algorithms
//!
//! A message of s bytes is cut in n blocks, and in a round every rank may send one block and receive one. Block
//! algorithms are no single tree, so they can beat every pipelined tree on long messages:
//!
//! | algorithm | rounds | of |
//! |---|---|---|
//! | [`circulant`] | n - 1 + q, the least there is | s / n bytes |
//! | [`two_tree`] | n + 2q - 3 or n + 2q - 2 | s / n bytes |
//! | [`scatter_allgather`] | q + P - 1, or 2q, and fewer with a wider [`scatter`] | multiples of s / P bytes |
//!
//! with q = ceil(log2 P). All have root 0; for root r, rank i stands for rank i + r modulo P. Run backwards, on
//! [`Reversed`](crate::model::Reversed), a broadcast in synchronous rounds is a reduction.

mod blocks;
pub mod build;
pub mod circulant;
mod exchange;
pub(crate) mod operations;
pub mod replay;
pub mod scatter;
pub mod scatter_allgather;
pub mod stages;
pub mod two_tree;

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
