//! Places of faults, in texts and in packed files.

use super::fault::{FaultKind, Strictness};
pub use super::source_place::Place;
use crate::format::source::{Position, Severity, rendered};
use std::cell::OnceCell;
use std::ops::Range;
use std::path::Path;

/// A fault in a GOAL file, with its place and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The start of the fault.
    pub place: Place,
    /// The bytes of the source concerned; empty if something is missing.
    pub span: Range<usize>,
    /// The kind of the fault.
    pub(crate) kind: FaultKind,
}

impl Fault {
    /// The name of the kind of fault in JSON, as `tag-mismatch`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The severity of the fault for a consumer of the file.
    #[must_use]
    pub const fn severity(&self, strictness: Strictness) -> Severity {
        self.kind.severity(strictness)
    }

    /// Formats the fault for users: `path:line:column`, the message, the source line with carets, and a hint. For a packed
    /// file, the byte offset is given, and no line.
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
        let fault = match self.place {
            Place::Text(position) => rendered(source, path, (position, &self.span), severity, kind),
            Place::Byte(offset) => format!("{}: byte {offset}: {severity}: {kind}\n", path.display()),
        };
        format!("{fault}  hint: {hint}\n")
    }
}

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
