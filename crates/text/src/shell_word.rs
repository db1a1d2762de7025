//! Words of commands, as a shell reads them.

use std::borrow::Cow;

/// A word as a shell reads it, in quotes if it needs them; `None` if it has a NUL, which no word can have.
#[must_use]
pub fn quoted(word: &str) -> Option<Cow<'_, str>> {
    if is_plain(word) {
        return Some(word.into());
    }
    (!word.contains('\0')).then(|| in_quotes(word).into())
}

/// A word without its control characters, which no line can have, in quotes if it needs them.
#[must_use]
pub fn quoted_line(word: &str) -> String {
    let word = without_controls(word);
    if is_plain(&word) { word } else { in_quotes(&word) }
}

/// A text without its control characters.
#[must_use]
pub fn without_controls(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

fn is_plain(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@%+=:,./^_-".contains(letter);
    !word.is_empty() && word.chars().all(is_plain)
}

fn in_quotes(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_left_out_of_lines() {
        assert_eq!(quoted_line("/a\0b/x.json"), "/ab/x.json");
        assert_eq!(quoted_line("a b\n"), "'a b'");
        assert_eq!(quoted_line("o'neil"), r"'o'\''neil'");
        assert_eq!(quoted_line("\0"), "''");
        assert_eq!(quoted("a\0"), None);
    }
}
