//! Faults in lists and tables of hosts.

use super::source::{Position, Severity, excerpt, rendered};
use std::ops::Range;
use std::path::Path;

/// A fault in a list of hosts, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct HostListError {
    /// The start of the fault.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The fault, and the way out.
    pub message: String,
}

impl HostListError {
    /// Formats the error for users, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        rendered(text.as_bytes(), path, (self.position, &self.span), Severity::Error, &self.message)
    }

    /// The source line with carets under the fault.
    pub(crate) fn excerpt(&self, text: &str) -> String {
        excerpt(text.as_bytes(), &self.span, self.position.line)
    }
}

/// A fault before its line and column are known.
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

impl Found {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    /// Adds the line and column in the text.
    pub(super) fn at(self, text: &str) -> HostListError {
        HostListError { position: Position::of(text, self.span.start), span: self.span, message: self.message }
    }
}
