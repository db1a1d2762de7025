//! Parser of statements with error recovery: after a fault it continues with the most likely intention of the author.
//!
//! ```text
//! file      = statement+
//! statement = process "=>" process+ ";" | process ";"
//! process   = HOST ":" NUMBER
//! ```

use super::fault::FaultKind;
use super::faults::Faults;
use super::scan::{Token, TokenKind, scan, shown};
use crate::format::host_name::{HostNameError, MAX_HOST_NAME, check_characters};
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

/// The token after a run of processes.
enum Follower {
    Arrow(Token),
    Semicolon,
    EndOfFile,
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

    fn statement(&mut self) {
        let first = self.parsed.mentions.len();
        if let Some(arrow) = self.peek().filter(|token| token.kind == TokenKind::Arrow) {
            self.fault(arrow.start..arrow.end, FaultKind::MissingParent);
        }
        let follower = self.processes();
        let heads = first..self.parsed.mentions.len();
        match follower {
            Follower::Arrow(_) => {
                self.next += 1;
                let parent = self.parent(heads);
                self.children(parent);
            }
            Follower::Semicolon => self.without_arrow(heads, true),
            Follower::EndOfFile => self.without_arrow(heads, false),
        }
    }

    /// Handles a statement of the form `process ;`, or one with a missing arrow.
    fn without_arrow(&mut self, heads: Range<usize>, ended: bool) {
        let all_bare = self.parsed.mentions[heads.clone()].iter().all(|mention| mention.bare);
        if heads.is_empty() {
            return;
        }
        if all_bare && (heads.len() > 1 || !ended) {
            self.not_a_statement(heads);
            return;
        }
        if !ended {
            self.missing_semicolon(heads.end - 1);
        }
        if heads.len() > 1 {
            let (parent, child) = (self.name(heads.start), self.name(heads.start + 1));
            let span = self.parsed.mentions[heads.start + 1].span.clone();
            self.fault(span, FaultKind::MissingArrow { parent, child });
        }
        let form = if heads.len() > 1 { Form::Parent } else { Form::Declaration };
        self.close(heads.start, heads.start + 1..heads.end, form);
    }

    /// Returns the parent of a statement with an arrow, from the processes before the arrow.
    fn parent(&mut self, heads: Range<usize>) -> Option<usize> {
        let Some(parent) = heads.clone().next_back() else {
            self.parsed.complete = false;
            return None;
        };
        let before = heads.start..parent;
        if before.is_empty() {
            return Some(parent);
        }
        if self.parsed.mentions[parent].first_in_line {
            self.without_arrow(before, false);
        } else {
            let second = self.name(parent);
            self.fault(self.parsed.mentions[parent].span.clone(), FaultKind::SeveralParents { second });
            self.parsed.complete = false;
        }
        Some(parent)
    }

    /// Reads the children after an arrow, up to the end of the statement. Further arrows begin new statements.
    fn children(&mut self, mut parent: Option<usize>) {
        let mut first = self.parsed.mentions.len();
        loop {
            let nothing = matches!(self.kind_at(0), None | Some(TokenKind::Arrow | TokenKind::Semicolon));
            let follower = self.processes();
            let end = self.parsed.mentions.len();
            let Follower::Arrow(arrow) = follower else {
                let ended = matches!(follower, Follower::Semicolon);
                if nothing {
                    self.no_children(parent, ended);
                } else if !ended {
                    // There are tokens after the arrow, but perhaps no readable process.
                    let last = self.tokens.last().map_or(0..0, |token| token.start..token.end);
                    let after = if end > first { self.name(end - 1) } else { self.text(&last) };
                    self.fault(last.end..last.end, FaultKind::MissingSemicolon { after });
                }
                return self.close_children(parent, first..end);
            };
            self.next += 1;
            let next_parent = (first..end).next_back();
            if end > first + 1 && self.parsed.mentions[end - 1].first_in_line {
                self.missing_semicolon(end - 2);
                self.close_children(parent, first..end - 1);
            } else {
                self.fault(arrow.start..arrow.end, FaultKind::ChainedArrow);
                if next_parent.is_none() {
                    continue;
                }
                self.close_children(parent, first..end);
            }
            parent = next_parent;
            first = end;
        }
    }

    fn no_children(&mut self, parent: Option<usize>, ended: bool) {
        if let Some(parent) = parent {
            let span = self.parsed.mentions[parent].span.clone();
            self.fault(span, FaultKind::NoChildren { parent: self.name(parent) });
        }
        if !ended {
            let end = self.tokens.last().map_or(0, |arrow| arrow.end);
            self.fault(end..end, FaultKind::MissingSemicolon { after: "=>".to_owned() });
        }
    }

    fn close_children(&mut self, parent: Option<usize>, children: Range<usize>) {
        match parent {
            Some(parent) => self.close(parent, children, Form::Parent),
            None => self.report_missing_ranks(children),
        }
    }

    fn close(&mut self, parent: usize, children: Range<usize>, form: Form) {
        self.report_missing_ranks(parent..parent + 1);
        self.report_missing_ranks(children.clone());
        self.parsed.statements.push(Statement { parent, children, form });
    }

    fn report_missing_ranks(&mut self, mentions: Range<usize>) {
        for index in mentions {
            let mention = &mut self.parsed.mentions[index];
            if std::mem::take(&mut mention.bare) {
                let span = mention.span.clone();
                self.parsed.complete = false;
                self.fault(span.clone(), FaultKind::MissingRank { host: self.text(&span) });
            }
        }
    }

    fn missing_semicolon(&mut self, after: usize) {
        let end = self.parsed.mentions[after].span.end;
        self.fault(end..end, FaultKind::MissingSemicolon { after: self.name(after) });
    }

    fn not_a_statement(&mut self, words: Range<usize>) {
        let mentions = &self.parsed.mentions;
        let span = mentions[words.start].span.start..mentions[words.end - 1].span.end;
        self.fault(span.clone(), FaultKind::NotAStatement { text: self.text(&span) });
    }

    /// Reads processes up to an arrow, a semicolon (which is consumed) or the end of the file.
    fn processes(&mut self) -> Follower {
        loop {
            let Some(token) = self.peek() else {
                return Follower::EndOfFile;
            };
            match token.kind {
                TokenKind::Arrow => return Follower::Arrow(token),
                TokenKind::Semicolon => {
                    self.next += 1;
                    return Follower::Semicolon;
                }
                TokenKind::Colon => self.process_without_host(&token),
                TokenKind::Word | TokenKind::Number | TokenKind::Ipv6 => self.process(&token),
            }
        }
    }

    fn process_without_host(&mut self, colon: &Token) {
        self.fault(colon.start..colon.end, FaultKind::MissingHost);
        self.parsed.complete = false;
        self.next += 1;
        if self.kind_at(0) == Some(TokenKind::Number) && self.kind_at(1) != Some(TokenKind::Colon) {
            self.next += 1;
        }
    }

    fn process(&mut self, host: &Token) {
        self.check_host(host);
        self.next += 1;
        let mut mention = Mention {
            host: host.start..host.end,
            rank: None,
            span: host.start..host.end,
            bare: false,
            first_in_line: host.first_in_line,
        };
        if self.kind_at(0) == Some(TokenKind::Colon) {
            self.next += 1;
            self.rank(&mut mention);
            self.extra_ranks();
        } else if let Some(number) = self.rank_without_colon(host) {
            self.next += 1;
            let host = self.text(&mention.host);
            self.fault(number.start..number.end, FaultKind::MissingColon { host });
            self.set_rank(&mut mention, &number);
        } else {
            mention.bare = true;
        }
        self.parsed.mentions.push(mention);
    }

    /// Returns the number after a host without a colon, as in `n1 0`. It is the rank unless it begins a line or a process.
    fn rank_without_colon(&self, host: &Token) -> Option<Token> {
        let number = self.peek().filter(|token| token.kind == TokenKind::Number && !token.first_in_line)?;
        (host.kind == TokenKind::Word && self.kind_at(1) != Some(TokenKind::Colon)).then_some(number)
    }

    /// Reads the rank after the colon. A word is a bad rank unless it is the host of the next process.
    fn rank(&mut self, mention: &mut Mention) {
        let is_followed_by_colon = self.kind_at(1) == Some(TokenKind::Colon);
        let after_colon = self.tokens[self.next - 1].end;
        let begins_process = |token: &Token| is_followed_by_colon && token.start > after_colon;
        match self.peek() {
            Some(token) if token.kind == TokenKind::Number => self.set_rank(mention, &token),
            Some(token) if token.kind == TokenKind::Word && !begins_process(&token) => self.set_rank(mention, &token),
            _ => {
                self.parsed.complete = false;
                self.fault(mention.span.clone(), FaultKind::MissingRank { host: self.text(&mention.host) });
                return;
            }
        }
        self.next += 1;
    }

    fn set_rank(&mut self, mention: &mut Mention, token: &Token) {
        let span = token.start..token.end;
        mention.span.end = token.end;
        let digits = &self.source[span.clone()];
        if !digits.iter().all(u8::is_ascii_digit) {
            self.parsed.complete = false;
            self.fault(span.clone(), FaultKind::BadRank { text: self.text(&span) });
            return;
        }
        let value =
            digits.iter().fold(0u64, |value, digit| value.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        if token.kind == TokenKind::Word {
            self.fault(span.clone(), FaultKind::LeadingZeros { rank: self.text(&span) });
        } else if value > u64::from(u32::MAX) {
            // MRNet reads 64 bits with saturation and keeps the lower 32.
            let wraps_to = u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX);
            self.fault(span.clone(), FaultKind::RankTooLarge { rank: self.text(&span), wraps_to });
        }
        mention.rank = Some(value);
    }

    /// Skips unexpected colons and ranks after a process, as in `n1:0:1`.
    fn extra_ranks(&mut self) {
        while let Some(colon) = self.peek().filter(|token| token.kind == TokenKind::Colon && !token.first_in_line) {
            self.fault(colon.start..colon.end, FaultKind::UnexpectedColon);
            self.next += 1;
            let is_rank = matches!(self.kind_at(0), Some(TokenKind::Number));
            if is_rank && !self.peek().is_some_and(|token| token.first_in_line) {
                self.next += 1;
            }
        }
    }

    fn check_host(&mut self, token: &Token) {
        let span = token.start..token.end;
        let bytes = &self.source[span.clone()];
        match token.kind {
            TokenKind::Ipv6 => self.fault(span.clone(), FaultKind::Ipv6 { address: self.text(&span) }),
            TokenKind::Number if self.is_number_a_host() => {
                let name = self.text(&span);
                self.fault(span, FaultKind::HostName(HostNameError::Digits { name }));
            }
            TokenKind::Word => match std::str::from_utf8(bytes).map(check_characters) {
                Ok(Ok(())) if bytes.len() > MAX_HOST_NAME => {
                    self.fault(span, FaultKind::LongHostName { length: bytes.len() });
                }
                Ok(Ok(())) => {}
                Ok(Err(error)) => self.fault(bad_character(&span, bytes, &error), FaultKind::HostName(error)),
                Err(invalid) => {
                    let at = span.start + invalid.valid_up_to();
                    let error =
                        HostNameError::Character { name: self.text(&span), character: char::REPLACEMENT_CHARACTER };
                    self.fault(at..at + 1, FaultKind::HostName(error));
                }
            },
            _ => {}
        }
    }

    /// True if the number is written in place of a host, as in `5:0`; a number alone is a process without a host.
    fn is_number_a_host(&self) -> bool {
        self.kind_at(1) == Some(TokenKind::Colon)
    }
}

/// The span of the invalid character in a host name.
fn bad_character(span: &Range<usize>, bytes: &[u8], error: &HostNameError) -> Range<usize> {
    let name = String::from_utf8_lossy(bytes);
    let found = match error {
        HostNameError::Brackets { .. } => name.find(['[', ']']).map(|at| (at, 1)),
        HostNameError::Character { character, .. } | HostNameError::Start { character, .. } => {
            name.find(*character).map(|at| (at, character.len_utf8()))
        }
        _ => None,
    };
    match found {
        Some((at, length)) => span.start + at..span.start + at + length,
        None => span.clone(),
    }
}
