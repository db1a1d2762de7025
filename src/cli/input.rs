//! Reading the files that arguments name.

use super::outcome::{Outcome, Step, bad_input};
use crate::input::{self, InputError, InputLimit};
use crate::request::Request;
use anyhow::Context;
use std::path::Path;

/// The bytes of a file.
pub fn read(path: &Path, limit: InputLimit) -> Step<Vec<u8>> {
    read_named(path, &format!("the {} {}", limit.what, path.display()), limit)
}

/// The bytes of a file that messages call by another name.
pub fn read_named(path: &Path, name: &str, limit: InputLimit) -> Step<Vec<u8>> {
    input::read(path, name, limit).map_err(refused)
}

/// The request of a file, or of standard input (`-`), and its name in messages.
pub fn read_request(file: &Path) -> Step<(Request, String)> {
    let is_stdin = file.as_os_str() == "-";
    let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = if is_stdin { read_stdin(InputLimit::JOB)? } else { read(file, InputLimit::JOB)? };
    let text = String::from_utf8(bytes).with_context(|| format!("the job {shown} is not text"))?;
    let request = Request::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
    Ok((request, shown))
}

/// The bytes of standard input.
pub fn read_stdin(limit: InputLimit) -> Step<Vec<u8>> {
    input::read_stream(std::io::stdin().lock(), "standard input", limit).map_err(refused)
}

fn refused(error: InputError) -> Outcome {
    bad_input(error)
}
