//! Statements: a parent with its children, or a process alone.

use super::process::Follower;
use super::{Form, Parser, Statement};
use crate::mrnet::scan::TokenKind;
use std::ops::Range;

impl Parser<'_> {
    pub(super) fn statement(&mut self) {
        let first = self.parsed.mentions.len();
        if let Some(arrow) = self.peek().filter(|token| token.kind == TokenKind::Arrow) {
            self.faults.error(
                arrow.start..arrow.end,
                "missing-parent",
                "the parent before \"=>\" is missing",
                "a statement is written \"parent:0 => child:0 child:1 ;\"",
            );
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
            self.faults.error(
                span,
                "missing-arrow",
                format!("\"=>\" is missing between {parent} and {child}"),
                "a statement is written \"parent:0 => child:0 child:1 ;\"",
            );
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
            self.faults.error(
                self.parsed.mentions[parent].span.clone(),
                "several-parents",
                format!("{second} is a second process before \"=>\": a statement has one parent"),
                "a statement is written \"parent:0 => child:0 child:1 ;\"",
            );
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
                    self.faults.error(
                        last.end..last.end,
                        "missing-semicolon",
                        format!("';' is missing after {after}"),
                        "end the statement with ';'",
                    );
                }
                return self.close_children(parent, first..end);
            };
            self.next += 1;
            let next_parent = (first..end).next_back();
            if end > first + 1 && self.parsed.mentions[end - 1].first_in_line {
                self.missing_semicolon(end - 2);
                self.close_children(parent, first..end - 1);
            } else {
                self.faults.error(
                    arrow.start..arrow.end,
                    "chained-arrow",
                    "\"=>\" a second time in one statement",
                    "end the statement with ';' and give the next parent a statement of its own",
                );
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
            self.faults.error(
                span,
                "no-children",
                format!("{parent} has no child after \"=>\"", parent = self.name(parent)),
                "list its children, or remove the statement: leaves need none",
            );
        }
        if !ended {
            let end = self.tokens.last().map_or(0, |arrow| arrow.end);
            self.faults.error(
                end..end,
                "missing-semicolon",
                format!("';' is missing after {after}", after = "=>".to_owned()),
                "end the statement with ';'",
            );
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
                self.faults.error(
                    span.clone(),
                    "missing-rank",
                    format!("host {host} has no rank", host = self.text(&span)),
                    "a process is written host:rank, the rank a number that no other process of the host has",
                );
            }
        }
    }

    fn missing_semicolon(&mut self, after: usize) {
        let end = self.parsed.mentions[after].span.end;
        self.faults.error(
            end..end,
            "missing-semicolon",
            format!("';' is missing after {after}", after = self.name(after)),
            "end the statement with ';'",
        );
    }

    fn not_a_statement(&mut self, words: Range<usize>) {
        let mentions = &self.parsed.mentions;
        let span = mentions[words.start].span.start..mentions[words.end - 1].span.end;
        self.faults.error(
            span.clone(),
            "not-a-statement",
            format!("\"{text}\" is not a statement", text = self.text(&span)),
            "remove it, or make it a comment with '#'",
        );
    }
}
