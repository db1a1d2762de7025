//! The packed format of GOAL schedules (`.bin`), which `LogGOPSim` and ATLAHS simulate.
//!
//! All numbers are little endian, without padding:
//!
//! | part | bytes |
//! |---|---|
//! | magic number 4223 (2342 once the simulator has overwritten the file, `--save-mem`) | 8 |
//! | number of ranks, highest cpu, highest nic | 4 + 1 + 1 |
//! | for each rank: begin and end, counted from byte 8 | 8 + 8 |
//! | for each rank: number of operations n, number of roots r | 4 + 4 |
//! | indices of the roots, that is, operations without dependencies | 4 r |
//! | operations | 39 n |
//! | appendix: indices of dependents | 4 a dependency |
//!
//! An operation consists of the number of operations it waits for (4), its kind (1: 1 send, 2 receive, 3 calc), peer (4),
//! bytes or ticks (8), tag (4), cpu (1), nic (1), the number of dependents and their start in the appendix (4 + 4), and the
//! same for dependents that wait only for its start (4 + 4).

pub(super) mod layout;
mod rank;
mod read;
mod write;

pub use write::write;

use super::deadlock::Deadlocks;
use super::report::Report;
use super::tick::GoalTick;
use logpine_collectives::schedule::Schedule;

/// Finds every fault in a packed schedule, and returns the schedule if there is no fault of meaning. If the layout is
/// broken, nothing after the broken part is checked.
#[must_use]
pub fn check(source: &[u8], tick: GoalTick) -> Report {
    read::check(source, tick, Deadlocks::Sought)
}

/// Reads the schedule of a packed file. Deadlocks are not checked, because a replay finds them.
///
/// # Errors
/// [`Report`] with all faults, including oddities, if at least one is an error.
pub fn read(source: &[u8], tick: GoalTick) -> Result<Schedule, Box<Report>> {
    read::check(source, tick, Deadlocks::Ignored).into_schedule()
}

/// True if the bytes begin like a packed schedule, overwritten by the simulator or not.
#[must_use]
pub fn is_packed(source: &[u8]) -> bool {
    layout::Magic::of(source).is_some()
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_check() {
        use logpine_goal::{GoalTick, packed};
        let report = packed::check(&2342u64.to_le_bytes(), GoalTick::default());
        assert_eq!((report.faults[0].code(), report.faults.errors()), ("spoiled", 1));
    }
}
