//! Reading the files that arguments name.

use super::outcome::{Outcome, Step, bad_input};
use crate::request::Request;
use anyhow::Context;
use logpine_text::input::{self, InputError, InputLimit};
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
    let shown = if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = read_any(file, InputLimit::JOB)?;
    let text = String::from_utf8(bytes).with_context(|| format!("the job {shown} is not text"))?;
    let request = Request::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
    Ok((request, shown))
}

/// The bytes of standard input.
pub fn read_stdin(limit: InputLimit) -> Step<Vec<u8>> {
    input::read_stream(std::io::stdin().lock(), "standard input", limit).map_err(refused)
}

/// The bytes of a file; `-` is standard input.
pub fn read_any(file: &Path, limit: InputLimit) -> Step<Vec<u8>> {
    if file.as_os_str() == "-" { read_stdin(limit) } else { read(file, limit) }
}

fn refused(error: InputError) -> Outcome {
    bad_input(error)
}
