//! Faults found so far, with a limit on the number kept of each kind.

use super::fault::{FaultKind, Strictness};
use super::place::{Fault, Place};
use super::report::{MAX_FAULTS_OF_KIND, Tally};
use crate::format::source::Locator;
use crate::format::source::Severity;
use std::collections::BTreeMap;
use std::ops::Range;

/// A fault before its place is known.
struct Found {
    span: Range<usize>,
    kind: FaultKind,
}

/// The faults found so far.
#[derive(Default)]
pub(super) struct Faults {
    found: Vec<Found>,
    tallies: BTreeMap<&'static str, Tally>,
    /// True if there is a fault of meaning.
    of_meaning: bool,
}

impl Faults {
    pub(super) fn add(&mut self, span: Range<usize>, kind: FaultKind) {
        let tally = self.tallies.entry(kind.code()).or_insert_with(|| Tally::new(&kind));
        tally.count += 1;
        self.of_meaning |= tally.severity(Strictness::Lenient) == Severity::Error;
        if tally.count <= MAX_FAULTS_OF_KIND {
            self.found.push(Found { span, kind });
        }
    }

    /// Adds a fault with this code. The fault is only constructed if it is kept.
    pub(super) fn add_with(&mut self, code: &'static str, fault: impl FnOnce() -> (Range<usize>, FaultKind)) {
        match self.tallies.get_mut(code) {
            Some(tally) if tally.count >= MAX_FAULTS_OF_KIND => tally.count += 1,
            _ => {
                let (span, kind) = fault();
                debug_assert_eq!(kind.code(), code);
                self.add(span, kind);
            }
        }
    }

    pub(super) fn any_of_meaning(&self) -> bool {
        self.of_meaning
    }

    /// The faults kept, in the order of their places, with line and column, and the number of faults of each kind.
    pub(super) fn in_text(self, source: &[u8]) -> (Vec<Fault>, Vec<Tally>) {
        let mut locator = Locator::new(source);
        self.placed(|offset| Place::Text(locator.locate(offset)))
    }

    /// The faults kept, in the order of their places, with byte offsets, and the number of faults of each kind.
    pub(super) fn in_bytes(self) -> (Vec<Fault>, Vec<Tally>) {
        self.placed(Place::Byte)
    }

    fn placed(mut self, mut place: impl FnMut(usize) -> Place) -> (Vec<Fault>, Vec<Tally>) {
        self.found.sort_by_key(|found| (found.span.start, found.span.end));
        let placed = self.found.into_iter().map(|Found { span, kind }| Fault { place: place(span.start), span, kind });
        (placed.collect(), self.tallies.into_values().collect())
    }
}
