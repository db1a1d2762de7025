//! Files and lists named in a request.

use super::{Allocation, HostsChoice};
use logpine_overlays::host_list::{parse_hosts, read_hosts};
use logpine_overlays::mapping::mapping;
use logpine_text::input::{InputLimit, read};
use logpine_text::named::NamedError;
use logpine_text::placed::PlacedError;
use std::path::Path;

/// The error of an invalid list of hosts; `path` is its name in messages.
pub fn no_hosts(error: &PlacedError, text: &str, path: &Path) -> NamedError {
    NamedError::new(format!("not a valid host list\n{}", error.render(text, path).trim_end()))
}

/// Reads the named hosts, and returns their source for messages as well.
///
/// # Errors
/// [`NamedError`] if a file cannot be read or is too large, or is not a list of hosts.
pub fn hosts(named: &HostsChoice) -> Result<(Allocation, String), NamedError> {
    match named {
        HostsChoice::Known(hosts, origin) => Ok((hosts.clone(), origin.clone())),
        HostsChoice::Path(path) => Ok((hosts_of_file(path)?, format!("--hosts {}", path.display()))),
        HostsChoice::List(entries) => {
            let (list, name) = (entries.join(" "), "--host-list");
            let hosts = parse_hosts(&list).map_err(|error| no_hosts(&error, &list, Path::new(name)))?;
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
    read_hosts(&text, path).map_err(|error| no_hosts(&error, &text, path))
}

/// Reads the host of each rank from a file.
///
/// # Errors
/// [`NamedError`] if the file cannot be read, is too large, or does not name a host for each of the ranks.
pub fn mapping_of_file(path: &Path, ranks: u64) -> Result<Vec<u32>, NamedError> {
    let shown = &*path.to_string_lossy();
    let text = read(path, &format!("the mapping {shown}"), InputLimit::MAPPING).map_err(|error| {
        NamedError::new(format!("{error} (--mapping takes sequential, round-robin, best or a file)"))
    })?;
    mapping(&text, shown, ranks).map_err(|fault| NamedError::new(fault.to_string()))
}
