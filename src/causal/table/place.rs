//! Where a fault stands in a file.

use std::fmt;

/// A place in a file of values. Its `Display` is `path:line:column`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlace {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line, or what is near the fault in a long one, and a line of carets.
    pub excerpt: String,
}

impl fmt::Display for TablePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// The most characters of a line shown on either side of a fault.
const CONTEXT: usize = 60;

impl TablePlace {
    /// The place of `length` bytes at byte `start` of a text.
    pub(super) fn new(path: &str, text: &str, start: usize, length: usize) -> Self {
        let end = (start + length).min(text.len());
        let start = (0..=start.min(end)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
        let before = text[line_start..start].trim_start_matches('\u{feff}');
        let after = text[start..].split('\n').next().unwrap_or_default().trim_end();
        let width = after.char_indices().take_while(|&(at, _)| start + at < end).count();
        let column = before.chars().count() + 1;
        let hidden = (column - 1).saturating_sub(CONTEXT);
        let mut shown = String::from(if hidden > 0 { "..." } else { "" });
        shown.extend(before.chars().skip(hidden).map(visible));
        let margin = " ".repeat(shown.chars().count());
        shown.extend(after.chars().take(CONTEXT).map(visible));
        let (number, carets) = (line.to_string(), "^".repeat(width.clamp(1, CONTEXT)));
        let indent = " ".repeat(number.len());
        let excerpt = format!("  {number} | {}\n  {indent} | {margin}{carets}", shown.trim_end());
        Self { path: path.to_owned(), line, column, excerpt }
    }
}

/// A character that takes one column and does nothing to a terminal.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        plain if plain.is_control() || (plain.is_whitespace() && !plain.is_ascii()) => char::REPLACEMENT_CHARACTER,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
            char::REPLACEMENT_CHARACTER
        }
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "\u{feff}a,b\né,x\n";
        let place = TablePlace::new("f.csv", text, text.find('x').expect("there"), 1);
        assert_eq!((place.line, place.column), (2, 3));
        assert_eq!(place.excerpt, "  2 | é,x\n    |   ^");
        assert_eq!(TablePlace::new("f.csv", text, 3, 1).column, 1, "the mark before the text takes no column");
        let long = format!("{}!", "x".repeat(500));
        assert!(TablePlace::new("f", &long, 500, 1).excerpt.len() < 300);
    }
}
