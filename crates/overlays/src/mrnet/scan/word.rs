//! Words: names of hosts, numbers and addresses, without the punctuation that MRNet skips.

use super::{Scanner, TokenKind};
use logpine_text::excerpt::is_invisible;
use logpine_text::place::decode;

impl Scanner<'_> {
    pub(super) fn word_or_stray(&mut self) {
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

    /// The length of an IPv6 address at the current position, without the rank after it, if there is one.
    pub(super) fn ipv6(&self) -> Option<usize> {
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
