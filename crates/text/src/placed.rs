//! The first fault of a text that is refused: where it is, and what to do.

use crate::excerpt::short;
use crate::place::{Position, Severity, excerpt, rendered};
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

/// The first fault of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct PlacedError {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault, and the way out.
    pub message: String,
}

impl PlacedError {
    /// The error for users, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        rendered(text.as_bytes(), path, (self.position, &self.span), Severity::Error, &self.message)
    }

    /// The source line with carets under the fault.
    #[must_use]
    pub fn excerpt(&self, text: &str) -> String {
        excerpt(text.as_bytes(), &self.span, self.position.line)
    }
}

/// A fault whose line and column are not known yet.
#[derive(Debug)]
pub struct Found {
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault, and the way out.
    pub message: String,
}

impl Found {
    /// A fault in words.
    pub fn new(span: Range<usize>, message: impl Display) -> Self {
        Self { span, message: message.to_string() }
    }

    /// Text in place of another, or the end of the file.
    #[must_use]
    pub fn unexpected(span: Range<usize>, expected: &str, found: &str) -> Self {
        Self::new(span, format_args!("expected {expected}, found {found}"))
    }

    /// A missing key or column.
    #[must_use]
    pub fn missing(span: Range<usize>, key: &str, hint: &str) -> Self {
        Self::new(span, format_args!("`{key}` is missing; {hint}"))
    }

    /// A word that is none of those that can be there.
    #[must_use]
    pub fn wrong(span: Range<usize>, word: &str, what: &str) -> Self {
        Self::new(span, format_args!("`{}` is not {what}", short(word)))
    }

    /// The error, with the line and the column in the text.
    #[must_use]
    pub fn at(self, text: &str) -> PlacedError {
        PlacedError { position: Position::of(text, self.span.start), span: self.span, message: self.message }
    }
}
