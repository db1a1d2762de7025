//! Faults as they are found, of which only so many of a kind are kept: a file can have as many as bytes.

use super::MAX_FAULTS_OF_KIND;
use super::fault::{Fault, FaultKind};
use crate::format::source::{Locator, Severity};
use std::collections::BTreeMap;
use std::ops::Range;

/// A fault before its line and column are known.
#[derive(Debug)]
struct Found {
    span: Range<usize>,
    kind: FaultKind,
}

/// How many faults of a kind there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) severity: Severity,
}

/// What has been found so far.
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

    /// All that was kept in the order of the places, with lines and columns; and how many there are of each kind.
    pub(super) fn located(mut self, source: &[u8]) -> (Vec<Fault>, Vec<Tally>) {
        self.found.sort_by_key(|found| (found.span.start, found.span.end));
        let mut locator = Locator::new(source);
        let locate =
            |found: Found| Fault { position: locator.locate(found.span.start), span: found.span, kind: found.kind };
        (self.found.into_iter().map(locate).collect(), self.tallies.into_values().collect())
    }
}
