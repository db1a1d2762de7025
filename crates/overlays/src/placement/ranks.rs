//! Assignment of ranks on each host.

use crate::mrnet::Process;
use logpine_models::job::{FoldedName, Host, HostIdentity};
use rustc_hash::FxHashMap;

/// The next rank of each host.
pub(super) struct Ranks<'a> {
    identity: HostIdentity<'a>,
    /// The first spelling of each name that runs a process.
    spelling: FxHashMap<FoldedName<'a>, &'a str>,
    next: FxHashMap<FoldedName<'a>, u32>,
}

impl<'a> Ranks<'a> {
    pub(super) fn new(hosts: &'a [Host], front_end: &'a str) -> Self {
        let names = std::iter::once(front_end).chain(hosts.iter().map(|host| &*host.name));
        Self { identity: HostIdentity::new(names), spelling: FxHashMap::default(), next: FxHashMap::default() }
    }

    /// The next process on a host.
    pub(super) fn next(&mut self, host: &'a str) -> Process {
        let name = (*self.spelling.entry(FoldedName(host)).or_insert(host)).to_owned();
        let next = self.next.entry(self.identity.of(host)).or_default();
        let rank = *next;
        *next += 1;
        Process { host: name, rank }
    }
}
