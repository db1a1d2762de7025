//! The rows of comma-separated values and their places.

use super::error::{MeasurementError, MeasurementFault};
use super::source::Source;
use csv::{ByteRecord, Reader, ReaderBuilder};
use std::ops::Range;

/// The rows of a text, without comments and blank lines.
pub(super) struct Rows<'a> {
    source: Source<'a>,
    content: &'a str,
    /// The offset of the content in the file.
    offset: usize,
    reader: Reader<&'a [u8]>,
    record: ByteRecord,
}

/// One row.
pub(super) struct Row<'r, 'a> {
    source: Source<'a>,
    record: &'r ByteRecord,
    span: Range<usize>,
    /// The line of the row, from 1.
    pub(super) line: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        let (content, offset) = source.content();
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).comment(Some(b'#'));
        Self { source, content, offset, reader: builder.from_reader(content.as_bytes()), record: ByteRecord::new() }
    }

    /// The next row, or `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Row<'_, 'a>>, MeasurementError> {
        loop {
            let before = self.reader.position();
            let (start, line) = (before.byte(), before.line());
            let more = self
                .reader
                .read_byte_record(&mut self.record)
                .map_err(|error| self.source.error_at_end(MeasurementFault::Syntax { reason: error.to_string() }))?;
            if !more {
                return Ok(None);
            }
            let first = self.record.get(0).map(trimmed).unwrap_or_default();
            if first.starts_with('#') || (first.is_empty() && self.record.len() == 1) {
                continue;
            }
            let place = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX).min(self.content.len());
            let (start, end) = (place(start), place(self.reader.position().byte()));
            let (skipped, lines) = before_content(&self.content[start..end]);
            let span = self.offset + start + skipped..self.offset + end;
            let line = u32::try_from(line.saturating_add(lines)).unwrap_or(u32::MAX);
            return Ok(Some(Row { source: self.source, record: &self.record, span, line }));
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
    /// The number of fields.
    pub(super) fn len(&self) -> usize {
        self.record.len()
    }

    /// A field without surrounding blanks; empty beyond the last field.
    pub(super) fn field(&self, index: usize) -> &str {
        self.record.get(index).map(trimmed).unwrap_or_default()
    }

    /// A fault of a field.
    pub(super) fn error(&self, index: usize, fault: MeasurementFault) -> MeasurementError {
        self.source.error(self.field_span(index), fault)
    }

    /// A fault of the row.
    pub(super) fn error_of_row(&self, fault: MeasurementFault) -> MeasurementError {
        let text = self.source.slice(self.span.clone());
        self.source.error(self.span.start..self.span.start + text.trim_end().len(), fault)
    }

    /// The span of a field without surrounding blanks. The CSV reader gives only the place of the row.
    pub(super) fn field_span(&self, index: usize) -> Range<usize> {
        let text = self.source.slice(self.span.clone()).trim_end();
        let mut in_quotes = false;
        let separates = |character: char| {
            in_quotes ^= character == '"';
            character == ',' && !in_quotes
        };
        let mut at = self.span.start;
        for (place, field) in text.split(separates).enumerate() {
            let blanks = field.len() - field.trim_start().len();
            if place == index {
                return at + blanks..at + blanks.max(field.trim_end().len());
            }
            at += field.len() + 1;
        }
        self.span.start + text.len()..self.span.start + text.len()
    }
}
