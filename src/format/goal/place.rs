//! Where a fault is, in a text or in a packed file.

use super::fault::{FaultKind, Strictness};
pub use super::source_place::Place;
use crate::format::source::{Position, excerpt};
use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

/// One fault of a GOAL file: where it is, what it is and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it begins.
    pub place: Place,
    /// The bytes of the source concerned; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: FaultKind,
}

impl Fault {
    /// The fault as people read it: `path:line:column`, what is wrong, the source line with carets, and a hint; of a packed
    /// file its byte, and no line.
    ///
    /// ```
    /// use logpine::format::goal::{self, GoalTick, Strictness};
    /// let source = b"num_ranks 2\nrank 0 {\nl1: calc 5\nl1 requires l0\n}\nrank 1 {\n}\n";
    /// let report = goal::check(source, GoalTick::default());
    /// let shown = report.faults[0].render(source, "tree.goal".as_ref(), Strictness::Strict);
    /// assert_eq!(shown, "\
    /// tree.goal:4:13: error: rank 0 has no operation with the label l0
    ///   4 | l1 requires l0
    ///     |             ^^
    ///   hint: labels are known within their rank only; write one in front of an operation, as in \"l1: calc 5\"
    /// ");
    /// ```
    #[must_use]
    pub fn render(&self, source: &[u8], path: &Path, strictness: Strictness) -> String {
        let (severity, kind, hint) = (self.kind.severity(strictness), &self.kind, self.kind.hint());
        match self.place {
            Place::Text(Position { line, column }) => {
                let excerpt = excerpt(source, &self.span, line);
                format!("{}:{line}:{column}: {severity}: {kind}\n{excerpt}  hint: {hint}\n", path.display())
            }
            Place::Byte(offset) => {
                format!("{}: byte {offset}: {severity}: {kind}\n  hint: {hint}\n", path.display())
            }
        }
    }
}

/// An operation as it stands in the file.
pub(super) struct Site {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Where it begins, as other faults refer to it.
    pub(super) place: Place,
}

/// Finds operations again in the file, which is only done for faults.
pub(super) trait Sites {
    /// The operation of that index of the rank that was read as the `rank`-th.
    fn site(&self, rank: u32, operation: u32) -> Site;
}

/// Lines of a text, counted when the first is asked for.
pub(super) struct Lines<'a> {
    source: &'a [u8],
    ends: OnceCell<Vec<usize>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a [u8]) -> Self {
        Self { source, ends: OnceCell::new() }
    }

    /// The line of a byte offset, as faults elsewhere refer to it; its column is left at 1.
    pub(super) fn place(&self, offset: usize) -> Place {
        let ends = self.ends.get_or_init(|| {
            let ends = self.source.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            ends.map(|(at, _)| at).collect()
        });
        Place::Text(Position { line: ends.partition_point(|&end| end < offset) + 1, column: 1 })
    }
}
