//! `[platform]`: the size of the machine.

use super::reader::{Read, Value};

/// The size of the machine, for all models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// M: the number of hosts, at least 1.
    pub hosts: u64,
    /// Q: the number of ranks that a host runs, one per core; at least 1.
    pub ranks_per_host: u64,
}

impl Platform {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[platform]", &["hosts", "ranks_per_host"])?;
        Ok(Self {
            hosts: section.required("hosts", "4")?.positive()?,
            ranks_per_host: section.required("ranks_per_host", "8")?.positive()?,
        })
    }
}
