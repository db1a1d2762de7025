//! The scanner of JSON.

use super::value::{DEEPEST, Document, Fault, Json, Member, Oddity, Value};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Reads JSON; a byte order mark before it is skipped.
///
/// **Errors**: the byte offset of the first fault, and what it is.
pub fn parse(source: &str) -> Result<Document, (usize, Fault)> {
    let at = source.len() - source.trim_start_matches('\u{feff}').len();
    let mut scanner = Scanner { source, at, oddities: Vec::new() };
    let value = scanner.value(0)?;
    scanner.skip_blanks();
    if scanner.at < source.len() {
        scanner.oddities.push((scanner.at..source.len(), Oddity::Trailing));
    }
    scanner.oddities.sort_by_key(|(span, _)| span.start);
    Ok(Document { value, oddities: scanner.oddities })
}

type Parsed<T> = Result<T, (usize, Fault)>;

/// A place in the text, and the oddities before it.
struct Scanner<'a> {
    source: &'a str,
    at: usize,
    oddities: Vec<(Range<usize>, Oddity)>,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Steps over blanks and a byte; false if another one is there.
    fn takes(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        self.skip_blanks();
        let start = self.at;
        if depth >= DEEPEST {
            return Err((start, Fault::TooDeep));
        }
        let kind = match self.peek() {
            Some(b'{') => Json::Object(self.object(depth)?),
            Some(b'[') => Json::Array(self.array(depth)?),
            Some(b'"') => Json::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => Json::Number(self.number()?),
            Some(_) => self.word()?,
            None => return Err((start, Fault::NoJson("the end of the file where a value is expected"))),
        };
        Ok(Value { span: start..self.at, kind })
    }

    fn object(&mut self, depth: usize) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        let mut keys = FxHashSet::default();
        self.at += 1;
        let mut comma = None;
        while !self.takes(b'}') {
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err((start, Fault::NoJson("no key in quotes")));
            }
            let key = self.string()?;
            let key_span = start..self.at;
            if !keys.insert(key.clone()) {
                self.oddities.push((key_span.clone(), Oddity::RepeatedKey));
            }
            if !self.takes(b':') {
                return Err((self.at, Fault::NoJson("no colon after the key")));
            }
            let value = self.value(depth + 1)?;
            members.push(Member { key, key_span, value });
            comma = self.takes(b',').then(|| self.at - 1);
            if comma.is_none() && self.peek() != Some(b'}') {
                return Err((self.at, Fault::NoJson("neither a comma nor the end of the object")));
            }
        }
        self.trailing(comma);
        Ok(members)
    }

    fn array(&mut self, depth: usize) -> Parsed<Vec<Value>> {
        let mut items = Vec::new();
        self.at += 1;
        let mut comma = None;
        while !self.takes(b']') {
            items.push(self.value(depth + 1)?);
            comma = self.takes(b',').then(|| self.at - 1);
            if comma.is_none() && self.peek() != Some(b']') {
                return Err((self.at, Fault::NoJson("neither a comma nor the end of the array")));
            }
        }
        self.trailing(comma);
        Ok(items)
    }

    fn trailing(&mut self, comma: Option<usize>) {
        self.oddities.extend(comma.map(|at| (at..at + 1, Oddity::TrailingComma)));
    }

    /// A text, from its first quote on.
    fn string(&mut self) -> Parsed<String> {
        let start = self.at;
        let mut text = String::new();
        self.at += 1;
        let source = self.source;
        let mut rest = source.get(self.at..).unwrap_or_default().char_indices();
        let base = self.at;
        while let Some((at, letter)) = rest.next() {
            match letter {
                '"' => {
                    self.at = base + at + 1;
                    return Ok(text);
                }
                '\\' => {
                    let Some((_, escape)) = rest.next() else { break };
                    match escape {
                        '"' | '\\' | '/' => text.push(escape),
                        'b' => text.push('\u{8}'),
                        'f' => text.push('\u{c}'),
                        'n' => text.push('\n'),
                        'r' => text.push('\r'),
                        't' => text.push('\t'),
                        'u' => {
                            let digits: String = rest.by_ref().take(4).map(|(_, digit)| digit).collect();
                            let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4);
                            let Some(code) = code else {
                                return Err((base + at, Fault::NoJson("no four digits after \\u")));
                            };
                            // Halves of a pair become marks: no name that a library knows has one.
                            text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                        }
                        _ => return Err((base + at, Fault::NoJson("an escape that JSON does not have"))),
                    }
                }
                control if control < ' ' => {
                    self.oddities.push((base + at..base + at + 1, Oddity::ControlCharacter));
                    text.push(control);
                }
                plain => text.push(plain),
            }
        }
        Err((start, Fault::NoJson("a text without its last quote")))
    }

    fn number(&mut self) -> Parsed<String> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = self.source.get(start..self.at).unwrap_or_default();
        if is_number(text) {
            Ok(text.to_owned())
        } else {
            Err((start, Fault::NoJson("a number that JSON does not have")))
        }
    }

    /// `true`, `false` or `null`.
    fn word(&mut self) -> Parsed<Json> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        for (word, kind) in [("true", Json::Bool(true)), ("false", Json::Bool(false)), ("null", Json::Null)] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        Err((self.at, Fault::NoJson("something that is no value of JSON")))
    }
}

/// True for a number as JSON writes them.
fn is_number(text: &str) -> bool {
    let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_and_values_have_their_places() {
        let source = "{ \"a\": [1, -2.5e3],\n \"b\": {\"c\": \"x\\n\\u0041\"} }";
        let document = parse(source).expect("JSON");
        let member = document.value.member("b").expect("there");
        assert_eq!(&source[member.key_span.clone()], "\"b\"");
        let text = &member.value.member("c").expect("there").value;
        assert_eq!((text.text(), &source[text.span.clone()]), (Some("x\nA"), "\"x\\n\\u0041\""));
        let items = document.value.member("a").expect("there").value.items();
        assert_eq!((items[0].whole(), items[1].whole(), items[1].span.clone()), (Some(1), None, 11..17));
        assert_eq!(document.oddities, []);
    }

    #[test]
    fn tolerated_oddities_are_listed() {
        let document = parse("{\"a\":[1,],\"a\":\"\t\",} x").expect("tolerated");
        let kinds: Vec<_> = document.oddities.iter().map(|(span, kind)| (span.start, *kind)).collect();
        let expected = [
            (7, Oddity::TrailingComma),
            (10, Oddity::RepeatedKey),
            (15, Oddity::ControlCharacter),
            (17, Oddity::TrailingComma),
            (20, Oddity::Trailing),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(document.value.members().len(), 2);
    }

    #[test]
    fn faults_have_their_offset() {
        let cases = [
            ("", 0),
            ("{", 1),
            ("{,}", 1),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("\"a", 0),
            ("[01]", 1),
            ("[1.]", 1),
            ("\"\\x\"", 1),
            ("\"\\u00g0\"", 1),
            ("nul", 0),
        ];
        for (source, at) in cases {
            assert_eq!(parse(source).expect_err(source).0, at, "{source}");
        }
        let (at, fault) = parse(&"[".repeat(1_000_000)).expect_err("too deep");
        assert_eq!((at, fault), (DEEPEST, Fault::TooDeep));
        assert_eq!(fault.to_string(), format!("more than {DEEPEST} objects and arrays inside each other"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(source in "[\\[\\]{},:\"\\\\u0-9a-e. \n\u{e9}-]{0,60}") {
            let ours = parse(&source);
            let theirs = serde_json::from_str::<serde_json::Value>(&source);
            if theirs.is_ok() {
                prop_assert!(ours.is_ok(), "{:?}", ours);
            }
            if ours.is_ok_and(|document| document.oddities.is_empty()) && !source.contains('\\') {
                prop_assert!(theirs.is_ok() || source.contains(['e', 'E']), "{:?}", theirs);
            }
        }
    }
}
