//! The result of a check.

use super::deadlock::{self, Deadlocks};
use super::place::Sites;
use super::unread::{Matched, Unread};
use super::{cycles, faults, matching, upstream};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_text::fault::{FaultList, Faults, Level};
use std::fmt;
use std::ops::Range;

/// Sizes of a GOAL file, as far as it could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of ranks.
    pub ranks: u32,
    /// The number of operations of all ranks.
    pub operations: usize,
    /// The number of sends.
    pub messages: usize,
    /// The number of dependencies.
    pub dependencies: usize,
}

impl Counts {
    /// The sizes of a schedule.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Self {
        let is_send = |operation: Operation| matches!(operation, Operation::Send { .. });
        Self {
            ranks: schedule.ranks(),
            operations: schedule.len(),
            messages: schedule.records().iter().filter(|record| is_send(record.operation())).count(),
            dependencies: schedule.dependencies(),
        }
    }
}

/// The result of [`check`](super::check).
#[derive(Clone, Debug)]
pub struct Report {
    /// The faults of the file.
    pub faults: FaultList,
    /// The sizes of the part that was read.
    pub counts: Counts,
    /// The extent to which sends and receives were matched.
    pub matched: Matched,
    /// The schedule; `None` if there is a fault of meaning.
    pub schedule: Option<Schedule>,
}

impl Report {
    /// Judges what was read: messages without partners, and what never ends. `ranks` are the bytes of the number of ranks, to
    /// which a schedule without operations is put down.
    pub(super) fn new(
        schedule: Option<Schedule>,
        sites: &dyn Sites,
        unread: &Unread,
        mut faults: Faults<'_>,
        deadlocks: Deadlocks,
        ranks: Option<Range<usize>>,
    ) -> Self {
        if let Some(schedule) = &schedule {
            cycles::check(schedule, sites, &mut faults);
            matching::check(schedule, sites, unread, &mut faults);
            if deadlocks == Deadlocks::Sought && !faults.has_errors() {
                deadlock::check(schedule, sites, &mut faults);
                upstream::check(schedule, sites, &mut faults);
            }
        }
        let counts = schedule.as_ref().map(Counts::of).unwrap_or_default();
        if let Some(ranks) = ranks.filter(|_| counts.operations == 0 && !faults.has_errors()) {
            faults.add(ranks, faults::no_operations());
        }
        let schedule = schedule.filter(|_| !faults.has_errors());
        Self { faults: faults.listed(), counts, matched: unread.matched(), schedule }
    }

    /// The number of faults of meaning, for which the file cannot be executed, including those not listed.
    #[must_use]
    pub fn errors_of_meaning(&self) -> u64 {
        self.faults.count(Level::Error)
    }

    /// The schedule, or the report if there is none.
    ///
    /// # Errors
    /// The report.
    pub fn into_schedule(mut self) -> Result<Schedule, Box<Self>> {
        self.schedule.take().ok_or_else(|| Box::new(self))
    }
}

/// Shows the first fault of meaning and the number of others, in one line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults.iter().find(|fault| fault.diagnostic.level == Level::Error) {
            None => f.write_str("no error"),
            Some(first) => match self.errors_of_meaning() - 1 {
                0 => write!(f, "{}: {}", first.place, first.message()),
                more => write!(f, "{}: {} (and {more} more)", first.place, first.message()),
            },
        }
    }
}

impl std::error::Error for Report {}
