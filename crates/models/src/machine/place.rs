//! Places in the text of a machine profile, shown with a caret line.

use logpine_text::excerpt::{Cut, character_start, cut};
use std::fmt;
use std::ops::Range;

/// A place in a text file. Its `Display` is the line with a caret line under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user named it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text of the line; if the line is long, the part near the place.
    pub text: String,
    /// The number of characters of `text` before the marked ones.
    pub indent: usize,
    /// The number of marked characters of `text`; at least 1.
    pub width: usize,
}

impl Place {
    /// The place of a span of bytes in a text; a span outside the text means its end.
    #[must_use]
    pub fn new(path: &str, text: &str, span: Range<usize>) -> Self {
        let start = character_start(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[line_start..].split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let line_end = (line_start + line.len()).max(start);
        let end = character_start(text, span.end).clamp(start, line_end);
        let before = &text[line_start..start];
        let Cut { text: shown, indent, width } = cut(before, &text[start..line_end], end - start);
        Self {
            path: path.to_owned(),
            line: text[..line_start].matches('\n').count() + 1,
            column: before.trim_start_matches('\u{feff}').chars().count() + 1,
            text: shown,
            indent,
            width,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tabs stay tabs, so that the carets are below the marked characters.
        let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
        let margin: String = self.text.chars().take(self.indent).map(blank).collect();
        write!(f, "{}\n{margin}{}", self.text, "^".repeat(self.width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_they_mean() {
        let text = "a = 1\n\tü = \"x\" # y\r\nb = 2";
        let start = text.find("\"x\"").expect("it is there");
        let place = Place::new("m.toml", text, start..start + 3);
        assert_eq!((place.line, place.column), (2, 6));
        assert_eq!(place.to_string(), "\tü = \"x\" # y\n\t    ^^^");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{}!{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let place = Place::new("m.toml", &text, 1_000_000..1_500_000);
        assert_eq!((place.line, place.column, place.indent, place.width), (1, 1_000_001, 163, 160));
        let line = format!("...{}!{}...", "x".repeat(160), "y".repeat(159));
        assert_eq!(place.to_string(), format!("{line}\n{}{}", " ".repeat(163), "^".repeat(160)));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let place = Place::new("m.toml", "\u{feff}a = ?", 7..8);
        assert_eq!((place.column, place.to_string().as_str()), (5, "a = ?\n    ^"));
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        let end = Place::new("m.toml", "a = é", 100..200);
        assert_eq!((end.line, end.column, end.width), (1, 6, 1));
        let within_a_character = Place::new("m.toml", "é", 1..1);
        assert_eq!((within_a_character.column, within_a_character.width), (1, 1));
        let over_two_lines = Place::new("m.toml", "ab\r\ncd\n", 1..6);
        assert_eq!(over_two_lines.width, 1);
        assert_eq!(Place::new("m.toml", "", 0..0).to_string(), "\n^");
        let at_the_newline = Place::new("m.toml", "ab\r\ncd\n", 3..4);
        assert_eq!((at_the_newline.line, at_the_newline.width), (1, 1));
    }
}
