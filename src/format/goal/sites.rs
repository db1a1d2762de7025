//! Operations found again in a GOAL text: where they stand is not kept, for it is only asked for where there is a fault.

use super::faults::Faults;
use super::place::{Lines, Site, Sites};
use super::statement::{Placed, Statement, Statements};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;

/// The rank whose block begins there.
pub(super) fn rank_at(source: &[u8], header: usize) -> Option<u32> {
    match Statements::from(source, header).next(&mut Faults::default())?.statement {
        Statement::Rank(rank) => Some(rank.value),
        _ => None,
    }
}

/// Reads ranks again to find their operations.
pub(super) struct TextSites<'a> {
    source: &'a [u8],
    headers: &'a [usize],
    lines: &'a Lines<'a>,
    /// The operations of every rank that was asked for.
    known: RefCell<FxHashMap<u32, Vec<Range<usize>>>>,
}

impl<'a> TextSites<'a> {
    /// The blocks of the ranks begin at the `headers`, in the order of the text.
    pub(super) fn new(source: &'a [u8], headers: &'a [usize], lines: &'a Lines<'a>) -> Self {
        Self { source, headers, lines, known: RefCell::default() }
    }

    /// The spans of a rank's operations.
    fn operations(&self, rank: u32) -> Vec<Range<usize>> {
        let Some(&header) = self.headers.get(rank as usize) else { return Vec::new() };
        let end = self.headers.get(rank as usize + 1).copied().unwrap_or(self.source.len());
        let mut statements = Statements::from(&self.source[..end], header);
        // What is wrong with them has been told.
        let mut told = Faults::default();
        let mut spans = Vec::new();
        while let Some(Placed { span, statement }) = statements.next(&mut told) {
            match statement {
                Statement::Operation { .. } => spans.push(span),
                Statement::End => break,
                _ => {}
            }
        }
        spans
    }
}

impl Sites for TextSites<'_> {
    fn site(&self, rank: u32, operation: u32) -> Site {
        let mut known = self.known.borrow_mut();
        let spans = known.entry(rank).or_insert_with(|| self.operations(rank));
        let span = spans.get(operation as usize).cloned().unwrap_or(0..0);
        Site { place: self.lines.place(span.start), span }
    }
}
