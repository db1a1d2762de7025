//! The result of a check.

use super::fault::{FaultKind, Strictness};
use super::place::Fault;
use super::unread::Matched;
use crate::format::source::Severity;
use crate::schedule::{Operation, Schedule};
use std::fmt;

/// The maximum number of faults of one kind that a report lists; the others are counted.
pub const MAX_FAULTS_OF_KIND: u64 = 20;

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

/// The number of faults of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) count: u64,
    lenient: Severity,
    strict: Severity,
}

impl Tally {
    /// A tally of zero faults.
    pub(super) fn new(kind: &FaultKind) -> Self {
        let [lenient, strict] = [Strictness::Lenient, Strictness::Strict].map(|strictness| kind.severity(strictness));
        Self { count: 0, lenient, strict }
    }

    pub(super) const fn severity(&self, strictness: Strictness) -> Severity {
        match strictness {
            Strictness::Lenient => self.lenient,
            Strictness::Strict => self.strict,
        }
    }
}

/// The result of [`check`](super::check).
#[derive(Clone, Debug)]
pub struct Report {
    /// The faults in the order of their places: of each kind, the first 20 found.
    pub faults: Vec<Fault>,
    /// The sizes of the part that was read.
    pub(crate) counts: Counts,
    /// The extent to which sends and receives were matched.
    pub(crate) matched: Matched,
    /// The schedule; `None` if there is a fault of meaning.
    pub schedule: Option<Schedule>,
    pub(super) tallies: Vec<Tally>,
}

impl Report {
    /// The number of errors, including those not listed.
    #[must_use]
    pub fn errors(&self, strictness: Strictness) -> u64 {
        self.count(strictness, Severity::Error)
    }

    /// The number of warnings, including those not listed.
    #[must_use]
    pub fn warnings(&self, strictness: Strictness) -> u64 {
        self.count(strictness, Severity::Warning)
    }

    /// The number of faults not listed.
    #[must_use]
    pub fn not_listed(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.count.saturating_sub(MAX_FAULTS_OF_KIND)).sum()
    }

    fn count(&self, strictness: Strictness, severity: Severity) -> u64 {
        self.tallies.iter().filter(|tally| tally.severity(strictness) == severity).map(|tally| tally.count).sum()
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
        let is_error = |fault: &&Fault| fault.kind.severity(Strictness::Lenient) == Severity::Error;
        match self.faults.iter().find(is_error) {
            None => f.write_str("no error"),
            Some(first) => match self.errors(Strictness::Lenient) - 1 {
                0 => write!(f, "{}: {}", first.place, first.kind),
                more => write!(f, "{}: {} (and {more} more)", first.place, first.kind),
            },
        }
    }
}

impl std::error::Error for Report {}
