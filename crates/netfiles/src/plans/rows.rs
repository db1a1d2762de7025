//! Lines, fields and numbers.

use crate::fault::{self, FileFault};
use crate::place::shown;
use logpine_text::place::Position;

/// The most faults that a reader lists.
pub(super) const MOST_FAULTS: usize = 20;

/// A piece of a line with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub text: &'a str,
    pub line: usize,
    /// The line that it is of.
    whole: &'a str,
}

impl<'a> Field<'a> {
    /// The words of a part of a line.
    pub fn words(line: usize, whole: &'a str, part: &'a str) -> impl Iterator<Item = Self> {
        part.split_whitespace().map(move |text| Self { text, line, whole })
    }

    /// The fields of a line between commas, without blanks and quotes around them.
    pub fn commas(line: usize, whole: &'a str) -> impl Iterator<Item = Self> {
        whole.split(',').map(move |text| {
            let text = text.trim();
            let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
            Self { text, line, whole }
        })
    }

    /// A part of the field.
    pub fn part(&self, text: &'a str) -> Self {
        Self { text, ..*self }
    }

    /// A fault at the field.
    pub fn fault(&self, message: impl Into<String>) -> FileFault {
        // The text is a part of the line.
        let offset = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        let place = Position { line: self.line, ..Position::of(self.whole, offset) };
        FileFault { place: Some(place), message: message.into() }
    }

    /// The number in the field: only digits, so that nothing is read that others read differently.
    pub fn number(&self, what: &'static str, least: u64, most: u64) -> Result<u64, FileFault> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { self.text.parse().ok() } else { None };
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.fault(fault::number(what, &shown(self.text), least, most)))
    }

    /// The number in the field, from `least` to 2^32 - 1.
    pub fn small(&self, what: &'static str, least: u64) -> Result<u32, FileFault> {
        let number = self.number(what, least, u32::MAX.into())?;
        Ok(u32::try_from(number).expect("at most 2^32 - 1"))
    }
}

/// Takes as many fields as there are, no more and no fewer.
pub(super) fn exactly<'a, const N: usize>(
    fields: impl Iterator<Item = Field<'a>>,
    line: usize,
    expected: &'static str,
) -> Result<[Field<'a>; N], FileFault> {
    let mut fields = fields.fuse();
    let mut count = 0;
    let array = std::array::from_fn(|_| fields.next().inspect(|_| count += 1));
    let found = count + fields.count();
    let wrong = || FileFault::of_line(line, fault::fields(expected, found));
    if found != N {
        return Err(wrong());
    }
    let array: [Option<Field<'a>>; N] = array;
    match array.iter().flatten().next().copied() {
        Some(first) => Ok(array.map(|field| field.unwrap_or(first))),
        None => Err(wrong()),
    }
}
