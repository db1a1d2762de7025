//! Places in texts, and the beginnings of texts, for messages.

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The place of a fault of JSON, if it has one, and the message without it.
pub(super) fn of_json(error: &serde_json::Error) -> (Option<Place>, String) {
    let place = Some(Place { line: error.line(), column: error.column() }).filter(|place| place.line > 0);
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    (place, message.to_owned())
}

/// The most characters of a text in a message.
const SHOWN: usize = 40;

/// The beginning of a text, for messages.
pub(super) fn shown(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
