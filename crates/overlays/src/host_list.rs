//! Lists of hosts with their slots, in the formats of users, Slurm, PBS and LSF.

use super::csv_hosts::{names_columns, parse_host_table};
use super::host_entry::{NO_HOST, expand, parse_slots};
use logpine_models::job::{Allocation, Host};
use logpine_text::excerpt::short;
use logpine_text::placed::{Found, PlacedError};
use std::ops::Range;
use std::path::Path;

/// Reads hosts from a text and detects the format: a table ([`parse_host_table`]) if the path ends in `.csv` or the first
/// line names columns, otherwise a list ([`parse_hosts`]).
///
/// # Errors
/// [`PlacedError`], the first fault and its place.
pub fn read_hosts(text: &str, path: &Path) -> Result<Allocation, PlacedError> {
    let is_csv = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    if is_csv || names_columns(text) { parse_host_table(text) } else { parse_hosts(text) }
}

/// Reads a list of hosts that are separated by line ends, blanks or commas.
///
/// `host:4` gives a host four slots instead of one, as does `host 4` on one line, as in `LSB_MCPU_HOSTS`. Ranges like
/// `n[1-4,07]` are expanded as in `SLURM_JOB_NODELIST` (`n[1-2]:4` has four slots on each host). `#` begins a comment. A
/// host that is listed again gets further slots at its second place, as in the node files of PBS and LSF.
///
/// Hostfiles of Open MPI (`n1 slots=4 max_slots=8`), Hydra and Intel MPI (`n1:4 ifname=ib0`) are read too; of their attributes `slots` counts.
///
/// # Errors
/// [`PlacedError`], the first fault and its place.
///
/// ```
/// use logpine_overlays::host_list::parse_hosts;
/// let list = parse_hosts("login:2  # two here\nrack[1-2]n[08-10]\n")?;
/// let names: Vec<&str> = list.hosts().iter().map(|host| &*host.name).collect();
/// assert_eq!(names[..4], ["login", "rack1n08", "rack1n09", "rack1n10"]);
/// assert_eq!((names.len(), list.slots()), (7, 8));
/// assert_eq!(parse_hosts("a 2 b 1")?.slots(), 3);
/// # Ok::<(), logpine_text::placed::PlacedError>(())
/// ```
pub fn parse_hosts(text: &str) -> Result<Allocation, PlacedError> {
    let mut list = List { hosts: Vec::new() };
    let mut entries = entries(text).into_iter().peekable();
    while let Some(entry) = entries.next() {
        let mut slots = entries.next_if(|next| is_slots_of(text, &entry, next));
        while let Some(next) = entries.next_if(|next| is_attribute_of(text, &entry, next)) {
            slots = attribute(text, next).map_err(|found| found.at(text))?.or(slots);
        }
        list.add(text, entry, slots).map_err(|found| found.at(text))?;
    }
    if list.hosts.is_empty() {
        return Err(Found::new(0..0, NO_HOST).at(text));
    }
    Ok(Allocation::new(list.hosts))
}

/// True if an entry is the number of slots of the host before it.
fn is_slots_of(text: &str, host: &Range<usize>, number: &Range<usize>) -> bool {
    let is_number = |entry: &Range<usize>| text[entry.clone()].bytes().all(|byte| byte.is_ascii_digit());
    is_number(number)
        && !is_number(host)
        && !text[host.clone()].contains(':')
        && !text[host.end..number.start].contains(['\n', ','])
}

/// True if an entry is an attribute of the host before it, such as `slots=4`.
fn is_attribute_of(text: &str, host: &Range<usize>, next: &Range<usize>) -> bool {
    text[next.clone()].contains('=') && !text[host.end..next.start].contains('\n')
}

/// The attributes of hosts that do not give slots: limits of oversubscription, and options of Hydra's and Intel's launchers.
const WITHOUT_SLOTS: [&str; 7] = ["max_slots", "max-slots", "slots_max", "slots-max", "ifname", "user", "binding"];

/// True for a key of hostfiles.
#[must_use]
pub fn is_attribute(key: &str) -> bool {
    key == "slots" || WITHOUT_SLOTS.contains(&key)
}

/// The slots that an attribute gives: `slots=4` of Open MPI does.
fn attribute(text: &str, entry: Range<usize>) -> Result<Option<Range<usize>>, Found> {
    let (key, value) = text[entry.clone()].split_once('=').unwrap_or_default();
    match key {
        "slots" => Ok(Some(entry.end - value.len()..entry.end)),
        _ if WITHOUT_SLOTS.contains(&key) => Ok(None),
        "" => Err(Found::new(entry, "an attribute has no blanks; write it like n1 slots=4")),
        _ => Err(Found::new(
            entry,
            format_args!("`{}` is not an attribute of a host; write its slots like n1:4 or n1 slots=4", short(key)),
        )),
    }
}

/// The hosts in the order of the list.
struct List {
    hosts: Vec<Host>,
}

impl List {
    /// Adds the hosts of an entry; `slots` is the entry with their slots, if there is one.
    fn add(&mut self, text: &str, entry: Range<usize>, slots: Option<Range<usize>>) -> Result<(), Found> {
        let offset = entry.start;
        let (pattern, after_colon) = match text[entry.clone()].split_once(':') {
            Some((pattern, _)) => (pattern, Some(offset + pattern.len() + 1..entry.end)),
            None => (&text[entry.clone()], None),
        };
        let slots = match after_colon.or(slots) {
            Some(span) => parse_slots(&text[span.clone()], span.start)?,
            None => 1,
        };
        for name in expand(pattern, offset, entry, self.hosts.len())? {
            match self.hosts.last_mut() {
                Some(last) if last.name == name => last.slots = last.slots.saturating_add(slots),
                _ => self.hosts.push(Host::new(name, slots)),
            }
        }
        Ok(())
    }
}

/// The byte ranges of the entries. A comma inside brackets does not separate entries.
fn entries(text: &str) -> Vec<Range<usize>> {
    let mut entries = Vec::new();
    let mut start = None;
    let (mut in_brackets, mut in_comment) = (false, false);
    // Editors put a byte order mark before the text.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    for (at, character) in text.char_indices().skip_while(|&(at, _)| at < mark) {
        in_comment = (in_comment || character == '#') && character != '\n';
        let separates = in_comment || character.is_whitespace() || (character == ',' && !in_brackets);
        if separates {
            entries.extend(start.take().map(|start| start..at));
            in_brackets = false;
        } else {
            start.get_or_insert(at);
            in_brackets = character == '[' || (in_brackets && character != ']');
        }
    }
    entries.extend(start.map(|start| start..text.len()));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host_name::check_host_name;
    use proptest::prelude::*;

    fn slots(text: &str) -> Vec<(String, u64)> {
        let list = parse_hosts(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        list.hosts().iter().map(|host| (host.name.to_string(), host.slots)).collect()
    }

    fn names(text: &str) -> String {
        let names: Vec<String> = slots(text).into_iter().map(|(host, _)| host).collect();
        names.join(" ")
    }

    fn fault(text: &str) -> (usize, usize, String) {
        let error = parse_hosts(text).expect_err(text);
        (error.position.line, error.position.column, error.message)
    }

    fn says(text: &str, line: usize, column: usize, words: &str) {
        let (at, from, message) = fault(text);
        assert!((at, from) == (line, column) && message.contains(words), "{text}: {at}:{from}: {message}");
    }

    #[test]
    fn hosts_counts_and_comments() {
        let expected = [("n1".to_owned(), 2), ("n2".to_owned(), 16), ("n3".to_owned(), 1)];
        assert_eq!(slots("# nodes\nn1:2 n2:16#both\r\n\n\tn3"), expected);
        assert_eq!(slots("\u{feff}n1:2\r\nn2:16\r\nn3\r\n"), expected);
        says("\u{feff}n1:0", 1, 4, "0 slots");
    }

    #[test]
    fn repeated_hosts_get_slots_at_their_own_place() {
        assert_eq!(slots("b\nb\na\nb:2\n"), [("b".to_owned(), 2), ("a".to_owned(), 1), ("b".to_owned(), 2)]);
    }

    #[test]
    fn slots_may_follow_on_the_line() {
        let expected = [("hostA".to_owned(), 4), ("hostB".to_owned(), 2), ("hostC".to_owned(), 1)];
        assert_eq!(slots("hostA 4 hostB\t2 hostC"), expected);
        says("a\n4", 2, 1, "number");
        says("a,4", 1, 3, "number");
        says("a 4 4", 1, 5, "number");
        says("a:4 4", 1, 5, "number");
        says("a 0", 1, 3, "0 slots");
    }

    #[test]
    fn hostfiles_of_launchers() {
        let expected = [("n1".to_owned(), 4), ("n2".to_owned(), 2), ("n3".to_owned(), 1)];
        assert_eq!(slots("n1 slots=4 max_slots=8\nn2 max-slots=4 slots=2 # half\nn3\n"), expected);
        assert_eq!(slots("n1:4 ifname=ib0\nn2:2 user=me\nn3 binding=rr\n"), expected);
        says("n1 slots=0", 1, 10, "0 slots");
        says("n1 slots=many", 1, 10, "not a number of slots");
        says("n1 slts=4", 1, 4, "`slts` is not an attribute of a host");
        says("slots=4", 1, 1, "contains '='");
    }

    #[test]
    fn slurm_ranges() {
        assert_eq!(names("n[1-3,7,09-11]"), "n1 n2 n3 n7 n09 n10 n11");
        assert_eq!(names("n[008-010],login,x[1-2]-ib"), "n008 n009 n010 login x1-ib x2-ib");
        assert_eq!(names("r[1-2]n[01-02].org"), "r1n01.org r1n02.org r2n01.org r2n02.org");
        assert_eq!(names("n[9-11]"), "n9 n10 n11");
        assert_eq!(slots("n[1-2]:4"), [("n1".to_owned(), 4), ("n2".to_owned(), 4)]);
        assert_eq!(parse_hosts("n[1-1048576]").map(|list| list.slots()), Ok(1 << 20));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "([a-z0-9:,#\\[\\]\\- \n]|\\PC){0,60}") {
            match parse_hosts(&text) {
                Ok(list) => prop_assert!(list.hosts().iter().all(|host| check_host_name(&host.name).is_ok())),
                Err(error) => prop_assert!(error.render(&text, "hosts".as_ref()).contains('^')),
            }
        }

        #[test]
        fn what_is_written_one_by_one_is_read(names in prop::collection::vec("[a-z][a-z0-9]{0,3}", 1..20)) {
            let list = parse_hosts(&names.join("\n")).expect("plain names");
            let read: Vec<&str> = list.hosts().iter()
                .flat_map(|host| std::iter::repeat_n(&*host.name, usize::try_from(host.slots).unwrap_or(0)))
                .collect();
            prop_assert_eq!(read, names);
        }
    }
}
