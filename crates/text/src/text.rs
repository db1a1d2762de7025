//! A text by lines and words that know their places.

use crate::place::{Position, excerpt};
use std::ops::Range;

/// The fault that ends the reading of a text.
///
/// `Display` prints the place as compilers do, the fault, and the source line with carets under the faulty part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{}:{}: {message}\n{excerpt}", position.line, position.column)]
pub struct TextError {
    /// The file, as the user named it.
    pub path: String,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// The line and the column.
    pub position: Position,
    /// The fault, and the way out.
    pub message: String,
    /// The line, or the part near the fault if it is long, and a line of carets.
    pub excerpt: String,
    /// A change that would mend the fault, if one is known.
    pub mend: Option<Box<Mend>>,
}

impl TextError {
    /// A fault at a span of bytes of a source, which need not be text. A span outside the source means its end.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "texts are made where they are given")]
    pub fn new(source: impl AsRef<[u8]>, path: &str, span: Range<usize>, message: impl ToString) -> Self {
        let source = source.as_ref();
        let position = Position::of(source, span.start);
        let excerpt = excerpt(source, &span, position.line).trim_end_matches('\n').to_owned();
        Self { path: path.to_owned(), span, position, message: message.to_string(), excerpt, mend: None }
    }

    /// The fault with a change that would mend it.
    #[must_use]
    pub fn mended_by(self, mend: Mend) -> Self {
        Self { mend: Some(Box::new(mend)), ..self }
    }
}

/// A change of a text that would mend a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// A line that a section lacks, such as `latency = "5us"`.
    Lacks(String),
    /// The word that was probably meant.
    Meant(String),
}

/// A text and the path of its file.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    path: &'a str,
    text: &'a str,
}

/// A part of a text, without surrounding blanks.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// The offset of its first byte.
    pub start: usize,
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The text without surrounding blanks.
    pub text: &'a str,
    /// The offset of the text.
    pub start: usize,
    /// The line number, from 1.
    pub number: u32,
}

impl<'a> Text<'a> {
    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// [`TextError`] at the first byte that is no part of a character.
    pub fn new(bytes: &'a [u8], path: &'a str) -> Result<Self, TextError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let fault = match bytes {
                [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "this seems to be UTF-16",
                _ => "the byte here is no part of a character",
            };
            let at = error.valid_up_to();
            TextError::new(bytes, path, at..at + 1, format!("{fault}; save the file as UTF-8"))
        })?;
        Ok(Self { path, text })
    }

    /// A text with the path that messages name.
    #[must_use]
    pub const fn of(text: &'a str, path: &'a str) -> Self {
        Self { path, text }
    }

    /// The path.
    #[must_use]
    pub const fn path(self) -> &'a str {
        self.path
    }

    /// The whole text.
    #[must_use]
    pub const fn text(self) -> &'a str {
        self.text
    }

    /// The text after the byte order mark of spreadsheets, and its offset.
    #[must_use]
    pub fn content(self) -> (&'a str, usize) {
        let content = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        (content, self.text.len() - content.len())
    }

    /// The text between two places.
    #[must_use]
    pub fn slice(self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// All lines, with any kind of line end.
    pub fn lines(self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let (content, mut at) = self.content();
        content.split('\n').zip(1u32..).map(move |(line, number)| {
            let start = at + line.len() - line.trim_start().len();
            at += line.len() + 1;
            Line { text: line.trim(), start, number }
        })
    }

    /// A fault at a span of bytes.
    #[must_use]
    pub fn error(self, span: Range<usize>, message: impl ToString) -> TextError {
        TextError::new(self.text, self.path, span, message)
    }

    /// A fault at the end of the text.
    #[must_use]
    pub fn error_at_end(self, message: impl ToString) -> TextError {
        self.error(self.text.len()..self.text.len(), message)
    }
}

impl<'a> Line<'a> {
    /// The bytes of the line.
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The words separated by blanks.
    #[must_use]
    pub fn words(self) -> Vec<Word<'a>> {
        let start = |word: &str| self.start + word.as_ptr().addr() - self.text.as_ptr().addr();
        self.text.split_whitespace().map(|text| Word { text, start: start(text) }).collect()
    }
}

impl<'a> Word<'a> {
    /// The bytes of the word.
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The parts between separators, without blanks around them.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> + use<'a> {
        let mut start = self.start;
        self.text.split(separator).map(move |part| {
            let at = start + part.len() - part.trim_start().len();
            start += part.len() + separator.len_utf8();
            Self { text: part.trim(), start: at }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = Text::new("\u{feff}a\nbé x\r\n".as_bytes(), "f.csv").expect("text");
        let words: Vec<Word<'_>> = text.lines().flat_map(Line::words).collect();
        let error = text.error(words[2].span(), "odd");
        assert_eq!(error.position, Position { line: 2, column: 4 });
        assert!(error.to_string().starts_with("f.csv:2:4: odd\n  2 | bé x"), "{error}");
        assert_eq!(text.error(words[0].span(), "odd").position.column, 1, "after the mark");
        assert_eq!(text.error_at_end("odd").position, Position { line: 3, column: 1 });
        let parts = Word { text: " d ,e", start: 7 }.split(',');
        assert_eq!(parts.map(|part| (part.text, part.span())).collect::<Vec<_>>(), [("d", 8..9), ("e", 11..12)]);
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let error = Text::new(b"a,b\n1,\xe9\n", "f.csv").expect_err("Latin-1");
        assert_eq!(error.position, Position { line: 2, column: 3 });
        let error = Text::new(b"\xff\xfed\0e\0", "f.csv").expect_err("UTF-16");
        assert!(error.to_string().contains("UTF-16"), "{error}");
    }

    proptest! {
        #[test]
        fn every_span_can_be_shown(content in "(\\PC|[\n\r\t é]){0,200}", start in 0usize..300, length in 0usize..300) {
            let text = Text::of(&content, "f");
            let error = text.error(start..start + length, "odd");
            prop_assert!(error.position.line <= content.matches('\n').count() + 1);
            prop_assert!(error.to_string().contains('^'));
            for word in text.lines().flat_map(Line::words) {
                prop_assert_eq!(&content[word.span()], word.text);
            }
        }
    }
}
