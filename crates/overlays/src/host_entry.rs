//! Entries of host lists: a name or a pattern of names, and slots.

use super::host_name::HostNameError;
use super::host_name::{MAX_HOST_NAME, check_host_name};
use super::host_ranges::HostPattern;
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of hosts in a list.
pub const MAX_HOSTS: u64 = 1 << 20;

/// The fault of a list without hosts.
pub(super) const NO_HOST: &str = "there is no host in the list; write one on each line, host or host:slots";

/// The fault of a host without slots.
pub(super) const ZERO_SLOTS: &str = "a host with 0 slots; give it at least 1 or remove it";

/// The fault of more hosts than a list may have.
pub(super) fn too_many_hosts() -> String {
    format!("more than {MAX_HOSTS} hosts; is a range mistyped?")
}

/// Expands a pattern at byte `offset` of the text to names; `known` is the number of hosts before it.
pub(super) fn expand(pattern: &str, offset: usize, entry: Range<usize>, known: usize) -> Result<Vec<Arc<str>>, Found> {
    let no_name = |error: HostNameError| Found::new(entry.clone(), format!("{error}; {}", error.hint()));
    let pattern = HostPattern::parse(pattern, offset, false)?;
    let known = u64::try_from(known).unwrap_or(u64::MAX);
    if pattern.hosts().saturating_add(known) > MAX_HOSTS {
        return Err(Found::new(entry, too_many_hosts()));
    }
    let length = pattern.longest();
    if length > MAX_HOST_NAME {
        return Err(no_name(HostNameError::TooLong { length }));
    }
    let names = pattern.expand();
    // The names differ only in digits, which may stand anywhere.
    if let Some(name) = names.first() {
        check_host_name(name).map_err(no_name)?;
    }
    Ok(names)
}

/// Parses the slots at byte `offset` of the text.
pub(super) fn parse_slots(text: &str, offset: usize) -> Result<u64, Found> {
    let message = match text.parse::<u64>() {
        Ok(0) => ZERO_SLOTS.to_owned(),
        // The standard parser accepts a plus sign.
        Ok(slots) if !text.starts_with('+') => return Ok(slots),
        _ => format!("\"{}\" is not a number of slots; write host:slots", short(text)),
    };
    Err(Found { span: offset..offset + text.len(), message })
}
