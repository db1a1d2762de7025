//! Schedules: the senders, receivers, blocks and times of messages.
//!
//! A [`Schedule`] lists the operations of every rank. It comes from a candidate of an answer
//! ([`RankPlan::schedule`](crate::answer::RankPlan::schedule)), from a file ([`goal`](crate::format::goal)), or from a
//! [`ScheduleBuilder`], and is [replayed](replay) for its time.
//!
//! A message of s bytes may be cut into n blocks, and in a round every rank may send one block and receive one. Algorithms
//! have root 0; for root r, rank i stands for rank i + r modulo P. Run backwards, a broadcast is a reduction.

mod blocks;
pub(crate) mod build;
mod exchange;
pub(crate) mod operations;
pub mod replay;
pub(crate) mod stages;

pub(crate) use blocks::Blocks;
pub use build::{BuildError, OverlaySchedule, Waves};
pub(crate) use exchange::{Exchange, Transfer};
pub(crate) use operations::ANY;
pub use operations::{Added, Dependency, Operation, Record, Schedule, ScheduleBuilder, ScheduleTooLarge};

/// The largest number of ranks of a schedule, 2^63.
pub(crate) const MAX_RANKS: u64 = 1 << 63;
