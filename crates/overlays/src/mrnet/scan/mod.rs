//! Scanner of tokens. Characters that MRNet's scanner would skip are faults and become no token.

mod word;

use logpine_text::fault::{Diagnostic, Faults};
use logpine_text::place::{decode, visible};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A host name, or an attempt at one.
    Word,
    /// A word that looks like an IPv6 address.
    Ipv6,
    /// A number: decimal digits without a leading zero, which is never a host name.
    Number,
    Colon,
    Arrow,
    Semicolon,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) first_in_line: bool,
}

pub(super) struct Scanned<'a> {
    pub(super) tokens: Vec<Token>,
    pub(super) faults: Faults<'a>,
}

/// Splits the source into tokens. **Complexity** O(bytes).
pub(super) fn scan(source: &[u8]) -> Scanned<'_> {
    let mut scanner = Scanner {
        source,
        at: 0,
        line_start: true,
        last_newline: 0,
        carriage_returns: None,
        stray: None,
        tokens: Vec::new(),
        faults: Faults::new(source),
    };
    while let Some(&byte) = source.get(scanner.at) {
        scanner.step(byte);
    }
    scanner.end_stray();
    if let Some((span, count)) = scanner.carriage_returns.take() {
        scanner.faults.warning(
            span,
            "carriage-return",
            format!(
                "{count} carriage return(s) at line ends, from here on; MRNet skips them and prints them \
                to standard output"
            ),
            "save the file with line feeds only (dos2unix)",
        );
    }
    Scanned { tokens: scanner.tokens, faults: scanner.faults }
}

struct Scanner<'a> {
    source: &'a [u8],
    at: usize,
    line_start: bool,
    last_newline: usize,
    /// The first carriage return outside comments, and the number of all.
    carriage_returns: Option<(Range<usize>, usize)>,
    /// Stray characters to which more may be joined.
    stray: Option<Stray>,
    tokens: Vec<Token>,
    faults: Faults<'a>,
}

/// Characters that MRNet skips.
struct Stray {
    span: Range<usize>,
    text: String,
    count: usize,
}

impl Scanner<'_> {
    fn step(&mut self, byte: u8) {
        let rest = &self.source[self.at..];
        match byte {
            b'\n' => {
                self.line_start = true;
                self.last_newline = self.at;
                self.at += 1;
            }
            b' ' | b'\t' => self.at += 1,
            b'#' => self.comment(),
            b'/' if rest.starts_with(b"//") || rest.starts_with(b"/*") => self.wrong_comment(),
            b';' => self.token(TokenKind::Semicolon, 1),
            b':' if self.ipv6().is_none() => self.token(TokenKind::Colon, 1),
            b'=' | b'>' | b'<' => self.arrow(),
            b'-' if self.is_dash_arrow(self.at) => self.arrow(),
            b'*' => self.fault(1, Diagnostic::error("asterisk", "'*' is refused by MRNet everywhere", "remove it")),
            b'\r' => self.carriage_return(),
            _ => self.word_or_stray(),
        }
    }

    fn token(&mut self, kind: TokenKind, length: usize) {
        let (start, end) = (self.at, self.at + length);
        self.tokens.push(Token { kind, start, end, first_in_line: self.line_start });
        self.line_start = false;
        self.at = end;
    }

    fn fault(&mut self, length: usize, kind: Diagnostic) {
        self.end_stray();
        self.faults.add(self.at..self.at + length, kind);
        self.at += length;
    }

    /// Skips a comment, which ends before the line feed. After a carriage return inside it scanning continues, because the
    /// author meant the line to end there.
    fn comment(&mut self) {
        let rest = &self.source[self.at..];
        let length = rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        self.at += length;
        if rest.get(length) != Some(&b'\r') {
            return;
        }
        if matches!(rest.get(length + 1), Some(b'\n') | None) {
            self.at += 1;
        } else {
            self.fault(
                1,
                Diagnostic::error(
                    "carriage-return-in-comment",
                    "a carriage return inside a comment: for MRNet the comment goes on to the next line feed",
                    "save the file with line feeds only (dos2unix)",
                ),
            );
            self.line_start = true;
        }
    }

    /// Reports comments of other languages: `// to the end of the line`, or `/* to the end of this */`.
    fn wrong_comment(&mut self) {
        let rest = &self.source[self.at..];
        let length = if rest.starts_with(b"/*") {
            rest[2..].windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |inside| inside + 4)
        } else {
            rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
        };
        let found = String::from_utf8_lossy(&rest[..2]).into_owned();
        self.end_stray();
        self.faults.error(
            self.at..self.at + 2,
            "wrong-comment",
            format!("comments start with '#', not with \"{found}\""),
            "write '#'; such a comment ends with its line",
        );
        self.at += length;
    }

    fn is_dash_arrow(&self, at: usize) -> bool {
        let rest = &self.source[at..];
        let dashes = rest.iter().take_while(|&&byte| byte == b'-').take(3).count();
        dashes > 0 && rest.get(dashes) == Some(&b'>')
    }

    /// Reads `=>`, or an attempt at it: `->`, `= >`, `==>`, `=`, `>`.
    fn arrow(&mut self) {
        let rest = &self.source[self.at..];
        let strokes = rest.iter().take_while(|&&byte| matches!(byte, b'=' | b'-' | b'<')).count();
        let blanks = rest[strokes..].iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        let length = match (rest.get(strokes), rest.get(strokes + blanks)) {
            (Some(b'>'), _) => strokes + 1,
            (_, Some(b'>')) => strokes + blanks + 1,
            _ => strokes,
        };
        if &rest[..length] != b"=>" {
            let found = shown(&rest[..length]);
            self.end_stray();
            self.faults.error(
                self.at..self.at + length,
                "wrong-arrow",
                format!("\"=>\" is expected here, not \"{found}\""),
                "write \"=>\" without a blank inside",
            );
        }
        self.token(TokenKind::Arrow, length);
    }

    /// Counts carriage returns outside comments, which are one fault.
    fn carriage_return(&mut self) {
        let (_, count) = self.carriage_returns.get_or_insert((self.at..self.at + 1, 0));
        *count += 1;
        self.at += 1;
        // Old Macintosh files end their lines with a carriage return.
        self.line_start = true;
    }

    /// Adds characters that MRNet skips. Repeated single characters in a line are joined.
    fn stray(&mut self, length: usize) {
        if length == 0 {
            return;
        }
        let bytes = &self.source[self.at..self.at + length];
        if bytes == "\u{feff}".as_bytes() && self.at == 0 {
            self.fault(
                length,
                Diagnostic::warning(
                    "byte-order-mark",
                    "a byte order mark; MRNet skips it and prints it to standard output",
                    "save the file as plain ASCII, without a byte order mark",
                ),
            );
            return;
        }
        let text = shown(bytes);
        let count = text.chars().count();
        if let Some(stray) = &mut self.stray
            && stray.span.start >= self.last_newline
            && stray.text == text
            && count == 1
        {
            stray.count += 1;
        } else {
            self.end_stray();
            self.stray = Some(Stray { span: self.at..self.at + length, text, count });
        }
        self.at += length;
    }

    /// Ends the current run of stray characters.
    fn end_stray(&mut self) {
        if let Some(Stray { span, text, count }) = self.stray.take() {
            self.faults.error(
                span,
                "stray-character",
                format!(
                    "{}: not part of the format; MRNet skips this and prints it to standard output",
                    stray(&text, count)
                ),
                "remove it; processes are separated by blanks alone",
            );
        }
    }
}

/// Bytes in the form for messages: one visible character each, at most 40.
pub(super) fn shown(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut at, mut characters) = (0, 0);
    while at < bytes.len() {
        if characters == 40 {
            text.push_str("...");
            break;
        }
        characters += 1;
        let (character, length) = decode(bytes, at);
        text.push(visible(character));
        at += length;
    }
    text
}

/// Returns `"x"` or `"x" (7 times)`.
fn stray(text: &str, count: usize) -> String {
    if count <= text.chars().count() { format!("\"{text}\"") } else { format!("\"{text}\" ({count} times)") }
}
