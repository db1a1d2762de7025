//! Ranks that wait for each other's messages.

use super::fault::FaultKind;
use super::faults::Faults;
use super::place::Sites;
use crate::check::schedule::{Execution, ScheduleFault, Wrong, check_structure};
use crate::schedule::Schedule;

/// Whether to look for deadlocks, which takes longer than all the rest, and for what simulators get wrong. A replay finds
/// deadlocks as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deadlocks {
    Sought,
    Ignored,
}

/// Tells the first operation that never begins, where every message has both ends and no dependency closes a cycle within a
/// rank. Schedules with wildcards are left alone, for it depends on the times what they receive; so are those with messages of
/// two sizes, or to the rank itself.
///
/// **Complexity** that of [`check_structure`].
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, faults: &mut Faults) {
    let Err(ScheduleFault { rank, operation: Some(operation), wrong: Wrong::Stuck { unfinished, .. } }) =
        check_structure(schedule, Execution::Dependencies)
    else {
        return;
    };
    faults.add(sites.site(rank, operation).span, FaultKind::Deadlock { unfinished });
}
