//! Entries of host lists: a name or a pattern of names, and slots.

use super::host_list_error::{Found, HostListFault};
use super::host_name::HostNameError;
use super::host_name::{MAX_HOST_NAME, check_host_name};
use super::host_ranges::HostPattern;
use logpine_text::excerpt::short;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of hosts in a list.
pub const MAX_HOSTS: u64 = 1 << 20;

/// Expands a pattern at byte `offset` of the text to names; `known` is the number of hosts before it.
pub(super) fn expand(pattern: &str, offset: usize, entry: Range<usize>, known: usize) -> Result<Vec<Arc<str>>, Found> {
    let whole = |fault| Found { span: entry.clone(), fault };
    let pattern = HostPattern::parse(pattern, offset, false)?;
    let known = u64::try_from(known).unwrap_or(u64::MAX);
    if pattern.hosts().saturating_add(known) > MAX_HOSTS {
        return Err(whole(HostListFault::TooManyHosts { limit: MAX_HOSTS }));
    }
    let length = pattern.longest();
    if length > MAX_HOST_NAME {
        return Err(whole(HostListFault::HostName(HostNameError::TooLong { length })));
    }
    let names = pattern.expand();
    // The names differ only in digits, which may stand anywhere.
    if let Some(name) = names.first() {
        check_host_name(name).map_err(|error| whole(HostListFault::HostName(error)))?;
    }
    Ok(names)
}

/// Parses the slots at byte `offset` of the text.
pub(super) fn parse_slots(text: &str, offset: usize) -> Result<u64, Found> {
    let fault = match text.parse::<u64>() {
        Ok(0) => HostListFault::ZeroSlots,
        // The standard parser accepts a plus sign.
        Ok(slots) if !text.starts_with('+') => return Ok(slots),
        _ => HostListFault::BadSlots { text: short(text) },
    };
    Err(Found { span: offset..offset + text.len(), fault })
}
