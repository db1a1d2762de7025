//! Resolution of mentions to processes. MRNet resolves host names while it parses, and resolvers ignore letter case.

use super::parse::Parsed;
use super::scan::shown;
use logpine_models::job::short_name;
use logpine_text::fault::{Diagnostic, Faults};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;

/// The processes of a file, numbered by their first mention.
pub(super) struct Names<'a> {
    source: &'a [u8],
    parsed: &'a Parsed,
    /// The process of each mention; `None` if the mention has no rank or belongs to no statement.
    process_of: Vec<Option<usize>>,
    /// The first mention of each process.
    first: Vec<usize>,
    known: FxHashMap<Key<'a>, usize>,
}

/// A host name in lower case and a rank.
type Key<'a> = (Cow<'a, [u8]>, u64);

impl<'a> Names<'a> {
    /// Numbers the processes of all statements. **Complexity** O(mentions) expected.
    pub(super) fn resolve(source: &'a [u8], parsed: &'a Parsed) -> Self {
        let mut names = Self {
            source,
            parsed,
            process_of: vec![None; parsed.mentions.len()],
            first: Vec::new(),
            known: FxHashMap::with_capacity_and_hasher(parsed.mentions.len(), rustc_hash::FxBuildHasher),
        };
        for statement in &parsed.statements {
            names.number(statement.parent);
            statement.children.clone().for_each(|child| names.number(child));
        }
        names
    }

    fn number(&mut self, mention: usize) {
        if let Some(rank) = self.parsed.mentions[mention].rank {
            let next = self.first.len();
            let process = *self.known.entry((fold(self.host(mention)), rank)).or_insert(next);
            if process == next {
                self.first.push(mention);
            }
            self.process_of[mention] = Some(process);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    pub(super) fn process(&self, mention: usize) -> Option<usize> {
        self.process_of[mention]
    }

    /// The first mention of a process.
    pub(super) fn first(&self, process: usize) -> usize {
        self.first[process]
    }

    pub(super) fn host(&self, mention: usize) -> &'a [u8] {
        &self.source[self.parsed.mentions[mention].host.clone()]
    }

    pub(super) fn span(&self, mention: usize) -> Range<usize> {
        self.parsed.mentions[mention].span.clone()
    }

    pub(super) fn line(&self, found: &Faults<'_>, mention: usize) -> usize {
        found.line(self.parsed.mentions[mention].span.start)
    }

    /// The name of a process in messages, in the spelling of its first mention.
    pub(super) fn name(&self, process: usize) -> String {
        let first = self.first[process];
        let rank = self.parsed.mentions[first].rank.unwrap_or_default();
        format!("{}:{rank}", shown(self.host(first)))
    }

    /// Reports oddities of the names.
    pub(super) fn check(&self, found: &mut Faults<'_>) {
        self.letter_case(found);
        self.aliases(found);
        for &mention in &self.first {
            let rank = self.parsed.mentions[mention].rank.and_then(|rank| u32::try_from(rank).ok());
            if let Some(rank) = rank.filter(|&rank| i32::try_from(rank).is_err()) {
                found.warning(
                    self.span(mention),
                    "large-rank",
                    format!("the rank {rank} is above 2147483647, more than a signed integer holds"),
                    "the rank only tells processes of one host apart: count 0, 1, 2, ... on each host",
                );
            }
        }
    }

    /// Reports every spelling of a host that differs from the first one, once.
    fn letter_case(&self, found: &mut Faults<'_>) {
        let has_capitals = |mention: usize| self.host(mention).iter().any(u8::is_ascii_uppercase);
        if !(0..self.process_of.len()).any(has_capitals) {
            return;
        }
        let mut spelt: FxHashMap<Cow<[u8]>, usize> = FxHashMap::default();
        let mut told: FxHashSet<&[u8]> = FxHashSet::default();
        for mention in (0..self.process_of.len()).filter(|&mention| self.process_of[mention].is_some()) {
            let host = self.host(mention);
            let first = *spelt.entry(fold(host)).or_insert(mention);
            if self.host(first) != host && told.insert(host) {
                let line = self.line(found, first);
                let kind = Diagnostic::warning(
                    "letter-case",
                    format!(
                        "{host} and {first} (line {line}) differ only by letter case: MRNet takes them for one host",
                        host = shown(host),
                        first = shown(self.host(first))
                    ),
                    "write the host's name the same way everywhere",
                );
                found.add(self.parsed.mentions[mention].host.clone(), kind);
            }
        }
    }

    /// Reports hosts that cannot be resolved, and processes with the same rank on names with the same address.
    pub(super) fn look_up(&self, resolve: Resolve, found: &mut Faults<'_>) {
        let mut addresses: FxHashMap<Cow<[u8]>, Vec<IpAddr>> = FxHashMap::default();
        let mut owners: FxHashMap<(IpAddr, u64), usize> = FxHashMap::default();
        for (process, &mention) in self.first.iter().enumerate() {
            let (host, rank) = (self.host(mention), self.parsed.mentions[mention].rank.unwrap_or_default());
            // MRNet uses an IPv4 address without resolving it.
            if shown(host).parse::<Ipv4Addr>().is_ok() {
                continue;
            }
            let addresses = addresses.entry(fold(host)).or_insert_with(|| {
                let resolved = resolve(&shown(host));
                if resolved.is_none() {
                    let kind = Diagnostic::warning(
                        "unresolvable",
                        format!(
                            "{host} cannot be resolved here; MRNet takes all such hosts for one host without a name",
                            host = shown(host)
                        ),
                        "use a name that the front end and the host's children can resolve",
                    );
                    found.add(self.parsed.mentions[mention].host.clone(), kind);
                }
                resolved.unwrap_or_default()
            });
            let other = addresses.iter().map(|&address| *owners.entry((address, rank)).or_insert(process));
            if let Some(other) = other.min().filter(|&other| other != process) {
                let line = self.line(found, self.first[other]);
                let kind = Diagnostic::warning(
                    "same-address",
                    format!(
                        "{process} and {other} (line {line}) have one address: MRNet takes them for one process",
                        process = self.name(process),
                        other = self.name(other)
                    ),
                    "write the host's name the same way everywhere, or give the processes different ranks",
                );
                found.add(self.span(mention), kind);
            }
        }
    }

    /// Reports a short name and a dotted name that begins with it, with the same rank.
    fn aliases(&self, found: &mut Faults<'_>) {
        for process in 0..self.len() {
            let mention = self.first[process];
            let short = std::str::from_utf8(self.host(mention)).ok().and_then(short_name);
            let Some((short, rank)) = short.zip(self.parsed.mentions[mention].rank) else {
                continue;
            };
            if let Some(&other) = self.known.get(&(fold(short.as_bytes()), rank)) {
                let (earlier, later) = (process.min(other), process.max(other));
                let line = self.line(found, self.first[earlier]);
                let kind = Diagnostic::warning(
                    "alias",
                    format!(
                        "{process} and {other} (line {line}) may be one host: MRNet then takes them for one process",
                        process = self.name(later),
                        other = self.name(earlier)
                    ),
                    "write the host's name the same way everywhere, or give the processes different ranks",
                );
                found.add(self.span(self.first[later]), kind);
            }
        }
    }
}

/// A resolver of host names: returns the addresses, or `None` if the name cannot be resolved.
pub type Resolve<'a> = &'a dyn Fn(&str) -> Option<Vec<IpAddr>>;

/// A name in lower case.
fn fold(name: &[u8]) -> Cow<'_, [u8]> {
    if name.iter().any(u8::is_ascii_uppercase) { Cow::Owned(name.to_ascii_lowercase()) } else { Cow::Borrowed(name) }
}
