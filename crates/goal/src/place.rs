//! Places of operations in texts and in packed files.

pub use logpine_text::fault::Place;
use logpine_text::place::Position;
use std::cell::OnceCell;
use std::ops::Range;

/// An operation in the file.
pub(super) struct Site {
    /// The bytes of the operation.
    pub(super) span: Range<usize>,
    /// The start of the operation, for references in other faults.
    pub(super) place: Place,
}

/// Lookup of operations in the file, which is only needed for faults.
pub(super) trait Sites {
    /// The operation with this index in the `rank`-th block of the file.
    fn site(&self, rank: u32, operation: u32) -> Site;
}

/// Lines of a text, counted on first use.
pub(super) struct Lines<'a> {
    source: &'a [u8],
    ends: OnceCell<Vec<usize>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a [u8]) -> Self {
        Self { source, ends: OnceCell::new() }
    }

    /// The line of a byte offset, for references in other faults; the column is left at 1.
    pub(super) fn place(&self, offset: usize) -> Place {
        let ends = self.ends.get_or_init(|| {
            let ends = self.source.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            ends.map(|(at, _)| at).collect()
        });
        Place::Text(Position { line: ends.partition_point(|&end| end < offset) + 1, column: 1 })
    }
}
