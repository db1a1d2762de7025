//! Statements of a GOAL text.

use super::faults;
use super::operation::{Number, RANK, RANKS, Unreadable, Verb, Written, expected, number, operation};
use super::scan::{BYTE_ORDER_MARK, Comment, Scanner};
use logpine_text::fault::Faults;
use std::ops::Range;

/// A statement.
pub(super) enum Statement {
    /// `num_ranks 8`
    NumRanks(Number<u32>),
    /// `rank 0 {`
    Rank(Number<u32>),
    /// `}`
    End,
    /// An operation; `None` if it cannot be read.
    Operation { label: Option<Range<usize>>, written: Option<Written> },
    /// `waiting requires before`, or `irequires`.
    Dependency { waiting: Range<usize>, before: Range<usize>, wait: Wait },
    /// An unreadable statement.
    Unreadable,
}

/// The event that a dependency waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    Done,
    Begun,
}

/// A statement and its span.
pub(super) struct Placed {
    pub(super) span: Range<usize>,
    pub(super) statement: Statement,
}

/// An iterator over statements.
pub(super) struct Statements<'a> {
    scanner: Scanner<'a>,
    /// True if another statement precedes this one on the line.
    line_is_shared: bool,
}

impl<'a> Statements<'a> {
    /// Starts at the beginning of the text.
    pub(super) fn new(source: &'a [u8], faults: &mut Faults<'_>) -> Self {
        let mut scanner = Scanner::new(source, 0);
        if scanner.take(BYTE_ORDER_MARK) {
            faults.form(
                0..BYTE_ORDER_MARK.len(),
                "byte-order-mark",
                "a byte order mark, which the converter refuses",
                "save the file as plain ASCII, without a byte order mark",
            );
        }
        Self { scanner, line_is_shared: false }
    }

    /// Starts at the beginning of a statement.
    pub(super) fn from(source: &'a [u8], at: usize) -> Self {
        Self { scanner: Scanner::new(source, at), line_is_shared: false }
    }

    /// The next statement; `None` at the end of the file.
    pub(super) fn next(&mut self, faults: &mut Faults<'_>) -> Option<Placed> {
        self.lead_in(faults)?;
        let start = self.scanner.at();
        let mut statement = self.statement(faults).unwrap_or(Statement::Unreadable);
        let written = &self.scanner.source()[start..self.scanner.at()];
        let span = start..start + written.trim_ascii_end().len();
        let readable = !matches!(statement, Statement::Unreadable | Statement::Operation { written: None, .. });
        if !readable || self.lead_out(&statement, faults).is_err() {
            self.scanner.skip_line();
            statement = match statement {
                Statement::Operation { label, .. } => Statement::Operation { label, written: None },
                _ => Statement::Unreadable,
            };
        }
        Some(Placed { span, statement })
    }

    /// Skips blanks, line ends and comments before a statement.
    fn lead_in(&mut self, faults: &mut Faults<'_>) -> Option<()> {
        loop {
            let start = self.scanner.at();
            let indented = self.scanner.blanks();
            let blanks = start..self.scanner.at();
            if self.scanner.newline() {
                self.line_is_shared = false;
                continue;
            }
            self.scanner.peek()?;
            let comment = self.scanner.comment();
            // Blanks are refused before any statement or comment; on a shared line a different fault is reported.
            match comment {
                Comment::None if self.line_is_shared && indented => {
                    faults.add(self.scanner.here(), faults::shared_line());
                }
                Comment::Skipped(comment) if self.line_is_shared && indented => {
                    faults.add(comment, faults::trailing_comment());
                    continue;
                }
                Comment::Unterminated(comment) => {
                    faults.add(comment, faults::unterminated_comment());
                    return None;
                }
                _ if indented => faults.form(
                    blanks,
                    "indentation",
                    "blanks before a statement or comment, which the converter refuses",
                    "begin the line with its first word",
                ),
                _ => {}
            }
            if matches!(comment, Comment::None) {
                return Some(());
            }
            self.line_is_shared = true;
        }
    }

    /// Skips blanks and comments after a statement, up to the end of the line.
    fn lead_out(&mut self, statement: &Statement, faults: &mut Faults<'_>) -> Result<(), Unreadable> {
        self.line_is_shared = true;
        if matches!(statement, Statement::NumRanks(_) | Statement::Rank(_) | Statement::End) {
            // Anything may follow these statements.
            return Ok(());
        }
        loop {
            self.scanner.blanks();
            if self.scanner.is_line_end() {
                return Ok(());
            }
            match self.scanner.comment() {
                Comment::Skipped(comment) => faults.add(comment, faults::trailing_comment()),
                Comment::Unterminated(comment) => faults.add(comment, faults::unterminated_comment()),
                Comment::None if self.scanner.peek() == Some(b'}') => {
                    let at = self.scanner.at();
                    faults.add(at..at + 1, faults::shared_line());
                    self.line_is_shared = false;
                    return Ok(());
                }
                Comment::None => return Err(expected(&self.scanner, "the end of the line", faults)),
            }
        }
    }

    fn statement(&mut self, faults: &mut Faults<'_>) -> Result<Statement, Unreadable> {
        if self.scanner.take(b"}") {
            return Ok(Statement::End);
        }
        let Some(word) = self.scanner.word() else {
            return Err(expected(&self.scanner, "a statement", faults));
        };
        let after_word = self.scanner.at();
        self.scanner.blanks();
        if self.scanner.take(b":") {
            return Ok(self.labelled(word, faults));
        }
        let verb = verb(&self.scanner.source()[word.clone()]);
        if let Some(wait) = self.wait() {
            self.check_label(&word, faults);
            self.scanner.blanks();
            let Some(before) = self.scanner.word() else {
                return Err(expected(&self.scanner, "a label", faults));
            };
            return Ok(Statement::Dependency { waiting: word, before, wait });
        }
        if let Some(verb) = verb {
            return Ok(Statement::Operation { label: None, written: operation(&mut self.scanner, verb, faults).ok() });
        }
        match &self.scanner.source()[word.clone()] {
            b"num_ranks" => Ok(Statement::NumRanks(number(&mut self.scanner, RANKS, faults)?)),
            b"rank" => {
                let rank = number(&mut self.scanner, RANK, faults)?;
                self.scanner.blanks();
                if self.scanner.take(b"{") {
                    Ok(Statement::Rank(rank))
                } else {
                    Err(expected(&self.scanner, "'{'", faults))
                }
            }
            _ => {
                self.scanner = Scanner::new(self.scanner.source(), after_word);
                self.scanner.blanks();
                Err(expected(&self.scanner, "':', \"requires\" or \"irequires\" after a label", faults))
            }
        }
    }

    /// An operation after its label and colon.
    fn labelled(&mut self, label: Range<usize>, faults: &mut Faults<'_>) -> Statement {
        self.check_label(&label, faults);
        self.scanner.blanks();
        let verbs = [(&b"send"[..], Verb::Send), (b"recv", Verb::Receive), (b"calc", Verb::Calculate)];
        let verb = verbs.into_iter().find(|(name, _)| self.scanner.take(name));
        let written = match verb {
            Some((_, verb)) => operation(&mut self.scanner, verb, faults),
            None => Err(expected(&self.scanner, "\"send\", \"recv\" or \"calc\" after a label", faults)),
        };
        Statement::Operation { label: Some(label), written: written.ok() }
    }

    fn wait(&mut self) -> Option<Wait> {
        if self.scanner.take(b"requires") {
            Some(Wait::Done)
        } else if self.scanner.take(b"irequires") {
            Some(Wait::Begun)
        } else {
            None
        }
    }

    /// Reports labels with which the converter expects other statements to begin.
    fn check_label(&self, label: &Range<usize>, faults: &mut Faults<'_>) {
        let keywords = ["send", "recv", "calc", "rank", "num_ranks"];
        let text = &self.scanner.source()[label.clone()];
        if let Some(label_text) = keywords.into_iter().find(|keyword| keyword.as_bytes() == text) {
            faults.form(
                label.clone(),
                "keyword-label",
                format!("{label_text} as a label, which the converter refuses"),
                "choose a label that begins no other statement",
            );
        }
    }
}

fn verb(word: &[u8]) -> Option<Verb> {
    match word {
        b"send" => Some(Verb::Send),
        b"recv" => Some(Verb::Receive),
        b"calc" => Some(Verb::Calculate),
        _ => None,
    }
}
