//! The hosts of a request and the mapping of ranks to them, or the places that list these.

use crate::request::{Allocation, Mapping};
use std::ffi::OsString;
use std::path::PathBuf;

/// Hosts, or a place that lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostsChoice {
    /// A file with a list or a table.
    Path(PathBuf),
    /// The entries of a list, such as `n[1-4]:2`.
    List(Vec<String>),
    /// The hosts, and the name of their source in messages.
    Known(Allocation, String),
}

impl HostsChoice {
    /// The name in messages of hosts that a resource manager gave.
    pub const ENVIRONMENT: &str = "the hosts of the environment";
}

/// A mapping of ranks to hosts, or a place that lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MappingChoice {
    /// The given mapping.
    Known(Mapping),
    /// The best mapping that a search finds.
    Best,
    /// A file with the host of every rank.
    Path(PathBuf),
}

impl From<OsString> for MappingChoice {
    /// The mapping of that name, or else in the file of that path.
    fn from(given: OsString) -> Self {
        match given.to_str() {
            Some("sequential") => Self::Known(Mapping::Sequential),
            Some("round-robin") => Self::Known(Mapping::RoundRobin),
            Some("best") => Self::Best,
            _ => Self::Path(given.into()),
        }
    }
}
