//! Excerpts of input for messages: short, and harmless to a terminal.

/// The most characters of a line shown on either side of a fault.
const CONTEXT: usize = 60;

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

/// A place in a text: its line and column, both from 1, and an excerpt of the line.
#[derive(Debug)]
pub struct Marked {
    /// The line's number, from 1.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// The line, or the part of a long line near the place, and a line of carets.
    pub excerpt: String,
}

/// The part of a line that is shown.
#[derive(Debug)]
pub struct Cut {
    /// The part, with marks where the line was cut.
    pub text: String,
    /// The number of characters of `text` before the marked ones.
    pub indent: usize,
    /// The number of marked characters, at least 1.
    pub width: usize,
}

/// Cuts the line `before` + `after` to the part near the border, and marks the first `meant` bytes of `after`.
#[must_use]
pub fn cut(before: &str, after: &str, meant: usize) -> Cut {
    const MOST: usize = 160;
    let before = before.trim_start_matches('\u{feff}');
    let hidden = before.chars().count().saturating_sub(MOST);
    let mut text = String::from(if hidden > 0 { "..." } else { "" });
    text.extend(before.chars().skip(hidden));
    let indent = text.chars().count();
    let width = after.char_indices().take(MOST).take_while(|&(at, _)| at < meant).count().max(1);
    text.extend(after.chars().take(MOST));
    if after.chars().nth(MOST).is_some() {
        text.push_str("...");
    }
    Cut { text, indent, width }
}

/// Marks the bytes from `start` to `end`, which may lie beyond the text or inside characters. A byte order mark takes no
/// column.
#[must_use]
pub fn mark(text: &str, start: usize, end: usize) -> Marked {
    let end = end.min(text.len());
    let start = character_start(text, start.min(end));
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
    let after = text[start..].split('\n').next().unwrap_or_default().trim_end();
    let width = after.char_indices().take_while(|&(at, _)| start + at < end).count();
    mark_between(line, &text[line_start..start], after, width)
}

/// Marks the first `width` characters of `after` in a line that consists of `before` and `after`.
pub fn mark_between(line: usize, before: &str, after: &str, width: usize) -> Marked {
    let before = before.trim_start_matches('\u{feff}');
    let column = before.chars().count() + 1;
    let hidden = (column - 1).saturating_sub(CONTEXT);
    let mut shown = String::from(if hidden > 0 { "..." } else { "" });
    shown.extend(before.chars().skip(hidden).map(visible));
    let margin = " ".repeat(shown.chars().count());
    shown.extend(after.chars().take(CONTEXT).map(visible));
    let carets = margin + &"^".repeat(width.clamp(1, CONTEXT));
    Marked { line, column, excerpt: numbered(line, &shown, &carets) }
}

/// A line with its number, and a line of carets below it.
#[must_use]
pub fn numbered(line: usize, text: &str, carets: &str) -> String {
    let number = line.to_string();
    let indent = " ".repeat(number.len());
    format!("  {number} | {}\n  {indent} | {carets}", text.trim_end())
}

/// The start of the character at a byte of a text, or the text's end.
#[must_use]
pub fn character_start(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&start| text.is_char_boundary(start)).unwrap_or(0)
}

/// Replaces a character by one that takes one column and does nothing to a terminal.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        plain if is_invisible(plain) => char::REPLACEMENT_CHARACTER,
        plain => plain,
    }
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
    fn places_count_lines_and_characters() {
        let text = "\u{feff}a,b\né,x\n";
        let at = text.find('x').expect("there");
        let Marked { line, column, excerpt } = mark(text, at, at + 1);
        assert_eq!((line, column, excerpt.as_str()), (2, 3, "  2 | é,x\n    |   ^"));
        assert_eq!(mark(text, 3, 4).column, 1, "the mark before the text takes no column");
        assert_eq!(mark(text, 99, 100).line, 3);
        let long = format!("{}!", "x".repeat(500));
        assert!(mark(&long, 500, 501).excerpt.len() < 300);
        assert_eq!(mark("a\u{1b}[2Jb", 0, 1).excerpt, "  1 | a\u{fffd}[2Jb\n    | ^");
    }

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

    #[test]
    fn example_of_short() {
        use crate::excerpt::short;
        assert_eq!(short("a\tb"), "a\\tb");
        assert_eq!(short(&"x".repeat(1_000_000)).len(), 43);
    }
}
