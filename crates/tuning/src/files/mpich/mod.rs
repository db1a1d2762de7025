//! MPICH: selection files (JSON), and the variables that go with them.

mod algorithms;
mod checked;
mod chosen;
mod collectives;
mod conditions;
mod environment;
mod leaf;
mod path;
mod read;
mod release;
mod ruled;
#[cfg(test)]
mod tests;
mod variables;
mod write;
mod written;

pub use collectives::LARGEST;
pub use environment::{Wave, coordinates, wave, write};
pub use write::selection;

use crate::library::{Library, Rules};
use logpine_text::fault::Report;

/// Checks a selection file, or lines that set variables, and reads their rules.
#[must_use]
pub fn check(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let start = source.strip_prefix("\u{feff}".as_bytes()).unwrap_or(source);
    let first = start.iter().find(|letter| !letter.is_ascii_whitespace());
    match first {
        None | Some(b'{' | b'[' | b'"' | b'/') => read::check(source, library),
        Some(_) => checked::check(source, library),
    }
}
