//! Places of faults in files.

use logpine_text::excerpt::{Marked, mark};
use std::fmt;

/// A place in a file of values. Its `Display` is `path:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlace {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line, or the part near the fault if it is long, and a line of carets.
    pub excerpt: String,
}

impl fmt::Display for TablePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

impl TablePlace {
    /// The place of `length` bytes at byte `start` of a text.
    pub(super) fn new(path: &str, text: &str, start: usize, length: usize) -> Self {
        let Marked { line, column, excerpt } = mark(text, start, start + length);
        Self { path: path.to_owned(), line, column, excerpt }
    }
}
