//! The values of a spec, separated by commas.

use super::{Class, SpecError};
use logpine_text::excerpt::short;
use logpine_text::suggest::{self, did_you_mean};
use logpine_text::units;

/// A part of the text between commas, or the text after the `=` in it.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub text: &'a str,
    pub column: usize,
}

/// A count and its range.
pub(super) struct Count {
    pub what: &'static str,
    pub least: u32,
    pub most: u32,
}

/// The values of a spec: those without keys in their order, and those with keys.
pub(super) struct Values<'a> {
    pub class: Class,
    pub plain: Vec<Value<'a>>,
    pub keyed: Vec<(&'static str, Value<'a>)>,
    /// The column behind the last character.
    end: usize,
}

/// The largest number of dimensions of a grid: with more dimensions there are too many nodes to number, unless sides are
/// 1.
pub(super) const MOST_DIMENSIONS: u32 = 30;

impl<'a> Values<'a> {
    /// Parses the values of the text, starting at a byte.
    pub fn new(class: Class, text: &'a str, start: usize) -> Result<Self, SpecError> {
        let column = |byte: usize| text[..byte].chars().count() + 1;
        let mut values = Self { class, plain: Vec::new(), keyed: Vec::new(), end: column(text.len()) };
        let mut at = start;
        for part in text[start..].split(',') {
            match part.split_once('=') {
                Some((key, value)) => {
                    let value = Value { text: value, column: column(at + key.len() + 1) };
                    values.push_keyed(key, column(at), value)?;
                }
                None => values.plain.push(Value { text: part, column: column(at) }),
            }
            at += part.len() + 1;
        }
        Ok(values)
    }

    fn push_keyed(&mut self, found: &str, column: usize, value: Value<'a>) -> Result<(), SpecError> {
        let class = self.class;
        let keys = class.keys();
        let Some(&key) = keys.iter().find(|&&key| key == found) else {
            let nearest = suggest::nearest(found, keys.iter().copied());
            let (key, meant, keys) = (short(found), did_you_mean(nearest), keys.join(", "));
            let what = format_args!("unknown key `{key}`; {meant}the keys of {class} are {keys}");
            return Err(SpecError::new(column, what));
        };
        let subject = |key| if key == "bandwidth" { "per_byte" } else { key };
        if self.keyed.iter().any(|(earlier, _)| subject(earlier) == subject(key)) {
            let what = format_args!("`{key}` is given twice, or by another name; leave one out");
            return Err(SpecError::new(column, what));
        }
        self.keyed.push((key, value));
        Ok(())
    }

    /// The error for a value that is invalid at its place.
    fn unexpected(&self, value: Option<&Value>, expected: &'static str) -> SpecError {
        let value = value.filter(|value| !value.text.is_empty());
        let column = value.map_or(self.end, |value| value.column);
        let found = value.map_or_else(|| "the end of the spec".to_owned(), |value| format!("`{}`", short(value.text)));
        self.expected(column, expected, &found)
    }

    fn expected(&self, column: usize, expected: &str, found: &str) -> SpecError {
        SpecError::new(column, format_args!("expected {expected}, found {found}; write {}", self.class.form()))
    }

    /// The error for a number for which there is no network.
    pub fn out_of_range(&self, column: usize, what: &str, found: &str, range: &str) -> SpecError {
        SpecError::new(column, format_args!("{what} is {found}, expected {range}; write {}", self.class.form()))
    }

    /// Checks that only keys follow from this index on.
    pub fn end(&self, index: usize) -> Result<(), SpecError> {
        match self.plain.get(index) {
            None => Ok(()),
            Some(surplus) if surplus.text.is_empty() => {
                Err(self.expected(surplus.column, "a key=value behind the comma", "nothing"))
            }
            surplus => Err(self.unexpected(surplus, "the end of the spec or a key=value")),
        }
    }

    /// The whole number at this index.
    pub fn count(&self, index: usize, count: &Count) -> Result<u32, SpecError> {
        let value = self.plain.get(index);
        let number = value.filter(|value| value.text.starts_with(|first: char| first.is_ascii_digit()));
        self.in_range(number.ok_or_else(|| self.unexpected(value, "a whole number"))?, count)
    }

    fn in_range(&self, value: &Value, &Count { what, least, most }: &Count) -> Result<u32, SpecError> {
        let number = units::count(value.text).ok().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (least..=most).contains(number));
        let range = || format!("{least} to {most}");
        number.ok_or_else(|| self.out_of_range(value.column, what, &short(value.text), &range()))
    }

    /// The sides of a grid at this index.
    pub fn sides(&self, index: usize) -> Result<Vec<u32>, SpecError> {
        const EXPECTED: &str = "the sides of a grid, joined by x";
        const SIDE: Count = Count { what: "a side", least: 1, most: u32::MAX };
        let value = self.plain.get(index);
        let Some(whole) = value else { return Err(self.unexpected(None, EXPECTED)) };
        let mut sides = Vec::new();
        let mut column = whole.column;
        for text in whole.text.split('x') {
            let side = Value { text, column };
            if !is_digits(text) {
                return Err(self.unexpected(if text.is_empty() { value } else { Some(&side) }, EXPECTED));
            }
            sides.push(self.in_range(&side, &SIDE)?);
            column += text.len() + 1;
        }
        if sides.len() as u64 > u64::from(MOST_DIMENSIONS) {
            let (found, range) = (sides.len().to_string(), format!("1 to {MOST_DIMENSIONS}"));
            return Err(self.out_of_range(whole.column, "the number of dimensions", &found, &range));
        }
        Ok(sides)
    }

    /// The number in 0..=1 at this index.
    pub fn fraction(&self, index: usize, what: &'static str) -> Result<f64, SpecError> {
        let value = self.plain.get(index);
        let number = value.and_then(|value| Some((value, value.text.parse::<f64>().ok()?)));
        let (value, number) = number.ok_or_else(|| self.unexpected(value, "a number in 0 to 1"))?;
        if (0.0..=1.0).contains(&number) {
            // Without the sign of -0.
            return Ok(number.abs());
        }
        Err(self.out_of_range(value.column, what, &short(value.text), "0 to 1"))
    }

    /// The seed, 1 by default.
    pub fn seed(&self) -> Result<u64, SpecError> {
        let Some((_, value)) = self.keyed.iter().find(|(key, _)| *key == "seed") else { return Ok(1) };
        let seed = value.text.parse::<u64>().ok().filter(|_| is_digits(value.text));
        seed.ok_or_else(|| self.unexpected(Some(value), "a whole number below 2^64 as the seed"))
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
