//! Host names that MRNet may take for the same host.

use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Recognises names of the same host: names that differ only by letter case, or by a domain behind a short name that is
/// among the names.
#[derive(Clone, Debug)]
pub(crate) struct HostIdentity<'a> {
    /// The short names, in lower case; a dotted name may be the same host as one of them. Empty if no name has a dot.
    short: FxHashSet<Cow<'a, str>>,
}

impl<'a> HostIdentity<'a> {
    /// The identities among these names.
    pub(crate) fn new(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        if !names.clone().any(|name| name.contains('.')) {
            return Self { short: FxHashSet::default() };
        }
        Self { short: names.filter(|name| !name.contains('.')).map(folded).collect() }
    }

    /// The common form of all names of one host.
    pub(crate) fn of<'b>(&self, name: &'b str) -> Cow<'b, str> {
        let mut folded = folded(name);
        if let Some(length) = short_name(&folded).filter(|&short| self.short.contains(short)).map(str::len) {
            match &mut folded {
                Cow::Borrowed(name) => *name = &name[..length],
                Cow::Owned(name) => name.truncate(length),
            }
        }
        folded
    }
}

/// The name in lower case.
fn folded(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
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
