//! Reading the files that arguments name.

use super::outcome::{Step, bad_input};
use anyhow::{Context, anyhow};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// No file that these tools exchange is larger; a device may never end.
const LARGEST: u64 = 256 << 20;

/// The bytes of a file; `what` says in messages what the file is, and ends with a blank unless it is empty.
pub fn read(path: &Path, what: &str) -> Step<Vec<u8>> {
    let file = File::open(path).with_context(|| format!("cannot read {what}{}", path.display()))?;
    read_from(file, &format!("{what}{}", path.display()))
}

/// The bytes of anything that can be read, `name` in messages.
pub fn read_from(source: impl Read, name: &str) -> Step<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err(bad_input(anyhow!("{name} is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(bytes)
}
