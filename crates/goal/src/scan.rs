//! A cursor over the bytes of a GOAL text.

use std::ops::Range;

/// A cursor in a GOAL text.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    source: &'a [u8],
    at: usize,
}

/// An unsigned number in the text.
pub(super) struct Digits {
    pub(super) span: Range<usize>,
    /// The value; `None` above 2^64 - 1.
    pub(super) value: Option<u64>,
}

/// The result of skipping a comment.
pub(super) enum Comment {
    None,
    Skipped(Range<usize>),
    /// A comment without end; the rest of the file is skipped.
    Unterminated(Range<usize>),
}

impl<'a> Scanner<'a> {
    pub(super) fn new(source: &'a [u8], at: usize) -> Self {
        Self { source, at }
    }

    pub(super) fn source(&self) -> &'a [u8] {
        self.source
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.source.get(self.at..).unwrap_or(&[])
    }

    /// Skips blanks and tabs; returns true if there were any.
    #[inline]
    pub(super) fn blanks(&mut self) -> bool {
        let before = self.at;
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
        self.at > before
    }

    /// Skips exactly these bytes, if they come next.
    #[inline]
    pub(super) fn take(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Skips a letter and the letters, digits and underscores after it.
    #[inline]
    pub(super) fn word(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        if !self.peek()?.is_ascii_alphabetic() {
            return None;
        }
        while let Some(byte) = self.peek()
            && (byte.is_ascii_alphanumeric() || byte == b'_')
        {
            self.at += 1;
        }
        Some(start..self.at)
    }

    /// Skips a number.
    #[inline]
    pub(super) fn digits(&mut self) -> Option<Digits> {
        let start = self.at;
        let mut value = Some(0u64);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.and_then(|value| value.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        (self.at > start).then_some(Digits { span: start..self.at, value })
    }

    /// True at the end of a line or of the file.
    pub(super) fn is_line_end(&self) -> bool {
        matches!(self.rest(), [] | [b'\n', ..] | [b'\r', b'\n', ..])
    }

    /// Skips the end of the line, if it is here.
    #[inline]
    pub(super) fn newline(&mut self) -> bool {
        self.take(b"\n") || self.take(b"\r\n")
    }

    /// Skips to the end of the line, but not that end.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Skips a comment, if one begins here.
    #[inline]
    pub(super) fn comment(&mut self) -> Comment {
        let start = self.at;
        match self.rest() {
            [b'/', b'/', ..] => {
                self.skip_line();
                Comment::Skipped(start..self.at)
            }
            [b'/', b'*', ..] => {
                let end = self.source[start + 2..].windows(2).position(|end| end == b"*/");
                self.at = end.map_or(self.source.len(), |length| start + 2 + length + 2);
                match end {
                    Some(_) => Comment::Skipped(start..self.at),
                    None => Comment::Unterminated(start..start + 2),
                }
            }
            _ => Comment::None,
        }
    }

    /// Skips blanks, comments and ends of lines.
    pub(super) fn skip_to_text(&mut self) {
        self.take(BYTE_ORDER_MARK);
        while self.blanks() || self.newline() || !matches!(self.comment(), Comment::None) {}
    }

    /// The span of the text up to the next blank, limited in length, for a fault.
    pub(super) fn here(&self) -> Range<usize> {
        if self.is_line_end() {
            return self.at..self.at;
        }
        let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let length = self.rest().iter().take(SHOWN).position(is_end).unwrap_or(SHOWN.min(self.rest().len()));
        self.at..self.at + length.max(1)
    }
}

/// The maximum number of bytes of unexpected text in a message.
const SHOWN: usize = 24;

/// The byte order mark with which some editors begin a file.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
