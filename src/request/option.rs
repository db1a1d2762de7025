//! Values of options: counts, sizes, and one of several words.

use super::{TickLength, Word};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use logpine_text::suggest::nearest;
use logpine_text::units::{self, Bytes};
use std::ffi::OsStr;
use std::marker::PhantomData;

/// Reads one of the words of a choice; of another word the error says which is meant.
#[derive(Debug)]
pub struct Named<E> {
    /// Words that the help leaves out, for they are only read to say why they do not go.
    is_hidden: fn(E) -> bool,
    of: PhantomData<E>,
}

impl<E> Clone for Named<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Named<E> {}

impl<E> Named<E> {
    pub const fn new() -> Self {
        Self::hiding(|_| false)
    }

    /// Words, some of which the help leaves out.
    pub const fn hiding(is_hidden: fn(E) -> bool) -> Self {
        Self { is_hidden, of: PhantomData }
    }
}

impl<E: Word> Named<E> {
    /// The words that help lists, with their meanings.
    fn shown(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let shown = E::described().filter(move |(choice, ..)| !(self.is_hidden)(*choice));
        shown.map(|(_, word, meaning)| (word, meaning))
    }
}

impl<E: Word> TypedValueParser for Named<E> {
    type Value = E;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<E, Error> {
        let text = value.to_str();
        if let Some(choice) = text.and_then(E::named) {
            return Ok(choice);
        }
        let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
        if let Some(arg) = arg {
            error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
        }
        error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_string_lossy().into_owned()));
        let shown = self.shown().map(|(word, _)| word.to_owned()).collect();
        error.insert(ContextKind::ValidValue, ContextValue::Strings(shown));
        // A letter is like any other.
        let meant = text
            .filter(|text| text.len() > 1)
            .and_then(|text| nearest(text, E::WORDS.iter().map(|(_, word, _)| *word)));
        if let Some(meant) = meant {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(meant.to_owned()));
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.shown().map(|(word, meaning)| PossibleValue::new(word).help(meaning))))
    }
}

/// A count such as `128`, `1_000_000`, `1e6`, `64k`, `2^20` or `10^18`.
pub fn count(text: &str) -> Result<u64, String> {
    units::count(text).map_err(|error| error.to_string())
}

/// A count of a narrower type.
pub fn narrow_count<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let most = || format!("`{text}` is too large: at most 2^{} - 1", 8 * size_of::<T>());
    count(text).and_then(|count| T::try_from(count).map_err(|_| most()))
}

/// A size such as `8`, `2^20`, `1e6`, `64KiB` or `1GB`, in bytes.
pub fn size(text: &str) -> Result<u64, String> {
    let is_count = text.starts_with(|first: char| first.is_ascii_digit())
        && text.ends_with(|last: char| last.is_ascii_digit() || last == '_' || last == '^');
    if is_count && !text.contains('.') {
        return count(text);
    }
    text.parse::<Bytes>().map(|bytes| bytes.0).map_err(|error| error.to_string())
}

/// The length of a tick, whose unit the machine decides.
pub fn tick_length() -> impl TypedValueParser<Value = TickLength> {
    StringValueParser::new().map(TickLength::from)
}

#[cfg(test)]
mod tests {
    use super::{count, narrow_count, size};

    #[test]
    fn counts_may_be_powers() {
        assert_eq!(count("128"), Ok(128));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(count("2^63"), Ok(1 << 63));
        assert_eq!(count("0^0"), Ok(1));
        assert_eq!((count("1e6"), count("1k")), (Ok(1_000_000), Ok(1000)));
        assert_eq!(narrow_count::<u32>("1k"), Ok(1000));
        assert_eq!(narrow_count::<u32>("2^32"), Err("`2^32` is too large: at most 2^32 - 1".to_owned()));
        for bad in
            ["", "_", "-1", "+1", "1.5", "1e-6", "2^64", "2^99999999999", "2^", "^2", "x", "18446744073709551616"]
        {
            assert!(count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_may_be_counts_or_have_units() {
        assert_eq!(size("8"), Ok(8));
        assert_eq!(size("2^20"), Ok(1 << 20));
        assert_eq!(size("1_000"), Ok(1000));
        assert_eq!(size("64KiB"), Ok(65_536));
        assert_eq!(size("1.5kB"), Ok(1500));
        assert_eq!((size("1e6"), size("1TB"), size("2TiB")), (Ok(1_000_000), Ok(1_000_000_000_000), Ok(2 << 40)));
        let both = "`64K` is ambiguous; write 64KiB (of 1024) or 64kB (of 1000)";
        assert_eq!(size("64K"), Err(both.to_owned()));
        for (bad, said) in [("2^64", "too large: at most 2^64 - 1"), ("1.5", "has no unit"), ("_", "not a number")] {
            assert!(size(bad).is_err_and(|message| message.contains(said)), "{bad}");
        }
    }
}
