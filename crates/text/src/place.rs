//! Faults in a text: severity, position, and the source line with carets.

use crate::excerpt::is_invisible;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Refused, silently misread or silently skipped by the file's consumer.
    Error,
    /// Legal but odd, or irrelevant to a lenient consumer.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A place in a text.
///
/// Lines end at a line feed. Columns count characters (a tab is one), and a byte that is not UTF-8 counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of a byte of a text.
    #[must_use]
    pub fn of(source: impl AsRef<[u8]>, at: usize) -> Self {
        Locator::new(source.as_ref()).locate(at)
    }

    /// The offset of the position in a text, whose end it is if the text is shorter.
    #[must_use]
    pub fn offset_in(self, text: &str) -> usize {
        let start = match self.line.checked_sub(2) {
            None => mark_length(text.as_bytes()),
            Some(before) => text.match_indices('\n').nth(before).map_or(text.len(), |(at, _)| at + 1),
        };
        let line = text[start..].split('\n').next().unwrap_or_default();
        line.char_indices().nth(self.column.saturating_sub(1)).map_or(start + line.len(), |(at, _)| start + at)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The character at a byte offset and its length in bytes; `None` for a byte that is not UTF-8.
///
/// *Requires* `at < source.len()`.
#[must_use]
pub fn decode(source: &[u8], at: usize) -> (Option<char>, usize) {
    let first = source[at];
    if first.is_ascii() {
        return (Some(char::from(first)), 1);
    }
    for length in 2..=4 {
        let text = source.get(at..at + length).and_then(|bytes| std::str::from_utf8(bytes).ok());
        if let Some(character) = text.and_then(|text| text.chars().next()) {
            return (Some(character), length);
        }
    }
    (None, 1)
}

/// The length of the byte order mark at the beginning of a text; 0 without one.
fn mark_length(source: &[u8]) -> usize {
    let mark = "\u{feff}".as_bytes();
    if source.starts_with(mark) { mark.len() } else { 0 }
}

/// Finds the positions of ascending byte offsets in one pass over the source.
#[derive(Debug)]
pub struct Locator<'a> {
    source: &'a [u8],
    at: usize,
    position: Position,
}

impl<'a> Locator<'a> {
    /// The beginning of a source.
    #[must_use]
    pub fn new(source: &'a [u8]) -> Self {
        // A byte order mark does not count as a column.
        Self { source, at: mark_length(source), position: Position { line: 1, column: 1 } }
    }

    /// The position of `offset`, which must not be smaller than the previous one.
    pub fn locate(&mut self, offset: usize) -> Position {
        while self.at < offset.min(self.source.len()) {
            let (character, length) = decode(self.source, self.at);
            self.at += length;
            if character == Some('\n') {
                self.position = Position { line: self.position.line + 1, column: 1 };
            } else {
                self.position.column += 1;
            }
        }
        self.position
    }
}

/// The maximum number of bytes of a line shown on either side of a fault.
const WINDOW: usize = 70;

/// The source line of a span, and a line with carets below the span. Both are indented by two blanks and end in a line feed.
///
/// Long lines are cut to a window. Control characters are shown as their Unicode pictures, so that the carets are aligned
/// and no file can send escape sequences to a terminal.
#[must_use]
pub fn excerpt(source: &[u8], span: &Range<usize>, line: usize) -> String {
    let start = span.start.min(source.len());
    let end = span.end.clamp(start, source.len());
    let before = window_before(source, start);
    let after = source[start..].iter().take(WINDOW.max(end - start).min(2 * WINDOW));
    let stop = start + after.take_while(|&&byte| byte != b'\n').count();

    let mut text = String::from(if before.cut { "..." } else { "" });
    let mut carets = " ".repeat(text.len());
    let mut at = before.start;
    while at < stop {
        let (character, length) = decode(source, at);
        text.push(visible(character));
        // A span may begin inside a character.
        if at + length <= start {
            carets.push(' ');
        } else if at < end.max(start + 1) {
            carets.push('^');
        }
        at += length;
    }
    if start >= stop {
        carets.push('^');
    }
    let number = line.to_string();
    let indent = " ".repeat(number.len());
    format!("  {number} | {}\n  {indent} | {carets}\n", text.trim_end())
}

/// A fault for users: its place and message, and the source line with carets.
#[must_use]
pub fn rendered(
    source: &[u8],
    path: &Path,
    (position, span): (Position, &Range<usize>),
    severity: Severity,
    message: &dyn fmt::Display,
) -> String {
    let Position { line, column } = position;
    format!("{}:{line}:{column}: {severity}: {message}\n{}", path.display(), excerpt(source, span, line))
}

struct Before {
    start: usize,
    cut: bool,
}

/// The start of the shown part of the line.
fn window_before(source: &[u8], offset: usize) -> Before {
    let lowest = offset.saturating_sub(WINDOW);
    if let Some(newline) = source[lowest..offset].iter().rposition(|&byte| byte == b'\n') {
        return Before { start: lowest + newline + 1, cut: false };
    }
    if lowest == 0 {
        return Before { start: mark_length(source).min(offset), cut: false };
    }
    let cut = source[lowest - 1] != b'\n';
    let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
    let inside = source[lowest..offset].iter().take(3).take_while(|byte| is_continuation(byte)).count();
    Before { start: lowest + inside, cut }
}

/// A character that is one column wide and has no effect on a terminal.
#[must_use]
pub fn visible(character: Option<char>) -> char {
    match character {
        Some('\t') => ' ',
        Some(control) if u32::from(control) < 0x20 => {
            char::from_u32(0x2400 + u32::from(control)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        Some('\u{7f}') => '\u{2421}',
        Some(plain) if !is_invisible(plain) => plain,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_count_characters_and_lines_end_at_line_feeds() {
        let mut locator = Locator::new("a\tb\né\r\u{1f332}x".as_bytes());
        assert_eq!(locator.locate(2), Position { line: 1, column: 3 });
        assert_eq!(locator.locate(4), Position { line: 2, column: 1 });
        assert_eq!(locator.locate(11), Position { line: 2, column: 4 });
        assert_eq!(Locator::new(b"\xff\xfe\xfd").locate(2), Position { line: 1, column: 3 });
        for text in ["a\tb\né\r\u{1f332}x", "\u{feff}ab\n\nc", ""] {
            for (at, _) in text.char_indices().filter(|(_, letter)| *letter != '\u{feff}') {
                assert_eq!(Position::of(text, at).offset_in(text), at, "{text:?} {at}");
            }
            assert_eq!(Position { line: 9, column: 1 }.offset_in(text), text.len());
        }
        assert_eq!(Locator::new("\u{feff}ab".as_bytes()).locate(4), Position { line: 1, column: 2 });
    }

    #[test]
    fn the_carets_stand_below_the_span() {
        let shown = excerpt(b"one\n\ttwo three\r\nfour", &(9..14), 2);
        assert_eq!(shown, "  2 |  two three\u{240d}\n    |      ^^^^^\n");
    }

    #[test]
    fn a_place_at_the_end_of_the_text_has_a_caret() {
        assert_eq!(excerpt(b"a:0", &(3..3), 1), "  1 | a:0\n    |    ^\n");
        assert_eq!(excerpt(b"", &(0..0), 1), "  1 | \n    | ^\n");
    }

    #[test]
    fn a_byte_order_mark_is_not_shown() {
        assert_eq!(excerpt("\u{feff}ab".as_bytes(), &(4..5), 1), "  1 | ab\n    |  ^\n");
        assert_eq!(excerpt("\u{feff}ab".as_bytes(), &(0..3), 1), "  1 | \u{fffd}ab\n    | ^\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = vec![b'x'; 10_000];
        let shown = excerpt(&line, &(5_000..5_001), 1);
        assert!(shown.len() < 400 && shown.starts_with("  1 | ...xxx"), "{shown}");
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_shown(source: Vec<u8>, start in 0usize..300, length in 0usize..300) {
            let shown = excerpt(&source, &(start..start + length), 7);
            prop_assert!(shown.contains('^'));
            prop_assert_eq!(shown.lines().count(), 2);
        }
    }
}
