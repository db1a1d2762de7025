//! Places of faults of JSON, and the beginnings of texts, for messages.

use crate::format::source::Position;

/// The place of a fault of JSON, if it has one, and the message without it.
pub(super) fn of_json(error: &serde_json::Error) -> (Option<Position>, String) {
    let place = Some(Position { line: error.line(), column: error.column() }).filter(|place| place.line > 0);
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
