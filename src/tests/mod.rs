//! Tests of what several files do together: what is found, what schedules take, what is read and written. They name what they
//! use as a user does, `logpine::`; benches share some of their inputs.

mod engines;
mod execution;
mod formats;
#[path = "../../crates/trees/src/launches.rs"]
pub mod launches;
#[path = "../../crates/trees/src/partitions.rs"]
pub mod partitions;
