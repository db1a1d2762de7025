//! The values of a request's keys.

use crate::request::{HostsChoice, MappingChoice, TickLength, Tolerance, Word};
use logpine_models::machine::Machine;
use logpine_models::machine::reader::{Read, Section, Value};
use logpine_text::units::{self, Clock};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A field of a request, which may be unset.
pub(in crate::request) trait Field {
    /// The type of a key's value.
    type Value;

    /// The field from the value of its key, if it is there.
    fn of(value: Option<Self::Value>) -> Self;

    /// True if the field is set.
    fn says(&self) -> bool;

    /// This field, or another if it is unset.
    fn or(self, other: Self) -> Self;
}

impl<T> Field for Option<T> {
    type Value = T;

    fn of(value: Option<T>) -> Self {
        value
    }

    fn says(&self) -> bool {
        self.is_some()
    }

    fn or(self, other: Self) -> Self {
        Option::or(self, other)
    }
}

impl Field for bool {
    type Value = Self;

    fn of(value: Option<Self>) -> Self {
        value == Some(true)
    }

    fn says(&self) -> bool {
        *self
    }

    fn or(self, other: Self) -> Self {
        self || other
    }
}

impl Field for String {
    type Value = Self;

    fn of(value: Option<Self>) -> Self {
        value.unwrap_or_default()
    }

    fn says(&self) -> bool {
        !self.is_empty()
    }

    fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }
}

/// The value of a key, if it is there.
pub(in crate::request) fn read<T>(
    job: &Section<'_>,
    key: &'static str,
    folder: &Path,
    read: impl Fn(&Value<'_>, &Path) -> Read<T>,
) -> Read<Option<T>> {
    job.optional(key).map(|value| read(&value, folder)).transpose()
}

/// True or false.
pub(in crate::request) fn flag(value: &Value<'_>, _: &Path) -> Read<bool> {
    value.boolean()
}

/// A size in bytes.
pub(in crate::request) fn bytes(value: &Value<'_>, _: &Path) -> Read<u64> {
    value.bytes_or_count().map(|bytes| bytes.0)
}

/// A text.
pub(in crate::request) fn words(value: &Value<'_>, _: &Path) -> Read<String> {
    value.text().map(str::to_owned)
}

/// A text of one line.
pub(in crate::request) fn line(value: &Value<'_>, _: &Path) -> Read<String> {
    value.line().map(str::to_owned)
}

/// A whole number, or a text with one, like "10^6".
pub(in crate::request) fn count(value: &Value<'_>, _: &Path) -> Read<u64> {
    if !value.is_text() {
        return value.count();
    }
    let number = units::count(value.text()?);
    number.map_err(|error| value.fault(format!("`{}`: {error}", value.key)))
}

/// A whole number of at least 1.
pub(in crate::request) fn positive(value: &Value<'_>, folder: &Path) -> Read<u64> {
    match count(value, folder)? {
        0 => Err(value.out_of_range("0", "at least 1")),
        count => Ok(count),
    }
}

/// A height in edges.
pub(in crate::request) fn height(value: &Value<'_>, folder: &Path) -> Read<u32> {
    let height = count(value, folder)?;
    u32::try_from(height).map_err(|_| value.out_of_range(height, "at most 2^32 - 1"))
}

/// A fraction of the time, like "5%".
pub(in crate::request) fn tolerance(value: &Value<'_>, _: &Path) -> Read<Tolerance> {
    let text = value.line()?;
    text.parse().map_err(|_| value.out_of_range(format!("`{text}`"), "a share of the time, like 5% or 0.5%"))
}

/// The length of a tick, for a machine in seconds or in cycles.
pub(in crate::request) fn tick_length(value: &Value<'_>, _: &Path) -> Read<TickLength> {
    let tick = TickLength::from(value.line()?.to_owned());
    if [Clock::Second, Clock::Cycle].into_iter().any(|clock| tick.on(clock).is_ok()) {
        return Ok(tick);
    }
    Err(value.out_of_range(format!("`{}`", tick.text()), "a time, like 1us or 10 cycles"))
}

/// One of the words of a choice.
pub(in crate::request) fn word<T: Word>(value: &Value<'_>, _: &Path) -> Read<T> {
    let words: Vec<_> = T::WORDS.iter().map(|&(choice, word, _)| (word, choice)).collect();
    value.choice(&words)
}

/// A path, or a list of entries.
pub(in crate::request) fn hosts(value: &Value<'_>, folder: &Path) -> Read<HostsChoice> {
    if !value.is_array() {
        return line(value, folder).map(|path| HostsChoice::Path(folder.join(path)));
    }
    let entries = value.elements("a path, or a list like [\"n[1-4]:2\"]")?;
    entries.iter().map(|entry| line(entry, folder)).collect::<Read<_>>().map(HostsChoice::List)
}

/// A built-in machine by its name, a profile by its path.
pub(in crate::request) fn machine(value: &Value<'_>, folder: &Path) -> Read<PathBuf> {
    let name = line(value, folder)?;
    let is_file = is_path(&name) && !Machine::built_in_names().contains(&name.as_str());
    Ok(if is_file { folder.join(name) } else { name.into() })
}

/// A spec or a built-in network by its text, a file by its path.
pub(in crate::request) fn network(value: &Value<'_>, folder: &Path) -> Read<PathBuf> {
    let name = line(value, folder)?;
    Ok(if is_path(&name) && !name.contains(':') { folder.join(name) } else { name.into() })
}

fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some() || path.components().count() > 1
}

/// A mapping by its name, or by its path.
pub(in crate::request) fn mapping(value: &Value<'_>, folder: &Path) -> Read<MappingChoice> {
    Ok(match OsString::from(line(value, folder)?).into() {
        MappingChoice::Path(path) => MappingChoice::Path(folder.join(path)),
        named => named,
    })
}
