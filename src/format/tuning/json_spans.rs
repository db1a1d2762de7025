//! A JSON scanner that keeps the place of every key and value, repeated keys, and the oddities that lenient parsers tolerate.
//!
//! [`parse`] returns a [`Document`]: its [`Value`] and [`Oddities`](Oddity) with their places, or the byte offset and the
//! [`Fault`] that no parser tolerates. A [`Value`] has a `span` (of a text: quotes included) and a [`Json`] `kind`; members of
//! objects stand in the order of the file, repeated keys included. [`Value::member`] finds the first member of a key,
//! [`Value::members`], [`Value::items`], [`Value::text`] and [`Value::whole`] look inside. Values are nested at most
//! [`DEEPEST`] deep, time is linear in the length, and numbers stay as they are written.

use rustc_hash::FxHashSet;
use std::fmt;
use std::ops::Range;

/// The most objects and arrays inside each other.
pub const DEEPEST: usize = 128;

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bytes of the value; of a text, quotes included.
    pub span: Range<usize>,
    /// The value.
    pub kind: Json,
}

/// The kind of a value, with its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// Members in the order of the file; keys may repeat.
    Object(Vec<Member>),
    /// Items.
    Array(Vec<Value>),
    /// A text, without quotes and escapes.
    String(String),
    /// A number as it is written.
    Number(String),
    /// True or false.
    Bool(bool),
    /// Null.
    Null,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key, without quotes and escapes.
    pub key: String,
    /// The bytes of the key, quotes included.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Value,
}

/// Text that JSON forbids and some parsers tolerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oddity {
    /// A comma before the end of an object or array; the place is that of the comma.
    TrailingComma,
    /// A key that its object has already; the place is that of the later key.
    RepeatedKey,
    /// A control character in a text, as a line feed.
    ControlCharacter,
    /// Something after the value, which lenient parsers do not read.
    Trailing,
}

/// A reason for which a text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Values inside each other beyond the limit; the text is JSON up to there.
    TooDeep,
    /// A text that is no JSON; the words say why.
    NoJson(&'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep => write!(f, "more than {DEEPEST} objects and arrays inside each other"),
            Self::NoJson(words) => f.write_str(words),
        }
    }
}

/// A value with everything odd about its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The value.
    pub value: Value,
    /// The oddities in the order of their places.
    pub oddities: Vec<(Range<usize>, Oddity)>,
}

impl Value {
    /// The members of an object; none of anything else.
    pub fn members(&self) -> &[Member] {
        if let Json::Object(members) = &self.kind { members } else { &[] }
    }

    /// The items of an array; none of anything else.
    pub fn items(&self) -> &[Self] {
        if let Json::Array(items) = &self.kind { items } else { &[] }
    }

    /// The first member of that key.
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members().iter().find(|member| member.key == key)
    }

    /// The text.
    pub fn text(&self) -> Option<&str> {
        if let Json::String(text) = &self.kind { Some(text) } else { None }
    }

    /// The whole number, not negative.
    pub fn whole(&self) -> Option<u64> {
        if let Json::Number(number) = &self.kind { number.parse().ok() } else { None }
    }

    /// True for an object.
    pub fn is_object(&self) -> bool {
        matches!(self.kind, Json::Object(_))
    }

    /// True for an array.
    pub fn is_array(&self) -> bool {
        matches!(self.kind, Json::Array(_))
    }

    /// The kind of the value, in words.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            Json::Object(_) => "an object",
            Json::Array(_) => "an array",
            Json::String(_) => "a text",
            Json::Number(_) => "a number",
            Json::Bool(_) => "true or false",
            Json::Null => "null",
        }
    }

    /// The kind of the value where another is due, such as `a number where an object belongs`.
    pub fn instead_of(&self, due: &str) -> String {
        format!("{} where {due} belongs", self.noun())
    }
}

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
