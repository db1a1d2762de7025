//! All faults of a file in one run, each with its place, and a limit on the number kept of each kind.

use super::place::{Locator, Position, Severity, rendered};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, Range};
use std::path::Path;

/// The maximum number of faults of one kind that a report lists; the others are counted.
pub const MOST_LISTED: u64 = 20;

/// The weight of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The file has no meaning, or not the one that it seems to have.
    Error,
    /// The meaning is plain, but the tool for which the file is refuses it.
    Form,
    /// Legal but odd.
    Warning,
}

/// A fault in words, and the way out. [`Fault`] adds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The weight.
    pub level: Level,
    /// The name of the kind in JSON.
    pub code: &'static str,
    /// The fault, and the reaction of the file's reader to it, in words.
    pub message: Cow<'static, str>,
    /// The way out.
    pub hint: &'static str,
}

impl Diagnostic {
    /// Something that the file's reader refuses, ignores or misreads.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<Cow<'static, str>>, hint: &'static str) -> Self {
        Self { level: Level::Error, code, message: message.into(), hint }
    }

    /// Something that the file's reader refuses although its meaning is plain.
    #[must_use]
    pub fn form(code: &'static str, message: impl Into<Cow<'static, str>>, hint: &'static str) -> Self {
        Self { level: Level::Form, ..Self::error(code, message, hint) }
    }

    /// Something legal but odd.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<Cow<'static, str>>, hint: &'static str) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message, hint) }
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A position in a text.
    Text(Position),
    /// An offset in a packed file, in bytes.
    Byte(usize),
}

impl Place {
    /// The line and the column; those of a packed file are 1 and the number of the byte, from 1.
    #[must_use]
    pub const fn position(self) -> Position {
        match self {
            Self::Text(position) => position,
            Self::Byte(byte) => Position { line: 1, column: byte + 1 },
        }
    }
}

/// The form used in other faults: `line 5`, `byte 512`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(position) => write!(f, "line {}", position.line),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// A fault of a file, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The start of the fault.
    pub place: Place,
    /// The bytes of the source concerned; empty if something is missing.
    pub span: Range<usize>,
    /// The fault in words.
    pub diagnostic: Diagnostic,
}

impl Fault {
    /// The name of the kind of fault in JSON, as `leading-zeros`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.diagnostic.code
    }

    /// The severity of the fault for the tool that the file is for.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.diagnostic.level {
            Level::Error | Level::Form => Severity::Error,
            Level::Warning => Severity::Warning,
        }
    }

    /// The fault in words.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.diagnostic.message
    }

    /// The fault for users: `path:line:column`, the message, the source line with carets, and a hint. For a packed file, the byte
    /// offset is given, and no line.
    #[must_use]
    pub fn render(&self, source: &[u8], path: &Path) -> String {
        let (severity, Diagnostic { message, hint, .. }) = (self.severity(), &self.diagnostic);
        let shown = match self.place {
            Place::Text(position) => rendered(source, path, (position, &self.span), severity, message),
            Place::Byte(offset) => format!("{}: byte {offset}: {severity}: {message}\n", path.display()),
        };
        format!("{shown}  hint: {hint}\n")
    }
}

/// The numbers of faults by level and code: a code may be both an error and a warning.
type Counts = BTreeMap<(Level, &'static str), u64>;

/// The faults of a file in the order of their places: of each kind, the first 20 found. The others are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultList {
    faults: Vec<Fault>,
    counts: Counts,
}

impl Deref for FaultList {
    type Target = [Fault];

    fn deref(&self) -> &[Fault] {
        &self.faults
    }
}

impl FaultList {
    /// The number of errors, including those not listed.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.count(Level::Error) + self.count(Level::Form)
    }

    /// The number of warnings, including those not listed.
    #[must_use]
    pub fn warnings(&self) -> u64 {
        self.count(Level::Warning)
    }

    /// The number of faults not listed.
    #[must_use]
    pub fn not_listed(&self) -> u64 {
        self.counts.values().sum::<u64>() - self.faults.len() as u64
    }

    /// The number of faults of a level, including those not listed.
    #[must_use]
    pub fn count(&self, level: Level) -> u64 {
        count(&self.counts, level)
    }

    /// The first fault for which the file's reader refuses it.
    #[must_use]
    pub fn first_error(&self) -> Option<&Fault> {
        self.iter().find(|fault| fault.severity() == Severity::Error)
    }

    /// The faults for users, one below the other, and a line on those that are not listed.
    #[must_use]
    pub fn rendered(&self, source: &[u8], path: &Path) -> String {
        let listed: String = self.iter().map(|fault| fault.render(source, path)).collect();
        match self.not_listed() {
            0 => listed,
            more => format!("{listed}{more} more are not listed: of each kind, the first {MOST_LISTED} are\n"),
        }
    }
}

fn count(counts: &Counts, level: Level) -> u64 {
    counts.iter().filter(|((of, _), _)| *of == level).map(|(_, count)| count).sum()
}

/// The content of a file, and its faults.
#[derive(Debug)]
pub struct Report<T> {
    /// The content of the file; `None` if it has errors.
    pub content: Option<T>,
    /// The faults of the file.
    pub faults: FaultList,
}

/// The faults found so far.
#[derive(Debug)]
pub struct Faults<'a> {
    source: &'a [u8],
    is_packed: bool,
    /// The offsets of the line feeds, counted on first use.
    line_feeds: OnceCell<Vec<usize>>,
    found: Vec<(Range<usize>, Diagnostic)>,
    counts: Counts,
}

impl<'a> Faults<'a> {
    /// The faults of a text, none yet.
    #[must_use]
    pub fn new(source: &'a [u8]) -> Self {
        Self { source, is_packed: false, line_feeds: OnceCell::new(), found: Vec::new(), counts: Counts::new() }
    }

    /// The faults of a packed file, none yet, whose places are bytes.
    #[must_use]
    pub fn of_packed(source: &'a [u8]) -> Self {
        Self { is_packed: true, ..Self::new(source) }
    }

    /// Adds a fault. Hosts of one pattern may have the same fault, which counts once.
    pub fn add(&mut self, span: Range<usize>, diagnostic: Diagnostic) {
        if self.found.last().is_some_and(|(place, last)| *place == span && *last == diagnostic) {
            return;
        }
        let count = self.counts.entry((diagnostic.level, diagnostic.code)).or_insert(0);
        *count += 1;
        if *count <= MOST_LISTED {
            self.found.push((span, diagnostic));
        }
    }

    /// Adds a fault that is made only if it is listed; all faults of its code have one level.
    pub fn add_with(&mut self, code: &'static str, fault: impl FnOnce() -> (Range<usize>, Diagnostic)) {
        let counted = self.counts.iter_mut().find(|((_, of), count)| *of == code && **count >= MOST_LISTED);
        if let Some((_, count)) = counted {
            *count += 1;
        } else {
            let (span, diagnostic) = fault();
            debug_assert_eq!(diagnostic.code, code);
            self.add(span, diagnostic);
        }
    }

    /// Adds what the file's reader refuses, ignores or misreads.
    pub fn error(
        &mut self,
        span: Range<usize>,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) {
        self.add(span, Diagnostic::error(code, message, hint));
    }

    /// Adds what the file's reader refuses although its meaning is plain.
    pub fn form(
        &mut self,
        span: Range<usize>,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) {
        self.add(span, Diagnostic::form(code, message, hint));
    }

    /// Adds what is legal but odd.
    pub fn warning(
        &mut self,
        span: Range<usize>,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) {
        self.add(span, Diagnostic::warning(code, message, hint));
    }

    /// The source as text; if it is none, that is a fault.
    pub fn text(&mut self) -> Option<&'a str> {
        match std::str::from_utf8(self.source) {
            Ok(text) => Some(text),
            Err(error) => {
                let (at, message) = (error.valid_up_to(), "the byte here is no part of a character");
                self.error(at..at + 1, "not-utf-8", message, "save the file as UTF-8");
                None
            }
        }
    }

    /// The line of a byte, from 1.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        let line_feeds = self.line_feeds.get_or_init(|| {
            self.source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect()
        });
        line_feeds.partition_point(|&at| at < offset) + 1
    }

    /// True if a fault is an error in the meaning.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        count(&self.counts, Level::Error) > 0
    }

    /// The faults in the order of their places.
    #[must_use]
    pub fn listed(mut self) -> FaultList {
        self.found.sort_by_key(|(span, _)| (span.start, span.end));
        let mut locator = Locator::new(self.source);
        let located = |(span, diagnostic): (Range<usize>, Diagnostic)| {
            let place = if self.is_packed { Place::Byte(span.start) } else { Place::Text(locator.locate(span.start)) };
            Fault { place, span, diagnostic }
        };
        FaultList { faults: self.found.into_iter().map(located).collect(), counts: self.counts }
    }

    /// The report with the content, which a file with errors does not have.
    #[must_use]
    pub fn report<T>(self, content: Option<T>) -> Report<T> {
        Report { content: content.filter(|_| !self.has_errors()), faults: self.listed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(level: Level) -> Diagnostic {
        Diagnostic { level, ..Diagnostic::error("odd", "odd", "") }
    }

    #[test]
    fn one_code_may_be_an_error_and_a_warning() {
        for (first, second) in [(Level::Warning, Level::Error), (Level::Error, Level::Warning)] {
            let mut faults = Faults::new(b"abc");
            for (at, level) in [first, second, second].into_iter().enumerate() {
                faults.add(at..at + 1, odd(level));
            }
            assert!(faults.has_errors());
            let report = faults.report(Some(()));
            let counts = if first == Level::Error { (1, 2) } else { (2, 1) };
            assert_eq!((report.faults.errors(), report.faults.warnings()), counts);
            assert_eq!((report.content, report.faults.len()), (None, 3));
        }
    }

    #[test]
    fn each_level_has_its_own_list() {
        let mut faults = Faults::new(b"");
        for at in 0..30 {
            faults.add(at..at, odd(Level::Warning));
        }
        faults.add(30..30, odd(Level::Error));
        let list = faults.listed();
        assert_eq!((list.errors(), list.warnings(), list.len(), list.not_listed()), (1, 30, 21, 10));
        assert!(list.first_error().is_some());
    }
}
