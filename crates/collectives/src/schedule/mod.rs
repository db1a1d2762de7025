//! Schedules: the senders, receivers, blocks and times of messages.
//!
//! A [`Schedule`] lists the operations of every rank. It comes from a candidate of an answer
//! (`RankPlan::schedule`), from a file (`goal`), or from a
//! [`ScheduleBuilder`], and is [replayed](replay) for its time.
//!
//! A message of s bytes may be cut into n blocks, and in a round every rank may send one block and receive one. Algorithms
//! have root 0; for root r, rank i stands for rank i + r modulo P. Run backwards, a broadcast is a reduction.

mod blocks;
pub mod build;
mod exchange;
pub mod operations;
pub mod replay;
pub mod stages;

pub use blocks::Blocks;
pub use build::{BuildError, OverlaySchedule, Waves};
pub use exchange::{Exchange, Transfer};
pub use operations::ANY;
pub use operations::{Added, Dependency, Operation, Record, Schedule, ScheduleBuilder, ScheduleTooLarge};

/// The largest number of ranks of a schedule, 2^63.
pub const MAX_RANKS: u64 = 1 << 63;
