//! Parser of statements with error recovery: after a fault it continues with the most likely intention of the author.
//!
//! ```text
//! file      = statement+
//! statement = process "=>" process+ ";" | process ";"
//! process   = HOST ":" NUMBER
//! ```

mod process;
mod statement;

use super::fault::FaultKind;
use super::faults::Faults;
use super::scan::{Token, TokenKind, scan, shown};
use std::ops::Range;

/// A mention of a process.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) host: Range<usize>,
    /// The rank; `None` if it is missing or not a number.
    pub(super) rank: Option<u64>,
    pub(super) span: Range<usize>,
    /// True if the mention is a word without ':' and rank.
    bare: bool,
    first_in_line: bool,
}

/// A statement, by indices into the mentions.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) parent: usize,
    pub(super) children: Range<usize>,
    pub(super) form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The form `process ;`.
    Declaration,
    /// The form `process => children ;`.
    Parent,
}

pub(super) struct Parsed {
    pub(super) mentions: Vec<Mention>,
    pub(super) statements: Vec<Statement>,
    pub(super) faults: Faults,
    /// True if all processes and parents could be read, so that the processes without parents are known.
    pub(super) complete: bool,
}

/// Reads all statements. **Complexity** O(bytes).
pub(super) fn parse(source: &[u8]) -> Parsed {
    let scanned = scan(source);
    let parsed = Parsed { mentions: Vec::new(), statements: Vec::new(), faults: scanned.faults, complete: true };
    let mut parser = Parser { source, tokens: scanned.tokens, next: 0, parsed };
    if parser.tokens.is_empty() {
        parser.fault(0..0, FaultKind::Empty);
    }
    while let Some(token) = parser.peek() {
        if token.kind == TokenKind::Semicolon {
            parser.fault(token.start..token.end, FaultKind::EmptyStatement);
            parser.next += 1;
        } else {
            parser.statement();
        }
    }
    parser.parsed
}

struct Parser<'a> {
    source: &'a [u8],
    tokens: Vec<Token>,
    next: usize,
    parsed: Parsed,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.next + ahead).copied()
    }

    fn kind_at(&self, ahead: usize) -> Option<TokenKind> {
        self.peek_at(ahead).map(|token| token.kind)
    }

    fn fault(&mut self, span: Range<usize>, kind: FaultKind) {
        self.parsed.faults.add(span, kind);
    }

    fn text(&self, span: &Range<usize>) -> String {
        shown(&self.source[span.clone()])
    }

    fn name(&self, mention: usize) -> String {
        self.text(&self.parsed.mentions[mention].span)
    }
}
