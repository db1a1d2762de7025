//! The packed form of a GOAL schedule, which `LogGOPSim` and ATLAHS simulate (`.bin`).
//!
//! All numbers are little endian, nothing is padded:
//!
//! | part | bytes |
//! |---|---|
//! | magic number 4223 (2342 once the simulator has overwritten the file, `--save-mem`) | 8 |
//! | number of ranks, highest cpu, highest nic | 4 + 1 + 1 |
//! | of each rank: begin and end, counted from byte 8 | 8 + 8 |
//! | of each rank: number of operations n, number of roots r | 4 + 4 |
//! | indices of the roots, operations that wait for none | 4 r |
//! | operations | 39 n |
//! | appendix: indices of dependents | 4 a dependency |
//!
//! An operation has: how many it waits for (4), its kind (1: 1 send, 2 receive, 3 calc), peer (4), bytes or ticks (8), tag (4),
//! cpu (1), nic (1), number of dependents and where they begin in the appendix (4 + 4), and the same of dependents that wait
//! for its start only (4 + 4).

pub(super) mod layout;
mod rank;
mod read;
mod write;

pub use layout::LayoutFault;
pub use write::write;

use super::deadlock::Deadlocks;
use super::report::Report;
use super::tick::GoalTick;
use crate::schedule::Schedule;

/// Every fault of a packed schedule, and the schedule where it has none of meaning. Where its layout is broken, nothing
/// behind the break is looked at.
///
/// ```
/// use logpine::format::goal::{GoalTick, Strictness, packed};
/// let report = packed::check(&2342u64.to_le_bytes(), GoalTick::default());
/// assert_eq!((report.faults[0].kind.code(), report.errors(Strictness::Strict)), ("spoiled", 1));
/// ```
#[must_use]
pub fn check(source: &[u8], tick: GoalTick) -> Report {
    read::check(source, tick, Deadlocks::Sought)
}

/// The schedule of a packed file. Deadlocks are not looked for: a replay finds them.
///
/// # Errors
/// All faults, oddities included, where at least one is an error.
pub fn read(source: &[u8], tick: GoalTick) -> Result<Schedule, Box<Report>> {
    read::check(source, tick, Deadlocks::Ignored).into_schedule()
}

/// Whether bytes begin as a packed schedule does, spoiled or not.
#[must_use]
pub fn is_packed(source: &[u8]) -> bool {
    layout::Magic::of(source).is_some()
}
