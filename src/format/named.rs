//! Files and lists that a request names.

use super::host_list::{parse_hosts, read_hosts};
use super::host_list_error::HostListError;
use super::mapping;
use crate::input::{InputLimit, read};
use crate::request::{Allocation, HostsChoice};
use std::path::Path;

/// A file, or a list, that cannot be read as what it is named for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NamedError {
    /// What is wrong, and where.
    message: String,
}

impl NamedError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// A list of hosts that is none; `path` is what messages call it.
    #[must_use]
    pub fn no_hosts(error: &HostListError, text: &str, path: &Path) -> Self {
        Self::new(format!("not a valid host list\n{}", error.render(text, path).trim_end()))
    }
}

/// The hosts that are named, and what messages call the place they come from.
///
/// # Errors
/// [`NamedError`] if a file cannot be read or is too large, or if it is no list of hosts.
pub fn hosts(named: &HostsChoice) -> Result<(Allocation, String), NamedError> {
    match named {
        HostsChoice::Known(hosts, origin) => Ok((hosts.clone(), origin.clone())),
        HostsChoice::Path(path) => Ok((hosts_of_file(path)?, format!("--hosts {}", path.display()))),
        HostsChoice::List(entries) => {
            let (list, name) = (entries.join(" "), "--host-list");
            let hosts = parse_hosts(&list).map_err(|error| NamedError::no_hosts(&error, &list, Path::new(name)))?;
            Ok((hosts, name.to_owned()))
        }
    }
}

fn hosts_of_file(path: &Path) -> Result<Allocation, NamedError> {
    let limit = InputLimit::HOSTS;
    let bytes = read(path, &format!("the {} {}", limit.what, path.display()), limit);
    let bytes = bytes.map_err(|error| NamedError::new(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        NamedError::new(format!("the host list {} is not text: {}", path.display(), error.utf8_error()))
    })?;
    read_hosts(&text, path).map_err(|error| NamedError::no_hosts(&error, &text, path))
}

/// The host of every rank by a file.
///
/// # Errors
/// [`NamedError`] if the file cannot be read, is too large, or does not name a host for each of the ranks.
pub fn mapping_of_file(path: &Path, ranks: u64) -> Result<Vec<u32>, NamedError> {
    let shown = path.display();
    let text = read(path, &format!("the mapping {shown}"), InputLimit::MAPPING).map_err(|error| {
        NamedError::new(format!("{error} (--mapping takes sequential, round-robin, best or a file)"))
    })?;
    mapping(&text, ranks).map_err(|fault| NamedError::new(format!("{shown}:{fault}")))
}
