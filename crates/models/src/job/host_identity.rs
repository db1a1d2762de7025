//! Host names that MRNet may take for the same host.

use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};

/// Recognises names of the same host: names that differ only by letter case, or by a domain behind a short name that is
/// among the names.
#[derive(Clone, Debug)]
pub struct HostIdentity<'a> {
    /// Names without a dot. Every one that is the part before the first dot of another name is among them: both may be the same host.
    short: FxHashSet<FoldedName<'a>>,
}

impl<'a> HostIdentity<'a> {
    /// The identities among these names.
    pub fn new(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        // Lists have a million names, of which few have a dot or few have none: the fewer are looked up.
        let dotted = names.clone().filter(|name| name.contains('.'));
        let plain = names.filter(|name| !name.contains('.'));
        let short = if dotted.clone().count() < plain.clone().count() {
            let before: FxHashSet<_> = dotted.filter_map(short_name).map(FoldedName).collect();
            plain.map(FoldedName).filter(|name| before.contains(name)).collect()
        } else {
            plain.map(FoldedName).collect()
        };
        Self { short }
    }

    /// The part that all names of one host have in common.
    #[must_use]
    pub fn of<'b>(&self, name: &'b str) -> FoldedName<'b> {
        FoldedName(short_name(name).filter(|&short| self.short.contains(&FoldedName(short))).unwrap_or(name))
    }
}

/// A name in which upper and lower case letters are the same. It is not a copy: lists have a million names.
#[derive(Clone, Copy, Debug, Eq)]
pub struct FoldedName<'a>(pub &'a str);

impl PartialEq for FoldedName<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Hash for FoldedName<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for bytes in self.0.as_bytes().chunks(32) {
            let mut folded = [0; 32];
            folded[..bytes.len()].copy_from_slice(bytes);
            folded.make_ascii_lowercase();
            state.write(&folded);
        }
    }
}

/// The part of a dotted name before the first dot, which may be the short name of the same host. `None` for names without a
/// dot and for IPv4 addresses.
#[must_use]
pub fn short_name(name: &str) -> Option<&str> {
    let (label, _) = name.split_once('.')?;
    label.bytes().any(|byte| !byte.is_ascii_digit()).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names() {
        assert_eq!(short_name("n1.cluster.org"), Some("n1"));
        assert_eq!(short_name("n1"), None);
        assert_eq!(short_name("10.0.0.1"), None);
    }

    #[test]
    fn a_domain_counts_unless_the_short_name_is_there() {
        let identity = HostIdentity::new(["N1", "n2.org"].into_iter());
        assert_eq!(identity.of("n1.x.org"), FoldedName("n1"));
        assert_eq!(identity.of("n1.x.org"), identity.of("N1"));
        assert_eq!(identity.of("N2.org"), FoldedName("n2.org"));
        assert_eq!(identity.of("10.0.0.1"), FoldedName("10.0.0.1"));
        // Few names of the list have a dot.
        let identity = HostIdentity::new(["N1", "n1.x.org", "n3", "10"].into_iter());
        assert_eq!(identity.of("n1.x.org"), identity.of("N1"));
        assert_eq!(identity.of("n2.org"), FoldedName("n2.org"));
        assert_eq!(identity.of("10.0.0.1"), FoldedName("10.0.0.1"));
    }
}
