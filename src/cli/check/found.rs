//! The finding of a reader: the contents of a file, or its faults.

use super::judgement::FaultJson;
use logpine_causal::TableError;
use logpine_text::place::{Position, excerpt};
use logpine_text::placed::PlacedError;
use logpine_text::text::{Text, TextError};
use serde_json::Value;
use std::path::Path;

/// The contents of a valid file.
pub(super) struct Contents {
    pub shown: String,
    pub values: Vec<(&'static str, Value)>,
    /// What the reader assumed, merged or did not read.
    pub warnings: Vec<String>,
}

/// A fault of a file.
pub(super) struct Found {
    /// The line and the column, if the fault has a place.
    pub place: Option<(usize, usize)>,
    pub message: String,
    /// The line, and carets under the fault.
    pub excerpt: String,
}

/// The faults of a file that is refused.
pub(super) struct Refused(pub Vec<Found>);

impl<T: Into<Found>> From<T> for Refused {
    fn from(fault: T) -> Self {
        Self(vec![fault.into()])
    }
}

impl From<String> for Found {
    fn from(message: String) -> Self {
        Self { place: None, message, excerpt: String::new() }
    }
}

impl From<TextError> for Found {
    fn from(TextError { position, message, excerpt, .. }: TextError) -> Self {
        Self { place: Some((position.line, position.column)), message, excerpt }
    }
}

impl From<TableError> for Found {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Text(error) => error.into(),
            TableError::Values(fault) => fault.into(),
        }
    }
}

impl Found {
    /// A fault at a position of a text, if it has one.
    pub fn at(text: &str, position: Option<Position>, message: String) -> Self {
        let Some(position) = position else { return message.into() };
        let at = position.offset_in(text);
        let excerpt = excerpt(text.as_bytes(), &(at..at + 1), position.line);
        Self { place: Some((position.line, position.column)), message, excerpt }
    }

    /// The fault of a text that its reader refuses.
    pub fn refused(text: &str, error: PlacedError) -> Self {
        let excerpt = error.excerpt(text);
        Self { place: Some((error.position.line, error.position.column)), message: error.message, excerpt }
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
    Ok(Text::new(source, "")?.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_at_a_place_has_its_line_and_a_caret() {
        let at = |position| Found::at("#! logpine sends\nab,cd\n", position, "no".to_owned());
        let found = at(Some(Position { line: 2, column: 4 }));
        assert_eq!(found.rendered(Path::new("f")), "f:2:4: error: no\n  2 | ab,cd\n    |    ^\n");
        assert_eq!(at(None).rendered(Path::new("f")), "f: error: no\n");
    }
}
