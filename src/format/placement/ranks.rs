//! Assignment of ranks on each host.

use crate::format::mrnet::Process;
use crate::request::{Host, HostIdentity};
use rustc_hash::FxHashMap;

/// The next rank of each host.
pub(super) struct Ranks<'a> {
    identity: HostIdentity<'a>,
    /// The first spelling of each name, by the name in lower case.
    spelling: FxHashMap<String, String>,
    next: FxHashMap<String, u32>,
}

impl<'a> Ranks<'a> {
    pub(super) fn new(hosts: &'a [Host], front_end: &'a str) -> Self {
        let names = || std::iter::once(front_end).chain(hosts.iter().map(|host| host.name.as_str()));
        let mut spelling = FxHashMap::default();
        for name in names() {
            spelling.entry(name.to_ascii_lowercase()).or_insert_with(|| name.to_owned());
        }
        Self { identity: HostIdentity::new(names()), spelling, next: FxHashMap::default() }
    }

    /// The next process on a host.
    pub(super) fn next(&mut self, host: &str) -> Process {
        let name = self.spelling.get(&host.to_ascii_lowercase()).map_or(host, String::as_str).to_owned();
        let next = self.next.entry(self.identity.of(host).into_owned()).or_default();
        let rank = *next;
        *next += 1;
        Process { host: name, rank }
    }
}
