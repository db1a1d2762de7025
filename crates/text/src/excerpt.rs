//! Excerpts of input for messages: short, and harmless to a terminal.

/// Returns a piece of input on one line without control characters, cut to 40 characters and `...`.
#[must_use]
pub fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for character in text.chars().take(LONGEST) {
        match character {
            // Quotes do no harm.
            '"' | '\'' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A library's message about a piece of input, cut to a few lines.
#[must_use]
pub fn short_message(message: &str) -> String {
    const LONGEST: usize = 400;
    let mut shown: String = message.chars().take(LONGEST).collect();
    if message.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Names in backquotes, separated by commas: the first few, and the number of the others.
pub fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    few(names.map(|name| format!("`{}`", short(name))))
}

/// The first few words, separated by commas, and the number of the others.
pub fn few(words: impl ExactSizeIterator<Item = String>) -> String {
    const MOST: usize = 20;
    let more = words.len().saturating_sub(MOST);
    let shown = words.take(MOST).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The start of the character at a byte of a text, or the text's end.
#[must_use]
pub fn character_start(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&start| text.is_char_boundary(start)).unwrap_or(0)
}

/// True for control characters, white space other than ASCII, and characters without width.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && !character.is_ascii())
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_pieces_are_as_they_are() {
        assert_eq!(short("a\tb"), "a\\tb");
        assert_eq!(short("it's \"a\""), "it's \"a\"");
        assert_eq!(short(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert!(short(&"\u{10ffff}".repeat(1_000_000)).len() < 500);
    }

    #[test]
    fn many_names_are_counted() {
        assert_eq!(listed(["a", "b"].into_iter()), "`a`, `b`");
        let names = vec!["x"; 23];
        assert_eq!(listed(names.into_iter()), format!("{}`x` and 3 more", "`x`, ".repeat(19)));
    }
}
