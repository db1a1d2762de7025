//! Parser of statements with error recovery: after a fault it continues with the most likely intention of the author.
//!
//! ```text
//! file      = statement+
//! statement = process "=>" process+ ";" | process ";"
//! process   = HOST ":" NUMBER
//! ```

mod process;
mod statement;

use super::scan::{Token, TokenKind, scan, shown};
use logpine_text::fault::Faults;
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
    /// True if all processes and parents could be read, so that the processes without parents are known.
    pub(super) complete: bool,
}

/// Reads all statements. **Complexity** O(bytes).
pub(super) fn parse(source: &[u8]) -> (Parsed, Faults<'_>) {
    let scanned = scan(source);
    let parsed = Parsed { mentions: Vec::new(), statements: Vec::new(), complete: true };
    let mut parser = Parser { source, tokens: scanned.tokens, next: 0, parsed, faults: scanned.faults };
    if parser.tokens.is_empty() {
        parser.faults.error(
            0..0,
            "empty",
            "there is no statement in the file",
            "a topology has at least its front end: \"fe:0 ;\"",
        );
    }
    while let Some(token) = parser.peek() {
        if token.kind == TokenKind::Semicolon {
            parser.faults.error(
                token.start..token.end,
                "empty-statement",
                "';' without a statement before it",
                "remove it",
            );
            parser.next += 1;
        } else {
            parser.statement();
        }
    }
    (parser.parsed, parser.faults)
}

struct Parser<'a> {
    source: &'a [u8],
    tokens: Vec<Token>,
    next: usize,
    parsed: Parsed,
    faults: Faults<'a>,
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

    fn text(&self, span: &Range<usize>) -> String {
        shown(&self.source[span.clone()])
    }

    fn name(&self, mention: usize) -> String {
        self.text(&self.parsed.mentions[mention].span)
    }
}
