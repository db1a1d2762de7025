//! Words of commands, as a shell reads them.

use std::borrow::Cow;

/// A word as a shell reads it, in quotes if it needs them; `None` if it has a NUL, which no word can have.
pub fn quoted(word: &str) -> Option<Cow<'_, str>> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@%+=:,./^_-".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Some(word.into());
    }
    (!word.contains('\0')).then(|| format!("'{}'", word.replace('\'', r"'\''")).into())
}
