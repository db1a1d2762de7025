//! Faults found so far, with a limit on the number kept of each kind.

use super::Report;
use super::fault::{Fault, FaultKind, MAX_FAULTS_OF_KIND};
use crate::format::source::{Locator, Severity};
use std::collections::BTreeMap;
use std::ops::Range;

/// The faults found so far.
#[derive(Debug)]
pub struct Faults<'a> {
    source: &'a [u8],
    /// The offsets of the line feeds.
    line_feeds: Vec<usize>,
    found: Vec<(Range<usize>, FaultKind)>,
    counts: BTreeMap<&'static str, (u64, Severity)>,
}

impl<'a> Faults<'a> {
    pub fn new(source: &'a [u8]) -> Self {
        let line_feeds = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        Self { source, line_feeds, found: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a fault. Hosts of one pattern may have the same fault, which counts once.
    pub fn add(&mut self, span: Range<usize>, kind: FaultKind) {
        if self.found.last().is_some_and(|(place, last)| *place == span && *last == kind) {
            return;
        }
        let (count, _) = self.counts.entry(kind.code()).or_insert((0, kind.severity()));
        *count += 1;
        if *count <= MAX_FAULTS_OF_KIND {
            self.found.push((span, kind));
        }
    }

    /// The source as text; if it is none, that is a fault.
    pub fn text(&mut self) -> Option<&'a str> {
        match std::str::from_utf8(self.source) {
            Ok(text) => Some(text),
            Err(error) => {
                let at = error.valid_up_to();
                self.add(at..at + 1, FaultKind::NotUtf8);
                None
            }
        }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.line_feeds.partition_point(|&at| at < offset) + 1
    }

    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    fn count(&self, severity: Severity) -> u64 {
        self.counts.values().filter(|(_, of)| *of == severity).map(|(count, _)| count).sum()
    }

    /// The report with the content, which a file with errors does not have.
    pub fn report<T>(mut self, content: Option<T>) -> Report<T> {
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        self.found.sort_by_key(|(span, _)| (span.start, span.end));
        let mut locator = Locator::new(self.source);
        let located =
            |(span, kind): (Range<usize>, FaultKind)| Fault { position: locator.locate(span.start), span, kind };
        let faults = self.found.into_iter().map(located).collect();
        Report { content: content.filter(|_| errors == 0), faults, errors, warnings }
    }
}
