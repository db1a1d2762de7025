//! Host names that MRNet may take for the same host.

use rustc_hash::FxHashSet;

/// Recognises names of the same host: names that differ only by letter case, or by a domain behind a short name that is
/// among the names.
#[derive(Clone, Debug)]
pub(crate) struct HostIdentity {
    /// The short names, in lower case; a dotted name may be the same host as one of them.
    short: FxHashSet<String>,
}

impl HostIdentity {
    /// The identities among these names.
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        Self { short: names.filter(|name| !name.contains('.')).map(str::to_ascii_lowercase).collect() }
    }

    /// The common form of all names of one host.
    pub(crate) fn of(&self, name: &str) -> String {
        let mut folded = name.to_ascii_lowercase();
        if let Some(short) = short_name(&folded).filter(|&short| self.short.contains(short)) {
            folded.truncate(short.len());
        }
        folded
    }
}

/// The part of a dotted name before the first dot, which may be the short name of the same host. `None` for names without a
/// dot and for IPv4 addresses.
pub(crate) fn short_name(name: &str) -> Option<&str> {
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
        assert_eq!(identity.of("n1.x.org"), "n1");
        assert_eq!(identity.of("N2.org"), "n2.org");
        assert_eq!(identity.of("10.0.0.1"), "10.0.0.1");
    }
}
