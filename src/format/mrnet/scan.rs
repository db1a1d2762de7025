//! Scanner of tokens. Characters that MRNet's scanner would skip are faults and become no token.

use super::fault::FaultKind;
use super::faults::Faults;
use crate::excerpt::is_invisible;
use crate::format::source::{decode, visible};
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

pub(super) struct Scanned {
    pub(super) tokens: Vec<Token>,
    pub(super) faults: Faults,
}

/// Splits the source into tokens. **Complexity** O(bytes).
pub(super) fn scan(source: &[u8]) -> Scanned {
    let mut scanner = Scanner {
        source,
        at: 0,
        line_start: true,
        last_newline: 0,
        carriage_returns: None,
        stray: None,
        tokens: Vec::new(),
        faults: Faults::default(),
    };
    while let Some(&byte) = source.get(scanner.at) {
        scanner.step(byte);
    }
    scanner.end_stray();
    if let Some((span, count)) = scanner.carriage_returns.take() {
        scanner.faults.add(span, FaultKind::CarriageReturns { count });
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
    faults: Faults,
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
            b'*' => self.fault(1, FaultKind::Asterisk),
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

    fn fault(&mut self, length: usize, kind: FaultKind) {
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
            self.fault(1, FaultKind::CarriageReturnInComment);
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
        self.faults.add(self.at..self.at + 2, FaultKind::WrongComment { found });
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
            self.faults.add(self.at..self.at + length, FaultKind::WrongArrow { found });
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

    /// The length of an IPv6 address at the current position, without the rank after it, if there is one.
    fn ipv6(&self) -> Option<usize> {
        // An address with a rank is shorter. The limit avoids searching long runs of colons from each of them.
        let rest = &self.source[self.at..self.source.len().min(self.at + 64)];
        if rest.starts_with(b":::") {
            return None;
        }
        if rest.starts_with(b"[") {
            let inside = rest[1..].iter().take_while(|byte| byte.is_ascii_hexdigit() || **byte == b':').count();
            let is_address = rest[1..=inside].contains(&b':') && rest.get(inside + 1) == Some(&b']');
            return is_address.then_some(inside + 2);
        }
        let run = rest.iter().take_while(|byte| byte.is_ascii_hexdigit() || **byte == b':').count();
        let run = &rest[..run];
        let last = run.iter().rposition(|&byte| byte == b':')?;
        let has_three_colons = run.iter().filter(|&&byte| byte == b':').nth(2).is_some();
        (has_three_colons && run[..last].iter().any(u8::is_ascii_hexdigit)).then_some(last)
    }

    fn word_or_stray(&mut self) {
        if let Some(length) = self.ipv6() {
            self.token(TokenKind::Ipv6, length);
            return;
        }
        let (character, length) = decode(self.source, self.at);
        if character.is_some_and(is_separator) {
            self.stray(length);
            return;
        }
        let end = self.word_end();
        let word = &self.source[self.at..end];
        // MRNet skips punctuation around a word; punctuation inside it splits the word.
        let Some(start) = name_start(word) else {
            self.stray(word.len());
            return;
        };
        let name =
            word[start..].iter().rposition(|&byte| may_end_name(byte)).map_or(word.len(), |last| start + last + 1);
        let (before, inside, after) = (start, name - start, word.len() - name);
        let is_number = is_number(&word[start..name]);
        self.stray(before);
        self.token(if is_number { TokenKind::Number } else { TokenKind::Word }, inside);
        self.stray(after);
    }

    /// The end of the word that begins here.
    fn word_end(&self) -> usize {
        let mut at = self.at;
        let mut in_brackets = false;
        while at < self.source.len() {
            let is_plain = |byte: &&u8| byte.is_ascii_alphanumeric();
            at += self.source[at..].iter().take_while(is_plain).count();
            if at == self.source.len() {
                break;
            }
            let (character, length) = decode(self.source, at);
            match character {
                Some('[') => in_brackets = true,
                Some(']') => in_brackets = false,
                Some(',') if in_brackets => {}
                Some(' ' | '\t' | '\n' | '#' | ';' | ':' | '=' | '<' | '>' | '*') => break,
                Some('/') if matches!(self.source.get(at + 1), Some(b'/' | b'*')) => break,
                Some('-') if self.is_dash_arrow(at) => break,
                Some(character) if is_separator(character) => break,
                _ => {}
            }
            at += length;
        }
        at
    }

    /// Adds characters that MRNet skips. Repeated single characters in a line are joined.
    fn stray(&mut self, length: usize) {
        if length == 0 {
            return;
        }
        let bytes = &self.source[self.at..self.at + length];
        if bytes == "\u{feff}".as_bytes() && self.at == 0 {
            self.fault(length, FaultKind::ByteOrderMark);
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
            self.faults.add(span, FaultKind::Stray { text, count });
        }
    }
}

/// True for characters that end a word but have no meaning.
fn is_separator(character: char) -> bool {
    character == ',' || is_invisible(character)
}

/// The start of the name in a word that may have punctuation around it; `None` without a name.
fn name_start(word: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut start = None;
    while at < word.len() {
        let (character, length) = decode(word, at);
        match character {
            Some('-' | '_' | '.' | '[' | '"') => start = start.or(Some(at)),
            Some(character) if !character.is_alphanumeric() => start = None,
            // A byte that is not UTF-8 is taken as a letter of some other encoding.
            _ => return start.or(Some(at)),
        }
        at += length;
    }
    None
}

fn may_end_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'[' | b']' | b'"') || !byte.is_ascii()
}

fn is_number(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit) && (text[0] != b'0' || text.len() == 1)
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
