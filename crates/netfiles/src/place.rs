//! The beginnings of texts, for messages.

/// The most characters of a text in a message.
const SHOWN: usize = 40;

/// The beginning of a text, for messages.
pub(crate) fn shown(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
