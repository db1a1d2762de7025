//! The settings under which a rules file counts.

use super::setting_names::{RULES_FILE, USE_RULES};
use crate::library::{BCAST_RADIX, Library};
use logpine_text::shell_word::without_controls;
use std::fmt::Write as _;

/// A `mca-params.conf` by which Open MPI follows a rules file, with the radix of k-nomial broadcasts, which has no place there.
/// Control characters of the path are left out.
#[must_use]
pub fn params(library: Library, rules_path: &str, radix: Option<u64>) -> String {
    let path = without_controls(rules_path);
    let mut text = format!("# coll/tuned of {}\n{USE_RULES} = 1\n{RULES_FILE} = {}\n", library.title(), path.trim());
    if let Some(radix) = radix {
        let _ = writeln!(text, "# all k-nomial broadcasts\n{BCAST_RADIX} = {radix}");
    }
    if library != Library::OpenMpi41 {
        text += "# HAN would serve communicators that span nodes\ncoll_han_priority = 0\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::params as read;
    use super::*;

    #[test]
    fn settings_are_those_that_the_library_needs() {
        let old = "# coll/tuned of Open MPI 4.1\ncoll_tuned_use_dynamic_rules = 1\ncoll_tuned_dynamic_rules_filename = /a b/r.conf\n";
        assert_eq!(params(Library::OpenMpi41, "/a b/r.conf", None), old);
        let new = "\
# coll/tuned of Open MPI 5.0
coll_tuned_use_dynamic_rules = 1
coll_tuned_dynamic_rules_filename = /r
# all k-nomial broadcasts
coll_tuned_bcast_algorithm_knomial_radix = 3
# HAN would serve communicators that span nodes
coll_han_priority = 0
";
        assert_eq!(params(Library::OpenMpi5, "/r\n", Some(3)), new);
        assert_eq!(params(Library::OpenMpi5, "/\0r", Some(3)), new);
    }

    #[test]
    fn what_is_written_has_no_flaws() {
        for library in super::super::names::RELEASES {
            for radix in [None, Some(8)] {
                let text = params(library, "/home/me/rules.conf", radix);
                assert!(read::read(text.as_bytes(), library).faults.is_empty(), "{text}");
            }
        }
    }
}
