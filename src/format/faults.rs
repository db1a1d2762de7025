//! All faults of a file in one run, each with its place, and a limit on the number kept of each kind.

use super::source::{Locator, Position, Severity, rendered};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

/// The maximum number of faults of one kind that a report lists; the others are counted.
pub const MOST_LISTED: u64 = 20;

/// A kind of fault; shown, it says what is wrong.
pub trait Kind: PartialEq + Display {
    /// The fault of a file that is no text.
    fn not_utf8() -> Self;

    /// The severity of the kind.
    fn severity(&self) -> Severity;

    /// The name of the kind in JSON.
    fn code(&self) -> &'static str;

    /// The way out.
    fn hint(&self) -> &'static str;
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<K> {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the source concerned; empty if something is missing.
    span: Range<usize>,
    /// The kind of the fault.
    pub kind: K,
}

impl<K: Kind> Fault<K> {
    /// The fault for users: its place and message, the source line with carets, and a hint.
    #[must_use]
    pub fn render(&self, source: &[u8], path: &Path) -> String {
        let fault = rendered(source, path, (self.position, &self.span), self.kind.severity(), &self.kind);
        format!("{fault}  hint: {}\n", self.kind.hint())
    }
}

/// The content of a file, and its faults.
#[derive(Debug)]
pub struct Report<T, K> {
    /// The content of the file; `None` if it has errors.
    pub content: Option<T>,
    /// The faults in the order of their places, of each kind at most [`MOST_LISTED`].
    pub faults: Vec<Fault<K>>,
    /// The number of errors, those that are not listed included.
    pub errors: u64,
    /// The number of warnings, those that are not listed included.
    pub warnings: u64,
}

impl<T, K: Kind> Report<T, K> {
    /// The first fault for which the file's reader refuses it.
    pub fn first_error(&self) -> Option<&Fault<K>> {
        self.faults.iter().find(|fault| fault.kind.severity() == Severity::Error)
    }

    /// The number of faults that are not listed.
    pub fn not_listed(&self) -> u64 {
        (self.errors + self.warnings).saturating_sub(self.faults.len() as u64)
    }

    /// The faults for users, one below the other, and the number of those that are not listed.
    pub fn rendered(&self, source: &[u8], path: &Path) -> String {
        let listed: String = self.faults.iter().map(|fault| fault.render(source, path)).collect();
        listed + &not_listed(self.not_listed(), MOST_LISTED)
    }
}

/// A line on faults that are not listed; empty if all are.
pub fn not_listed(more: u64, most_of_kind: u64) -> String {
    match more {
        0 => String::new(),
        more => format!("{more} more are not listed: of each kind, the first {most_of_kind} are\n"),
    }
}

/// The faults found so far.
#[derive(Debug)]
pub struct Faults<'a, K> {
    source: &'a [u8],
    /// The offsets of the line feeds.
    line_feeds: Vec<usize>,
    found: Vec<(Range<usize>, K)>,
    /// The numbers of faults by severity and code: a code may be both an error and a warning.
    counts: BTreeMap<(Severity, &'static str), u64>,
}

impl<'a, K: Kind> Faults<'a, K> {
    pub fn new(source: &'a [u8]) -> Self {
        let line_feeds = source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
        Self { source, line_feeds, found: Vec::new(), counts: BTreeMap::new() }
    }

    /// Adds a fault. Hosts of one pattern may have the same fault, which counts once.
    pub fn add(&mut self, span: Range<usize>, kind: K) {
        if self.found.last().is_some_and(|(place, last)| *place == span && *last == kind) {
            return;
        }
        let count = self.counts.entry((kind.severity(), kind.code())).or_insert(0);
        *count += 1;
        if *count <= MOST_LISTED {
            self.found.push((span, kind));
        }
    }

    /// The source as text; if it is none, that is a fault.
    pub fn text(&mut self) -> Option<&'a str> {
        match std::str::from_utf8(self.source) {
            Ok(text) => Some(text),
            Err(error) => {
                let at = error.valid_up_to();
                self.add(at..at + 1, K::not_utf8());
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
        self.counts.iter().filter(|((of, _), _)| *of == severity).map(|(_, count)| count).sum()
    }

    /// The report with the content, which a file with errors does not have.
    pub fn report<T>(mut self, content: Option<T>) -> Report<T, K> {
        let (errors, warnings) = (self.count(Severity::Error), self.count(Severity::Warning));
        self.found.sort_by_key(|(span, _)| (span.start, span.end));
        let mut locator = Locator::new(self.source);
        let located = |(span, kind): (Range<usize>, K)| Fault { position: locator.locate(span.start), span, kind };
        let faults = self.found.into_iter().map(located).collect();
        Report { content: content.filter(|_| errors == 0), faults, errors, warnings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Odd(Severity);

    impl Display for Odd {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("odd")
        }
    }

    impl Kind for Odd {
        fn not_utf8() -> Self {
            Self(Severity::Error)
        }

        fn severity(&self) -> Severity {
            self.0
        }

        fn code(&self) -> &'static str {
            "odd"
        }

        fn hint(&self) -> &'static str {
            ""
        }
    }

    #[test]
    fn one_code_may_be_an_error_and_a_warning() {
        for (first, second) in [(Severity::Warning, Severity::Error), (Severity::Error, Severity::Warning)] {
            let mut faults = Faults::new(b"abc");
            for (at, severity) in [first, second, second].into_iter().enumerate() {
                faults.add(at..at + 1, Odd(severity));
            }
            assert!(faults.has_errors());
            let report = faults.report(Some(()));
            let counts = if first == Severity::Error { (1, 2) } else { (2, 1) };
            assert_eq!((report.errors, report.warnings), counts);
            assert_eq!((report.content, report.faults.len()), (None, 3));
        }
    }

    #[test]
    fn each_severity_has_its_own_list() {
        let mut faults = Faults::new(b"");
        for at in 0..30 {
            faults.add(at..at, Odd(Severity::Warning));
        }
        faults.add(30..30, Odd(Severity::Error));
        let report = faults.report(Some(()));
        assert_eq!((report.errors, report.warnings, report.faults.len(), report.not_listed()), (1, 30, 21, 10));
        assert!(report.first_error().is_some());
    }
}
