//! Patterns of host names in Slurm's notation: `n[1-4,07]`, `rack[1-2]n[01-03]-ib`.

use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use std::fmt::Write as _;
use std::sync::Arc;

/// A host name with numbers in brackets.
pub(super) struct HostPattern<'a> {
    parts: Vec<Part<'a>>,
}

impl<'a> HostPattern<'a> {
    /// Reads a pattern that begins at byte `offset` of the list; `any_padding` lets the ends of a range be padded differently, as
    /// Slurm and Flux do, which take the first end's digits.
    pub(super) fn parse(pattern: &'a str, offset: usize, any_padding: bool) -> Result<Self, Found> {
        let bracket =
            |at: usize| Found::new(offset + at..offset + at + 1, "unbalanced bracket; ranges are written n[1-4,7]");
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = pattern[at..].find(['[', ']']).map(|found| at + found) {
            if pattern[open..].starts_with(']') {
                return Err(bracket(open));
            }
            let inside = open + 1;
            let close = pattern[inside..].find(['[', ']']).map(|found| inside + found);
            let close = close.filter(|&close| pattern[close..].starts_with(']')).ok_or_else(|| bracket(open))?;
            parts.push(Part::Text(&pattern[at..open]));
            parts.push(Part::Numbers(parse_numbers(&pattern[inside..close], offset + inside, any_padding)?));
            at = close + 1;
        }
        parts.push(Part::Text(&pattern[at..]));
        Ok(Self { parts })
    }

    /// The number of hosts in the pattern (saturating).
    pub(super) fn hosts(&self) -> u64 {
        self.parts.iter().fold(1, |hosts, part| hosts.saturating_mul(part.choices()))
    }

    /// The length of the longest name.
    pub(super) fn longest(&self) -> usize {
        self.parts.iter().map(Part::longest).sum()
    }

    /// All names; the last brackets vary fastest.
    pub(super) fn expand(&self) -> Vec<Arc<str>> {
        let mut names = Vec::with_capacity(usize::try_from(self.hosts()).unwrap_or(0));
        expand(&self.parts, &mut String::with_capacity(self.longest()), &mut names);
        names
    }
}

/// Adds the names that begin as given and go on with these parts.
fn expand(parts: &[Part<'_>], name: &mut String, names: &mut Vec<Arc<str>>) {
    let Some((part, rest)) = parts.split_first() else { return names.push(Arc::from(name.as_str())) };
    let length = name.len();
    match part {
        Part::Text(text) => {
            name.push_str(text);
            expand(rest, name, names);
            name.truncate(length);
        }
        Part::Numbers(all) => {
            for &Numbers { low, high, width } in all {
                for number in low..=high {
                    let _ = write!(name, "{number:0width$}");
                    expand(rest, name, names);
                    name.truncate(length);
                }
            }
        }
    }
}

/// A part of a pattern: plain text, or numbers in brackets.
enum Part<'a> {
    Text(&'a str),
    Numbers(Vec<Numbers>),
}

/// The numbers from `low` to `high` with at least `width` digits.
struct Numbers {
    low: u64,
    high: u64,
    width: usize,
}

impl Part<'_> {
    /// The number of texts in the part (saturating).
    fn choices(&self) -> u64 {
        let size = |numbers: &Numbers| (numbers.high - numbers.low).saturating_add(1);
        match self {
            Self::Text(_) => 1,
            Self::Numbers(all) => all.iter().fold(0, |choices, numbers| choices.saturating_add(size(numbers))),
        }
    }

    /// The length of the longest text.
    fn longest(&self) -> usize {
        let longest = |numbers: &Numbers| numbers.width.max(numbers.high.to_string().len());
        match self {
            Self::Text(text) => text.len(),
            Self::Numbers(all) => all.iter().map(longest).max().unwrap_or(0),
        }
    }
}

/// The comma-separated numbers and ranges in one pair of brackets.
fn parse_numbers(text: &str, mut offset: usize, any_padding: bool) -> Result<Vec<Numbers>, Found> {
    let mut all = Vec::new();
    for item in text.split(',') {
        let fault = |message| Found { span: offset..offset + item.len(), message };
        let (low, high) = item.split_once('-').unwrap_or((item, item));
        all.push(parse_range(item, low, high, any_padding).map_err(fault)?);
        offset += item.len() + 1;
    }
    Ok(all)
}

/// The fault of text in brackets that is neither a number nor a range.
pub(super) fn bad_range(text: &str) -> String {
    format!("\"{}\" is neither a number nor a range; ranges are written n[1-4,7]", short(text))
}

fn parse_range(item: &str, low: &str, high: &str, any_padding: bool) -> Result<Numbers, String> {
    let number = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u64>().ok().filter(|_| is_number)
    };
    let width = low.len();
    let is_padded = high.starts_with('0') && high.len() > 1;
    let range = || format!("{}-{}", short(low), short(high));
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low > high => {
            Err(format!("the range {} runs backwards; write the smaller number first", range()))
        }
        (Some(_), Some(_)) if is_padded && !any_padding && high.len() != width => {
            let fault = "are padded differently; write both with the same number of digits";
            Err(format!("the numbers of the range {} {fault}", range()))
        }
        (Some(low), Some(high)) => Ok(Numbers { low, high, width }),
        _ => Err(bad_range(item)),
    }
}
