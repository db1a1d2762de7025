//! Hosts in settings: names and patterns with commas between them, `n[1-4,7],login`.

use super::fault::FaultKind;
use super::faults::Faults;
use crate::excerpt::short;
use crate::format::host_entry::MAX_HOSTS;
use crate::format::host_list_error::HostListFault;
use crate::format::host_name::MAX_HOST_NAME;
use crate::format::host_ranges::HostPattern;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The hosts of a file, numbered as they are mentioned.
#[derive(Debug, Default)]
pub struct Hosts {
    pub names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// The hosts that were written, those that were written again included.
    written: u64,
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

    /// Reads a list at byte `offset` of the source; `is_plain` tells the characters of names. Entries with a fault are left out.
    pub fn read(
        &mut self,
        list: &str,
        offset: usize,
        is_plain: fn(char) -> bool,
        faults: &mut Faults<'_>,
    ) -> Vec<Mention> {
        let mut mentions = Vec::new();
        for (at, entry) in entries(list) {
            let start = offset + at;
            let span = start..start + entry.len();
            match self.expand(entry, start, is_plain) {
                Ok(names) => {
                    for name in names {
                        let host = self.number(name);
                        mentions.push(Mention { host, span: span.clone() });
                    }
                }
                Err((place, kind)) => faults.add(place, kind),
            }
        }
        mentions
    }

    fn number(&mut self, name: String) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    fn expand(
        &mut self,
        entry: &str,
        offset: usize,
        is_plain: fn(char) -> bool,
    ) -> Result<Vec<String>, (Range<usize>, FaultKind)> {
        let whole = |kind| (offset..offset + entry.len(), kind);
        if entry.is_empty() {
            return Err(whole(FaultKind::EmptyName));
        }
        if entry.starts_with('@') {
            return Err(whole(FaultKind::Group { name: short(entry) }));
        }
        let pattern = HostPattern::parse(entry, offset).map_err(|found| (found.span, FaultKind::Hosts(found.fault)))?;
        self.written = self.written.saturating_add(pattern.hosts());
        if self.written > MAX_HOSTS {
            return Err(whole(FaultKind::Hosts(HostListFault::TooManyHosts { limit: MAX_HOSTS })));
        }
        if pattern.longest() > MAX_HOST_NAME {
            let name = short(entry);
            return Err(whole(FaultKind::Hosts(HostListFault::BadRange { text: name })));
        }
        let names = pattern.expand();
        // The names differ only in digits.
        let wrong = names.first().and_then(|name| Some((name, name.chars().find(|&letter| !is_plain(letter))?)));
        if let Some((name, character)) = wrong {
            return Err(whole(FaultKind::Name { name: short(name), character }));
        }
        Ok(names)
    }
}

/// The entries of a list with their offsets, without the blanks around them. A comma inside brackets separates none.
fn entries(list: &str) -> Vec<(usize, &str)> {
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
            ',' if depth == 0 => {
                add(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    add(start, list.len());
    entries
}
