//! Hosts in settings: names and patterns with commas between them, `n[1-4,7],login`.

use crate::host_entry::{MAX_HOSTS, too_many_hosts};
use crate::host_name::MAX_HOST_NAME;
use crate::host_ranges::{HostPattern, bad_range};
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults, Level};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The hosts of a file, numbered as they are mentioned.
#[derive(Debug, Default)]
pub struct Hosts {
    pub names: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, usize>,
    /// The hosts that were written, those that were written again included.
    written: u64,
    /// True if the hosts of an entry are not known: then the tree is not either.
    pub are_unknown: bool,
}

/// The faults that a system finds in entries, as written, and in the names that they stand for.
#[derive(Clone, Copy)]
pub struct Rules {
    pub notation: Notation,
    pub entry: fn(&str) -> Option<Diagnostic>,
    pub name: fn(&str) -> Option<Diagnostic>,
}

/// How a system reads lists of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The hostlists of Slurm and Flux (RFC 29): blanks separate names as commas do, separators may be repeated, and numbers have
    /// as many digits as the first of their range.
    Hostlist,
    /// The node sets of `ClusterShell`, with groups and operators.
    NodeSet,
}

/// A host, and the entry that mentions it.
#[derive(Clone, Debug)]
pub struct Mention {
    pub host: usize,
    pub span: Range<usize>,
}

impl Hosts {
    /// The number of a host that was mentioned before.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Reads a list, whose bytes stand at the given offsets of the source; entries with a fault are left out.
    pub fn read(
        &mut self,
        list: &str,
        offset: &dyn Fn(usize) -> usize,
        rules: Rules,
        faults: &mut Faults<'_>,
    ) -> Vec<Mention> {
        let mut mentions = Vec::new();
        for (at, entry) in entries(list, rules.notation) {
            let start = offset(at);
            let end = entry.len().checked_sub(1).map_or(start, |last| offset(at + last) + 1);
            let span = start..end;
            match self.expand(entry, span.clone(), rules) {
                Ok(names) => {
                    for name in names {
                        let host = self.number(name);
                        mentions.push(Mention { host, span: span.clone() });
                    }
                }
                Err((place, kind)) => {
                    self.are_unknown |= kind.level == Level::Warning;
                    faults.add(place, kind);
                }
            }
        }
        mentions
    }

    fn number(&mut self, name: Arc<str>) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    fn expand(
        &mut self,
        entry: &str,
        span: Range<usize>,
        rules: Rules,
    ) -> Result<Vec<Arc<str>>, (Range<usize>, Diagnostic)> {
        let offset = span.start;
        let whole = |kind| (span.clone(), kind);
        if entry.is_empty() {
            return Err(whole(Diagnostic::error(
                "empty-name",
                "a name is missing between the commas, or before or after one",
                "remove the comma",
            )));
        }
        if entry.starts_with('@') && rules.notation == Notation::NodeSet {
            return Err(whole(Diagnostic::warning(
                "group",
                format!(
                    "`{name}` is a group, whose nodes are not in this file, so the tree is not known",
                    name = short(entry)
                ),
                "write its nodes, which `nodeset -f @GROUP` prints",
            )));
        }
        if let Some(kind) = (rules.entry)(entry) {
            return Err(whole(kind));
        }
        let pattern = HostPattern::parse(entry, offset, rules.notation == Notation::Hostlist).map_err(|found| {
            (found.span, Diagnostic::error("host-pattern", found.message, "hosts are written n[1-4,7],login"))
        })?;
        self.written = self.written.saturating_add(pattern.hosts());
        if self.written > MAX_HOSTS {
            return Err(whole(Diagnostic::error("host-pattern", too_many_hosts(), "hosts are written n[1-4,7],login")));
        }
        if pattern.longest() > MAX_HOST_NAME {
            return Err(whole(Diagnostic::error("host-pattern", bad_range(entry), "hosts are written n[1-4,7],login")));
        }
        let names = pattern.expand();
        // The names differ only in digits.
        match names.first().into_iter().chain(names.last()).find_map(|name| (rules.name)(name)) {
            Some(kind) => Err(whole(kind)),
            None => Ok(names),
        }
    }
}

/// The fault of a name with a character that is not plain.
pub fn unexpected(name: &str, is_plain: fn(char) -> bool) -> Option<Diagnostic> {
    let character = name.chars().find(|&letter| !is_plain(letter))?;
    Some(Diagnostic::error(
        "host-name",
        format!("`{name}` is no host name: it contains {character:?}", name = short(name)),
        "separate names by commas, and give a comment a line of its own",
    ))
}

/// The entries of a list with their offsets, without the blanks around them. A comma inside brackets separates none.
fn entries(list: &str, notation: Notation) -> Vec<(usize, &str)> {
    let mut entries = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut add = |start: usize, end: usize| {
        let entry = &list[start..end];
        let blanks = entry.len() - entry.trim_start().len();
        entries.push((start + blanks, entry.trim()));
    };
    for (at, letter) in list.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ',' | ' ' | '\t' if depth == 0 && (letter == ',' || notation == Notation::Hostlist) => {
                add(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    add(start, list.len());
    let is_read = entries.iter().any(|(_, entry)| !entry.is_empty());
    entries.retain(|(_, entry)| notation == Notation::NodeSet || !is_read || !entry.is_empty());
    entries
}
