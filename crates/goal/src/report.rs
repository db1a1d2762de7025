//! The result of a check.

use super::unread::Matched;
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_text::fault::{FaultList, Level};
use std::fmt;

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
