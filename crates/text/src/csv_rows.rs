//! The rows of comma-separated values, and the places of their fields.

use crate::text::{Text, TextError};
use csv::{ByteRecord, Reader, ReaderBuilder};
use std::ops::Range;

/// The rows of a text, without comments and blank lines.
#[derive(Debug)]
pub struct Rows<'a> {
    text: Text<'a>,
    content: &'a str,
    /// The offset of the content in the file.
    offset: usize,
    reader: Reader<&'a [u8]>,
    record: ByteRecord,
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row<'r, 'a> {
    text: Text<'a>,
    record: &'r ByteRecord,
    span: Range<usize>,
    /// The line of the row, from 1.
    pub line: u32,
}

impl<'a> Rows<'a> {
    /// The rows of a text; the first may be the names of columns.
    #[must_use]
    pub fn new(text: Text<'a>) -> Self {
        let (content, offset) = text.content();
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).comment(Some(b'#'));
        Self { text, content, offset, reader: builder.from_reader(content.as_bytes()), record: ByteRecord::new() }
    }

    /// The next row, or `None` after the last.
    ///
    /// # Errors
    /// [`TextError`] if the text is not comma-separated values.
    pub fn next_row(&mut self) -> Result<Option<Row<'_, 'a>>, TextError> {
        loop {
            let before = self.reader.position();
            let (start, line) = (before.byte(), before.line());
            let more = self.reader.read_byte_record(&mut self.record);
            if !more.map_err(|error| self.text.error_at_end(error))? {
                return Ok(None);
            }
            let first = self.record.get(0).map(trimmed).unwrap_or_default();
            if first.starts_with('#') || (first.is_empty() && self.record.len() == 1) {
                continue;
            }
            let place = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX).min(self.content.len());
            let (start, end) = (place(start), place(self.reader.position().byte()));
            let (skipped, lines) = before_content(&self.content[start..end]);
            let start = self.offset + start + skipped;
            let end = start + self.text.slice(start..self.offset + end).trim_end().len();
            let line = u32::try_from(line.saturating_add(lines)).unwrap_or(u32::MAX);
            return Ok(Some(Row { text: self.text, record: &self.record, span: start..end, line }));
        }
    }
}

/// The bytes and lines of comments and blank lines before a row, which the CSV reader counts as part of it.
fn before_content(text: &str) -> (usize, u64) {
    let (mut at, mut lines) = (0, 0);
    for line in text.split_inclusive('\n') {
        if !line.starts_with('#') && !line.trim_end_matches(['\r', '\n']).is_empty() {
            break;
        }
        at += line.len();
        lines += 1;
    }
    (at, lines)
}

/// A field without surrounding blanks and without quotes.
fn trimmed(field: &[u8]) -> &str {
    // Commas, quotes and line ends are ASCII, so fields of valid UTF-8 text are valid UTF-8.
    let text = std::str::from_utf8(field).unwrap_or_default().trim();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map_or(text, str::trim)
}

impl Row<'_, '_> {
    /// The number of fields, at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a row has a field")]
    pub fn len(&self) -> usize {
        self.record.len()
    }

    /// A field without surrounding blanks; empty beyond the last field.
    #[must_use]
    pub fn field(&self, index: usize) -> &str {
        self.record.get(index).map(trimmed).unwrap_or_default()
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.record.iter().map(trimmed)
    }

    /// The bytes of the row.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// A fault of a field.
    #[must_use]
    pub fn error(&self, index: usize, message: impl ToString) -> TextError {
        self.text.error(self.span_of(index), message)
    }

    /// A fault of the row.
    #[must_use]
    pub fn error_of_row(&self, message: impl ToString) -> TextError {
        self.text.error(self.span.clone(), message)
    }

    /// The span of a field without surrounding blanks. The CSV reader gives only the place of the row.
    #[must_use]
    pub fn span_of(&self, index: usize) -> Range<usize> {
        let mut in_quotes = false;
        let separates = |character: char| {
            in_quotes ^= character == '"';
            character == ',' && !in_quotes
        };
        let mut at = self.span.start;
        for (place, field) in self.text.slice(self.span.clone()).split(separates).enumerate() {
            let blanks = field.len() - field.trim_start().len();
            if place == index {
                return at + blanks..at + blanks.max(field.trim_end().len());
            }
            at += field.len() + 1;
        }
        self.span.end..self.span.end
    }
}
