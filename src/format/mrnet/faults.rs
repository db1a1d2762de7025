//! Faults found so far, with a limit on the number kept of each kind: a file can have one fault per byte.

use super::fault::{Fault, FaultKind, MAX_FAULTS_OF_KIND};
use crate::format::source::{Locator, Severity};
use std::collections::BTreeMap;
use std::ops::Range;

/// A fault before its line and column are known.
#[derive(Debug)]
struct Found {
    span: Range<usize>,
    kind: FaultKind,
}

/// The number of faults of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) severity: Severity,
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<Found>,
    tallies: BTreeMap<&'static str, Tally>,
}

impl Faults {
    pub(super) fn add(&mut self, span: Range<usize>, kind: FaultKind) {
        let none = Tally { count: 0, severity: kind.severity() };
        let tally = self.tallies.entry(kind.code()).or_insert(none);
        tally.count += 1;
        if tally.count <= MAX_FAULTS_OF_KIND {
            self.found.push(Found { span, kind });
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.tallies.values().any(|tally| tally.severity == Severity::Error)
    }

    /// The faults kept, in the order of their places, with line and column, and the number of faults of each kind.
    pub(super) fn located(mut self, source: &[u8]) -> (Vec<Fault>, Vec<Tally>) {
        self.found.sort_by_key(|found| (found.span.start, found.span.end));
        let mut locator = Locator::new(source);
        let locate =
            |found: Found| Fault { position: locator.locate(found.span.start), span: found.span, kind: found.kind };
        (self.found.into_iter().map(locate).collect(), self.tallies.into_values().collect())
    }
}
