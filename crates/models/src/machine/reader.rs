//! Reads the tables of a profile, or of a job file, key by key, and knows the place of every error.
#![expect(clippy::missing_errors_doc, reason = "all give the fault of what they read, with its place")]

use logpine_text::excerpt::{short, short_message};
use logpine_text::suggest;
use logpine_text::text::{Mend, TextError};
use logpine_text::units::{Bytes, Clock, UnitError};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The result of reading any part of a profile.
pub type Read<T> = Result<T, TextError>;

/// The file that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The path that messages name.
    pub path: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The clock of the times.
    pub clock: Clock,
}

impl<'a> Source<'a> {
    /// The tables of the file, with the place of every value.
    pub fn parse(self) -> Read<Spanned<DeTable<'a>>> {
        DeTable::parse(self.text).map_err(|error| {
            // An error without a span is an unexpected end of the text.
            let span = error.span().unwrap_or(self.text.len()..self.text.len());
            self.fault(span, short_message(error.message()))
        })
    }

    /// The fault at a place of the file.
    #[must_use]
    pub fn fault(self, span: Range<usize>, fault: impl ToString) -> TextError {
        TextError::new(self.text, self.path, span, fault)
    }
}

/// A table whose keys are all known.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    source: Source<'a>,
    /// The name in messages: `[tan]`, `overhead`.
    name: String,
    span: Range<usize>,
    table: &'a DeTable<'a>,
    keys: &'static [&'static str],
}

impl<'a> Section<'a> {
    /// The whole document, called `name` in messages. Keys other than `keys` are an error.
    pub fn document(
        source: Source<'a>,
        name: &str,
        table: &'a DeTable<'a>,
        keys: &'static [&'static str],
    ) -> Read<Self> {
        Self { source, name: name.to_owned(), span: 0..0, table, keys }.checked()
    }

    /// Refuses the first unknown key.
    fn checked(self) -> Read<Self> {
        let unknown = self.table.keys().filter(|key| !self.keys.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(self),
            Some(key) => {
                let nearest = suggest::nearest(key.get_ref(), self.keys.iter().copied());
                let fault = self.source.fault(key.span(), self.unknown_key(key, nearest));
                Err(match nearest {
                    Some(meant) => fault.mended_by(Mend::Meant(meant.to_owned())),
                    None => fault,
                })
            }
        }
    }

    fn unknown_key(&self, key: &Spanned<DeString<'_>>, nearest: Option<&'static str>) -> String {
        let (key, meant) = (short(key.get_ref()), meant(nearest, self.keys.iter().copied()));
        format!("unknown key `{key}` in {}; {meant}", self.name)
    }

    /// The same section, with times in `clock`.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { source: Source { clock, ..self.source }, ..self }
    }

    /// The value of a key, if there is one.
    #[must_use]
    pub fn optional(&self, key: &'static str) -> Option<Value<'a>> {
        debug_assert!(self.keys.contains(&key), "`{key}` must be listed among the keys of {}", self.name);
        let content = self.table.get(key)?;
        Some(Value { source: self.source, key, content })
    }

    /// The value of a required key; `example` is a valid value.
    pub fn required(&self, key: &'static str, example: &'static str) -> Read<Value<'a>> {
        self.optional(key).ok_or_else(|| self.missing(key, example))
    }

    /// The fault of a missing key; `example` is a valid value.
    #[must_use]
    pub fn missing(&self, key: &str, example: &str) -> TextError {
        let example = match self.source.clock {
            Clock::Second => example.to_owned(),
            Clock::Cycle => example.replace("us\"", " cycles\"").replace("ns/B", " cycle/B"),
        };
        let line = format!("{key} = {example}");
        self.fault(format!("{} has no `{key}`; add it, like {line}", self.name)).mended_by(Mend::Lacks(line))
    }

    /// True if the section has no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The number of its keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// A fault of the section as a whole.
    #[must_use]
    pub fn fault(&self, fault: impl ToString) -> TextError {
        self.source.fault(self.span.clone(), fault)
    }
}

/// A value with its key.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    source: Source<'a>,
    /// Its key.
    pub key: &'static str,
    content: &'a Spanned<DeValue<'a>>,
}

impl<'a> Value<'a> {
    /// The fault of this part of the file.
    #[must_use]
    pub fn fault(&self, fault: impl ToString) -> TextError {
        self.source.fault(self.content.span(), fault)
    }

    fn wrong_type(&self, expected: &str) -> TextError {
        self.fault(wrong_type(self.key, self.content.get_ref().type_str(), expected))
    }

    /// The fault of a value outside its range.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "texts are made where they are given")]
    pub fn out_of_range(&self, found: impl ToString, expected: &str) -> TextError {
        self.fault(format!("`{}` is {}; it must be {expected}", self.key, short(&found.to_string())))
    }

    /// The fault of a key beside another that excludes it.
    #[must_use]
    pub fn contradicts(&self, other: &str) -> TextError {
        self.fault(format!("`{}` and `{other}` are both given; keep one of them", self.key))
    }

    /// Reads pairs of an argument and a value by increasing argument; at least one.
    pub(super) fn points<T>(
        &self,
        [expected, of_pair]: [&'static str; 2],
        argument: impl Fn(Self) -> Read<u64>,
        of_argument: impl Fn(Self) -> Read<T>,
    ) -> Read<Vec<(u64, T)>> {
        let mut points: Vec<(u64, T)> = Vec::new();
        for element in self.elements(expected)? {
            let [at, value] = element.pair(of_pair)?;
            let (found, value) = (argument(at)?, of_argument(value)?);
            if let Some((previous, _)) = points.last().filter(|last| last.0 >= found) {
                return Err(at.fault(format!(
                    "`{}`: {found} follows {previous}; list the points by increasing argument, each argument once",
                    self.key
                )));
            }
            points.push((found, value));
        }
        if points.is_empty() { Err(self.no_points()) } else { Ok(points) }
    }

    /// The fault of a table without points.
    pub(super) fn no_points(&self) -> TextError {
        self.fault(format!("`{}` has no points; add at least one, like [2, \"50us\"]", self.key))
    }

    /// A fault at other bytes of the same text.
    #[must_use]
    pub fn fault_at(&self, span: Range<usize>, fault: impl ToString) -> TextError {
        self.source.fault(span, fault)
    }

    /// The bytes of the text that hold the value.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.content.span()
    }

    /// Reads a table with any keys.
    pub fn table(&self) -> Read<&'a DeTable<'a>> {
        self.content.get_ref().as_table().ok_or_else(|| self.wrong_type("a table"))
    }

    /// Reads a text.
    pub fn text(&self) -> Read<&'a str> {
        self.content.get_ref().as_str().ok_or_else(|| self.wrong_type("text in quotes"))
    }

    /// Reads a line of text that is not empty.
    pub fn line(&self) -> Read<&'a str> {
        let text = self.text()?;
        let is_line = !text.trim().is_empty() && !text.chars().any(char::is_control);
        if is_line { Ok(text) } else { Err(self.out_of_range(format!("{text:?}"), "a line of text")) }
    }

    /// Reads `true` or `false`.
    pub fn boolean(&self) -> Read<bool> {
        self.content.get_ref().as_bool().ok_or_else(|| self.wrong_type("true or false"))
    }

    /// Reads a whole number, zero or more.
    pub fn count(&self) -> Read<u64> {
        const EXPECTED: &str = "a whole number from 0 to 2^64 - 1";
        let number = self.content.get_ref().as_integer().ok_or_else(|| self.wrong_type(EXPECTED))?;
        let parsed = u64::from_str_radix(number.as_str(), number.radix());
        parsed.map_err(|_| self.out_of_range(number, EXPECTED))
    }

    /// Reads a whole number, one or more.
    pub fn positive(&self) -> Read<u64> {
        match self.count()? {
            0 => Err(self.out_of_range("0", "at least 1")),
            count => Ok(count),
        }
    }

    /// Reads a number without a unit: finite, zero or more.
    pub fn number(&self) -> Read<f64> {
        const EXPECTED: &str = "a finite number, zero or more, like 0.1";
        let text = match self.content.get_ref() {
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Integer(number) => {
                self.count().map_err(|_| self.out_of_range(number.as_str(), EXPECTED))?.to_string()
            }
            _ => return Err(self.wrong_type(EXPECTED)),
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        number.ok_or_else(|| self.out_of_range(&text, EXPECTED))
    }

    /// Reads one of several words, each with its meaning.
    pub fn choice<T: Copy>(&self, choices: &[(&'static str, T)]) -> Read<T> {
        let word = self.text()?;
        let known = choices.iter().find(|(name, _)| *name == word);
        known.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let known = || choices.iter().map(|&(name, _)| name);
            let meant = meant(suggest::nearest(word, known()), known());
            self.fault(format!("`{}` is `{}`; {meant}", self.key, short(word)))
        })
    }

    /// Reads a quantity written as text; the error for a bare number gives the missing unit.
    pub fn quantity<T>(&self, parse: fn(&str, Clock) -> Result<T, UnitError>) -> Read<T> {
        self.quantity_or(parse, |error| format!(": {error}"))
    }

    /// Reads a quantity as [`Self::quantity`]; `says` is what a fault says after the key.
    pub(super) fn quantity_or<T>(
        &self,
        parse: fn(&str, Clock) -> Result<T, UnitError>,
        says: fn(UnitError) -> String,
    ) -> Read<T> {
        let parsed = match self.content.get_ref() {
            DeValue::String(text) => parse(text, self.source.clock),
            DeValue::Integer(number) => parse(&number.to_string(), self.source.clock),
            DeValue::Float(number) => parse(number.as_str(), self.source.clock),
            _ => return Err(self.wrong_type("a quantity with its unit in quotes, like \"98us\"")),
        };
        parsed.map_err(|error| self.fault(format!("`{}`{}", self.key, says(error))))
    }

    /// Reads a size, like "64KiB".
    pub fn bytes(&self) -> Read<Bytes> {
        self.quantity(|text, _| text.parse())
    }

    /// Reads a size, like "64KiB", or a bare number of bytes.
    pub fn bytes_or_count(&self) -> Read<Bytes> {
        match self.content.get_ref() {
            DeValue::Integer(_) => self.count().map(Bytes),
            _ => self.bytes(),
        }
    }

    /// True if the value is a text.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.content.get_ref().is_str()
    }

    /// True if the value is an array.
    #[must_use]
    pub fn is_array(&self) -> bool {
        self.content.get_ref().is_array()
    }

    /// True if the value is a table.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.content.get_ref().is_table()
    }

    /// Reads a table with known keys, called `name` in messages.
    pub fn section(&self, name: &str, keys: &'static [&'static str]) -> Read<Section<'a>> {
        let table = self.table()?;
        Section { source: self.source, name: name.to_owned(), span: self.content.span(), table, keys }.checked()
    }

    /// Reads the elements of an array.
    pub fn elements(&self, expected: &'static str) -> Read<Vec<Self>> {
        let array = self.content.get_ref().as_array().ok_or_else(|| self.wrong_type(expected))?;
        Ok(array.iter().map(|content| Self { content, ..*self }).collect())
    }

    /// Reads the two elements of a pair.
    pub fn pair(&self, expected: &'static str) -> Read<[Self; 2]> {
        self.tuple(expected)
    }

    /// Reads the elements of an array of length N.
    pub fn tuple<const N: usize>(&self, expected: &'static str) -> Read<[Self; N]> {
        self.elements(expected)?.try_into().map_err(|_| self.wrong_type(expected))
    }
}

/// The fault of a value of another type; `expected` has an example.
#[must_use]
pub fn wrong_type(key: &str, found: &str, expected: &str) -> String {
    format!("`{key}` is of type {found}; it must be {expected}")
}

/// The question whether the nearest known word was meant, or else all known words.
fn meant(nearest: Option<&'static str>, known: impl Iterator<Item = &'static str>) -> String {
    nearest.map_or_else(
        || format!("expected one of {}", known.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")),
        suggest::question,
    )
}
