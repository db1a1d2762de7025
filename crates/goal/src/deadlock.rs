//! Ranks that wait for each other's messages.

use super::place::Sites;
use logpine_check::schedule::{Execution, ScheduleFault, Wrong, check_structure};
use logpine_collectives::schedule::Schedule;
use logpine_text::fault::Faults;

/// Option to look for deadlocks, which takes longer than all other checks, and for behaviour that simulators get wrong. A
/// replay finds deadlocks as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deadlocks {
    Sought,
    Ignored,
}

/// Reports the first operation that never begins, provided that every message has both ends and no dependency closes a cycle
/// within a rank. Schedules with wildcards are skipped, because the messages they receive depend on the times. Schedules
/// with mismatched message sizes, or with messages of a rank to itself, are skipped too.
///
/// **Complexity** that of [`check_structure`].
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, faults: &mut Faults<'_>) {
    let Err(ScheduleFault { rank, operation: Some(operation), wrong: Wrong::Stuck { unfinished, .. } }) =
        check_structure(schedule, Execution::Dependencies)
    else {
        return;
    };
    faults.error(
        sites.site(rank, operation).span,
        "deadlock",
        format!(
            "this operation never begins: {unfinished} operations of several ranks wait for each \
            other's messages"
        ),
        "let some rank send before it receives",
    );
}
