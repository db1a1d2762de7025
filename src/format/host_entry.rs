//! An entry of hosts: a name or a pattern of names, and slots.

use super::host_list_error::{Found, HostListFault};
use super::host_name::HostNameError;
use super::host_name::{MAX_HOST_NAME, check_host_name};
use super::host_ranges::HostPattern;
use crate::excerpt::short;
use std::ops::Range;

/// The most hosts a list may have.
pub const MAX_HOSTS: u64 = 1 << 20;

/// The names that a pattern at byte `offset` of the text stands for, beside so many that are known.
pub(super) fn expand(pattern: &str, offset: usize, entry: Range<usize>, known: usize) -> Result<Vec<String>, Found> {
    let whole = |fault| Found { span: entry.clone(), fault };
    let pattern = HostPattern::parse(pattern, offset)?;
    let known = u64::try_from(known).unwrap_or(u64::MAX);
    if pattern.hosts().saturating_add(known) > MAX_HOSTS {
        return Err(whole(HostListFault::TooManyHosts { limit: MAX_HOSTS }));
    }
    let length = pattern.longest();
    if length > MAX_HOST_NAME {
        return Err(whole(HostListFault::HostName(HostNameError::TooLong { length })));
    }
    let names = pattern.expand();
    // They differ in digits only, which may stand anywhere.
    if let Some(name) = names.first() {
        check_host_name(name).map_err(|error| whole(HostListFault::HostName(error)))?;
    }
    Ok(names)
}

/// The slots that are written at byte `offset` of the text.
pub(super) fn parse_slots(text: &str, offset: usize) -> Result<u64, Found> {
    let fault = match text.parse::<u64>() {
        Ok(0) => HostListFault::ZeroSlots,
        // The standard parser takes a plus sign.
        Ok(slots) if !text.starts_with('+') => return Ok(slots),
        _ => HostListFault::BadSlots { text: short(text) },
    };
    Err(Found { span: offset..offset + text.len(), fault })
}
