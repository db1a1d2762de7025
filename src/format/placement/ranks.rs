//! Assignment of ranks on each host.

use crate::format::mrnet::Process;
use crate::request::{FoldedName, Host, HostIdentity};
use rustc_hash::FxHashMap;

/// The next rank of each host.
pub(super) struct Ranks<'a> {
    identity: HostIdentity<'a>,
    /// The first spelling of each name; empty if no name has a capital letter.
    spelling: FxHashMap<FoldedName<'a>, &'a str>,
    next: FxHashMap<FoldedName<'a>, u32>,
}

impl<'a> Ranks<'a> {
    pub(super) fn new(hosts: &'a [Host], front_end: &'a str) -> Self {
        let names = || std::iter::once(front_end).chain(hosts.iter().map(|host| &*host.name));
        let mut spelling = FxHashMap::default();
        if names().any(|name| name.bytes().any(|byte| byte.is_ascii_uppercase())) {
            for name in names() {
                spelling.entry(FoldedName(name)).or_insert(name);
            }
        }
        Self { identity: HostIdentity::new(names()), spelling, next: FxHashMap::default() }
    }

    /// The next process on a host.
    pub(super) fn next(&mut self, host: &'a str) -> Process {
        let name = self.spelling.get(&FoldedName(host)).map_or(host, |&name| name).to_owned();
        let next = self.next.entry(self.identity.of(host)).or_default();
        let rank = *next;
        *next += 1;
        Process { host: name, rank }
    }
}
