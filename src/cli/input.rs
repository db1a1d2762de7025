//! Reading the files that arguments name.

use super::outcome::{Outcome, Step, bad_input};
use crate::input::{self, InputError, InputLimit};
use std::path::Path;

/// The bytes of a file.
pub fn read(path: &Path, limit: InputLimit) -> Step<Vec<u8>> {
    read_named(path, &format!("the {} {}", limit.what, path.display()), limit)
}

/// The bytes of a file that messages call by another name.
pub fn read_named(path: &Path, name: &str, limit: InputLimit) -> Step<Vec<u8>> {
    input::read(path, name, limit).map_err(refused)
}

/// The bytes of standard input.
pub fn read_stdin(limit: InputLimit) -> Step<Vec<u8>> {
    input::read_stream(std::io::stdin().lock(), "standard input", limit).map_err(refused)
}

fn refused(error: InputError) -> Outcome {
    bad_input(error)
}
