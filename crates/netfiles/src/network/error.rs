//! Faults in files of networks, with their places.

use logpine_text::excerpt::short;
use logpine_text::place::{Locator, Position, Severity, excerpt, rendered};
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

/// A fault in a file of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct NetworkFileError {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault, and the way out.
    pub message: String,
}

impl NetworkFileError {
    /// Formats the error for users, with the source line and carets.
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

/// A fault before its line and column are known.
#[derive(Debug)]
pub(super) struct Found {
    pub span: Range<usize>,
    pub message: String,
}

impl Found {
    /// A fault in words.
    pub fn new(span: Range<usize>, message: impl Display) -> Self {
        Self { span, message: message.to_string() }
    }

    /// Text in place of another, or the end of the file.
    pub fn unexpected(span: Range<usize>, expected: &str, found: &str) -> Self {
        Self::new(span, format_args!("expected {expected}, found {found}"))
    }

    /// A missing key or column.
    pub fn missing(span: Range<usize>, key: &str, hint: &str) -> Self {
        Self::new(span, format_args!("`{key}` is missing; {hint}"))
    }

    /// A word that is none of those that can be there.
    pub fn wrong(span: Range<usize>, word: &str, what: &str) -> Self {
        Self::new(span, format_args!("`{}` is not {what}", short(word)))
    }

    /// A link of another kind than the other links.
    pub fn mixed(span: Range<usize>, others: &str) -> Self {
        Self::new(
            span,
            format_args!(
                "the other links are {others}; a network has links of one kind: write each undirected link as two directed ones"
            ),
        )
    }

    /// Adds the line and column in the text.
    pub fn at(self, text: &str) -> NetworkFileError {
        let position = Locator::new(text.as_bytes()).locate(self.span.start);
        NetworkFileError { position, span: self.span, message: self.message }
    }
}
