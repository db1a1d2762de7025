//! Reading the files that arguments name.

use super::outcome::{Step, bad_input};
use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No file that these tools exchange is larger, besides schedules; a device may never end.
pub const LARGEST: u64 = 256 << 20;

/// The largest schedule that is read: 10^8 operations.
pub const LARGEST_SCHEDULE: u64 = 8 << 30;

/// The bytes of a file; `what` says in messages what the file is, and ends with a blank unless it is empty.
pub fn read(path: &Path, what: &str) -> Step<Vec<u8>> {
    read_up_to(path, what, LARGEST)
}

/// As [`read`], of a file of at most so many bytes.
pub fn read_up_to(path: &Path, what: &str, largest: u64) -> Step<Vec<u8>> {
    let name = format!("{what}{}", path.display());
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    read_from(file, &name, largest)
}

/// The bytes of anything that can be read, `name` in messages, if they are at most so many.
pub fn read_from(source: impl Read, name: &str, largest: u64) -> Step<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(largest + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > largest {
        return Err(bad_input(anyhow!("{name} is larger than {} MiB", largest >> 20)));
    }
    Ok(bytes)
}
