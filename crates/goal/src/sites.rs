//! Lookup of operations in a GOAL text. Their places are not stored, because they are needed only for faults.

use super::place::{Lines, Place, Site, Sites};
use super::statement::{Placed, Statement, Statements};
use super::{INPUT_LIMIT, is_text};
use logpine_text::fault::Faults;
use logpine_text::input;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

/// The rank whose block begins at `header`.
pub(super) fn rank_at(source: &[u8], header: usize) -> Option<u32> {
    match Statements::from(source, header).next(&mut Faults::new(b""))?.statement {
        Statement::Rank(rank) => Some(rank.value),
        _ => None,
    }
}

/// The line of an operation in a GOAL file, as returned by [`place`]; `None` if the file is packed or cannot be read.
#[must_use]
pub fn place_in_file(file: &Path, rank: u32, operation: u32) -> Option<Place> {
    let source = input::read(file, &file.to_string_lossy(), INPUT_LIMIT).ok()?;
    if is_text(&source) { place(&source, rank, operation) } else { None }
}

/// The line of an operation in a GOAL text, given by the index of the block in the text and the index of the operation in
/// that block, both from 0. `None` if there is no such operation.
#[must_use]
pub fn place(source: &[u8], rank: u32, operation: u32) -> Option<Place> {
    let mut told = Faults::new(b"");
    let mut statements = Statements::new(source, &mut told);
    let (mut ranks, mut operations) = (0u64, 0);
    while let Some(Placed { span, statement }) = statements.next(&mut told) {
        match statement {
            Statement::Rank(_) => (ranks, operations) = (ranks + 1, 0),
            Statement::Operation { .. } if ranks == u64::from(rank) + 1 => {
                if operations == operation {
                    return Some(Lines::new(source).place(span.start));
                }
                operations += 1;
            }
            _ => {}
        }
    }
    None
}

/// Finds operations by reading their ranks again.
pub(super) struct TextSites<'a> {
    source: &'a [u8],
    headers: &'a [usize],
    lines: &'a Lines<'a>,
    /// The operations of the ranks looked up so far.
    known: RefCell<FxHashMap<u32, Vec<Range<usize>>>>,
}

impl<'a> TextSites<'a> {
    /// Creates the lookup; the blocks of the ranks begin at the `headers`, in the order of the text.
    pub(super) fn new(source: &'a [u8], headers: &'a [usize], lines: &'a Lines<'a>) -> Self {
        Self { source, headers, lines, known: RefCell::default() }
    }

    /// The spans of a rank's operations.
    fn operations(&self, rank: u32) -> Vec<Range<usize>> {
        let Some(&header) = self.headers.get(rank as usize) else { return Vec::new() };
        let end = self.headers.get(rank as usize + 1).copied().unwrap_or(self.source.len());
        let mut statements = Statements::from(&self.source[..end], header);
        // Faults of these operations have been reported already.
        let mut told = Faults::new(b"");
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

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_place() {
        use logpine_goal::place;
        let source = b"num_ranks 2\nrank 0 {\n}\nrank 1 {\ncalc 5\ncalc 7\n}\n";
        assert_eq!(place(source, 1, 1).map(|place| place.to_string()), Some("line 6".to_owned()));
        assert_eq!(place(source, 0, 0), None);
    }
}
