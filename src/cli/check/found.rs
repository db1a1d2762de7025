//! The finding of a reader: the contents of a file, or its first fault.

use super::judgement::FaultJson;
use logpine_fit::measurements::MeasurementError;
use logpine_models::machine::InvalidProfile;
use logpine_text::excerpt::{Marked, mark};
use serde_json::Value;
use std::path::Path;

/// The contents of a valid file.
pub(super) struct Contents {
    pub shown: String,
    pub values: Vec<(&'static str, Value)>,
    /// What the reader assumed, merged or did not read.
    pub warnings: Vec<String>,
}

/// The first fault of a file.
pub(super) struct Found {
    /// The line and the column, if the fault has a place.
    pub place: Option<(usize, usize)>,
    pub message: String,
    /// The line, and carets under the fault.
    pub excerpt: String,
}

impl From<String> for Found {
    fn from(message: String) -> Self {
        Self { place: None, message, excerpt: String::new() }
    }
}

impl From<Box<InvalidProfile>> for Found {
    fn from(invalid: Box<InvalidProfile>) -> Self {
        let InvalidProfile { place, fault } = *invalid;
        Self { place: Some((place.line, place.column)), message: fault.to_string(), excerpt: place.to_string() }
    }
}

impl From<MeasurementError> for Found {
    fn from(MeasurementError { place, fault }: MeasurementError) -> Self {
        Self { place: Some((place.line, place.column)), message: fault.to_string(), excerpt: place.excerpt }
    }
}

impl Found {
    /// A fault of the line that begins at this byte.
    pub fn of_line(text: &str, start: usize, message: String) -> Self {
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let Marked { line, column, excerpt } = mark(text, start, end);
        Self { place: Some((line, column)), message, excerpt }
    }

    pub fn rendered(&self, file: &Path) -> String {
        let place = self.place.map_or_else(String::new, |(line, column)| format!("{line}:{column}:"));
        let excerpt = self.excerpt.trim_end_matches('\n');
        let end = if excerpt.is_empty() { "" } else { "\n" };
        format!("{}:{place} error: {}\n{excerpt}{end}", file.display(), self.message)
    }

    pub fn json(&self) -> FaultJson {
        FaultJson {
            severity: "error".to_owned(),
            fault: None,
            line: self.place.map(|(line, _)| line),
            column: self.place.map(|(_, column)| column),
            byte: None,
            message: self.message.clone(),
            hint: None,
        }
    }
}

/// The text of a file, or the place where it is none.
pub(super) fn text(source: &[u8]) -> Result<&str, Found> {
    std::str::from_utf8(source).map_err(|error| {
        let before = String::from_utf8_lossy(&source[..error.valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        let message = "the byte here is no part of a character: the file has to be UTF-8 text".to_owned();
        Found { place: Some((line, column)), message, excerpt: String::new() }
    })
}
