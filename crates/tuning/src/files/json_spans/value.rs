//! Values with their places, and what is odd or wrong about a text.

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
