//! Processes: a host, a colon and a rank each, and what is read in place of them.

use super::{Mention, Parser};
use crate::host_name::{HostNameError, MAX_HOST_NAME, check_characters};
use crate::mrnet::scan::{Token, TokenKind};
use std::ops::Range;

/// The token after a run of processes.
pub(super) enum Follower {
    Arrow(Token),
    Semicolon,
    EndOfFile,
}

impl Parser<'_> {
    /// Reads processes up to an arrow, a semicolon (which is consumed) or the end of the file.
    pub(super) fn processes(&mut self) -> Follower {
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
        self.faults.error(
            colon.start..colon.end,
            "missing-host",
            "the host name before ':' is missing",
            "a process is written host:rank",
        );
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
            self.faults.error(
                number.start..number.end,
                "missing-colon",
                format!("the ':' between host {host} and its rank is missing"),
                "a process is written host:rank, the rank a number that no other process of the host has",
            );
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
                self.faults.error(
                    mention.span.clone(),
                    "missing-rank",
                    format!("host {host} has no rank", host = self.text(&mention.host)),
                    "a process is written host:rank, the rank a number that no other process of the host has",
                );
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
            self.faults.error(
                span.clone(),
                "bad-rank",
                format!("\"{text}\" is not a rank", text = self.text(&span)),
                "a process is written host:rank, the rank a number that no other process of the host has",
            );
            return;
        }
        let value =
            digits.iter().fold(0u64, |value, digit| value.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        if token.kind == TokenKind::Word {
            self.faults.error(
                span.clone(),
                "leading-zeros",
                format!("the rank {rank} has leading zeros, which MRNet refuses", rank = self.text(&span)),
                "write it without them: 0, 1, 2, ...",
            );
        } else if value > u64::from(u32::MAX) {
            // MRNet reads 64 bits with saturation and keeps the lower 32.
            let wraps_to = u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX);
            self.faults.error(
                span.clone(),
                "rank-too-large",
                format!(
                    "the rank {rank} is above 4294967295; MRNet silently takes it for {wraps_to}",
                    rank = self.text(&span)
                ),
                "the rank only tells processes of one host apart: count 0, 1, 2, ... on each host",
            );
        }
        mention.rank = Some(value);
    }

    /// Skips unexpected colons and ranks after a process, as in `n1:0:1`.
    fn extra_ranks(&mut self) {
        while let Some(colon) = self.peek().filter(|token| token.kind == TokenKind::Colon && !token.first_in_line) {
            self.faults.error(colon.start..colon.end, "unexpected-colon", "':' does not belong here", "remove it");
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
            TokenKind::Ipv6 => self.faults.error(
                span.clone(),
                "ipv6",
                format!("{address} looks like an IPv6 address, which MRNet cannot read", address = self.text(&span)),
                "use a host name or a dotted IPv4 address",
            ),
            TokenKind::Number if self.is_number_a_host() => {
                let error = HostNameError::Digits { name: self.text(&span) };
                self.faults.error(span, "host-name", error.to_string(), error.hint());
            }
            TokenKind::Word => match std::str::from_utf8(bytes).map(check_characters) {
                Ok(Ok(())) if bytes.len() > MAX_HOST_NAME => {
                    self.faults.warning(
                        span,
                        "long-host-name",
                        format!(
                            "the host name is {length} characters long, more than any resolver takes",
                            length = bytes.len()
                        ),
                        "use the host's short name or its dotted IPv4 address",
                    );
                }
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    self.faults.error(
                        bad_character(&span, bytes, &error),
                        "host-name",
                        error.to_string(),
                        error.hint(),
                    );
                }
                Err(invalid) => {
                    let at = span.start + invalid.valid_up_to();
                    let error =
                        HostNameError::Character { name: self.text(&span), character: char::REPLACEMENT_CHARACTER };
                    self.faults.error(at..at + 1, "host-name", error.to_string(), error.hint());
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
