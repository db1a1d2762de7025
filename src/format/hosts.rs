//! Lists of hosts and how many processes each may run.

use super::host_name::{HostNameError, MAX_HOST_NAME, check_host_name};
use super::host_ranges::HostPattern;
use super::source::{Locator, Position, excerpt};
use std::ops::Range;
use std::path::Path;

/// A host and its slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HostSlots {
    /// The host's name.
    pub host: String,
    /// How many processes it may run, at least 1.
    pub slots: u64,
}

/// Hosts in the order of the file. A host that is listed again has further slots at that place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostList {
    hosts: Vec<HostSlots>,
}

/// What is wrong with a list of hosts, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {fault}")]
pub struct HostListError {
    /// Where it is.
    pub position: Position,
    /// The bytes of the text concerned.
    pub span: Range<usize>,
    /// What it is.
    pub fault: HostListFault,
}

impl HostListError {
    /// The error as people read it, with the source line and carets.
    #[must_use]
    pub fn render(&self, text: &str, path: &Path) -> String {
        let Position { line, column } = self.position;
        let excerpt = excerpt(text.as_bytes(), &self.span, line);
        format!("{}:{line}:{column}: error: {}\n{excerpt}", path.display(), self.fault)
    }
}

/// What can be wrong with a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostListFault {
    /// There is no host.
    #[error("there is no host in the list; write one on each line, host or host:slots")]
    Empty,
    /// MRNet would refuse the name.
    #[error("{0}; {hint}", hint = .0.hint())]
    HostName(HostNameError),
    /// The number of slots is 0.
    #[error("a host with 0 slots; give it at least 1 or remove it")]
    ZeroSlots,
    /// The number of slots is no number.
    #[error("\"{text}\" is not a number of slots; write host:slots")]
    BadSlots {
        /// What stands after the colon.
        text: String,
    },
    /// A bracket without its partner, or inside another pair.
    #[error("unbalanced bracket; ranges are written n[1-4,7]")]
    Bracket,
    /// Something in brackets that is neither a number nor a range of numbers.
    #[error("\"{text}\" is neither a number nor a range; ranges are written n[1-4,7]")]
    BadRange {
        /// What stands there.
        text: String,
    },
    /// A range whose end is below its start.
    #[error("the range {low}-{high} runs backwards; write the smaller number first")]
    ReversedRange {
        /// Its start.
        low: String,
        /// Its end.
        high: String,
    },
    /// A range whose end has leading zeros that its start has not.
    #[error("the numbers of the range {low}-{high} are padded differently; write both with the same number of digits")]
    Padding {
        /// Its start.
        low: String,
        /// Its end.
        high: String,
    },
    /// More hosts than a list may have.
    #[error("more than {limit} hosts; is a range mistyped?")]
    TooManyHosts {
        /// The most a list may have.
        limit: u64,
    },
}

impl HostList {
    /// The most hosts a list may have.
    pub const MAX_HOSTS: u64 = 1 << 20;

    /// Reads a list of hosts, separated by line ends, blanks or commas.
    ///
    /// `host:4` gives a host four slots instead of one, ranges `n[1-4,07]` stand for hosts as in `SLURM_JOB_NODELIST`
    /// (`n[1-2]:4` has four slots on each), `#` begins a comment. A host listed again gets further slots at its second
    /// place, as in the node files of PBS and LSF.
    ///
    /// # Errors
    /// [`HostListError`], the first fault and its place.
    ///
    /// ```
    /// use logpine::format::HostList;
    /// let list = HostList::parse("login:2  # two here\nrack[1-2]n[08-10]\n")?;
    /// let names: Vec<&str> = list.hosts().iter().map(|entry| entry.host.as_str()).collect();
    /// assert_eq!(names[..4], ["login", "rack1n08", "rack1n09", "rack1n10"]);
    /// assert_eq!((names.len(), list.slots()), (7, 8));
    /// # Ok::<(), logpine::format::HostListError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, HostListError> {
        let mut list = Self { hosts: Vec::new() };
        let error = |found: Found| HostListError {
            position: Locator::new(text.as_bytes()).locate(found.span.start),
            span: found.span,
            fault: found.fault,
        };
        for entry in entries(text) {
            list.add(&text[entry.clone()], entry.start).map_err(error)?;
        }
        if list.hosts.is_empty() {
            return Err(error(Found { span: 0..0, fault: HostListFault::Empty }));
        }
        Ok(list)
    }

    /// Reads the value of `SLURM_JOB_NODELIST`, one slot on each node.
    ///
    /// # Errors
    /// As [`HostList::parse`].
    pub fn from_slurm(nodelist: &str) -> Result<Self, HostListError> {
        Self::parse(nodelist)
    }

    /// The hosts in order; a host may stand at several places.
    #[must_use]
    pub fn hosts(&self) -> &[HostSlots] {
        &self.hosts
    }

    /// The slots of all hosts (saturating).
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.hosts.iter().fold(0, |slots, entry| slots.saturating_add(entry.slots))
    }

    /// Adds the hosts of one entry, which begins at byte `offset` of the text.
    fn add(&mut self, entry: &str, offset: usize) -> Result<(), Found> {
        let whole = |fault| Found { span: offset..offset + entry.len(), fault };
        let (pattern, slots) = match entry.split_once(':') {
            Some((pattern, slots)) => (pattern, parse_slots(slots, offset + pattern.len() + 1)?),
            None => (entry, 1),
        };
        let pattern = HostPattern::parse(pattern, offset)?;
        let known = u64::try_from(self.hosts.len()).unwrap_or(u64::MAX);
        if pattern.hosts().saturating_add(known) > Self::MAX_HOSTS {
            return Err(whole(HostListFault::TooManyHosts { limit: Self::MAX_HOSTS }));
        }
        let length = pattern.longest();
        if length > MAX_HOST_NAME {
            return Err(whole(HostListFault::HostName(HostNameError::TooLong { length })));
        }
        for host in pattern.expand() {
            check_host_name(&host).map_err(|error| whole(HostListFault::HostName(error)))?;
            match self.hosts.last_mut() {
                Some(last) if last.host == host => last.slots = last.slots.saturating_add(slots),
                _ => self.hosts.push(HostSlots { host, slots }),
            }
        }
        Ok(())
    }
}

/// A fault before its line and column are known.
pub(super) struct Found {
    pub(super) span: Range<usize>,
    pub(super) fault: HostListFault,
}

/// The byte ranges of the entries. A comma inside brackets separates ranges, not entries.
fn entries(text: &str) -> Vec<Range<usize>> {
    let mut entries = Vec::new();
    let mut start = None;
    let (mut in_brackets, mut in_comment) = (false, false);
    for (at, character) in text.char_indices() {
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

fn parse_slots(text: &str, offset: usize) -> Result<u64, Found> {
    let fault = match text.parse::<u64>() {
        Ok(0) => HostListFault::ZeroSlots,
        // The standard parser takes a plus sign.
        Ok(slots) if !text.starts_with('+') => return Ok(slots),
        _ => HostListFault::BadSlots { text: text.to_owned() },
    };
    Err(Found { span: offset..offset + text.len(), fault })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slots(text: &str) -> Vec<(String, u64)> {
        let list = HostList::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        list.hosts.into_iter().map(|entry| (entry.host, entry.slots)).collect()
    }

    fn names(text: &str) -> String {
        let names: Vec<String> = slots(text).into_iter().map(|(host, _)| host).collect();
        names.join(" ")
    }

    fn fault(text: &str) -> (usize, usize, HostListFault) {
        let error = HostList::parse(text).expect_err(text);
        (error.position.line, error.position.column, error.fault)
    }

    #[test]
    fn hosts_counts_and_comments() {
        let expected = [("n1".to_owned(), 2), ("n2".to_owned(), 16), ("n3".to_owned(), 1)];
        assert_eq!(slots("# nodes\nn1:2 n2:16#both\r\n\n\tn3"), expected);
    }

    #[test]
    fn repeated_hosts_get_slots_at_their_own_place() {
        assert_eq!(slots("b\nb\na\nb:2\n"), [("b".to_owned(), 2), ("a".to_owned(), 1), ("b".to_owned(), 2)]);
    }

    #[test]
    fn slurm_ranges() {
        assert_eq!(names("n[1-3,7,09-11]"), "n1 n2 n3 n7 n09 n10 n11");
        assert_eq!(names("n[008-010],login,x[1-2]-ib"), "n008 n009 n010 login x1-ib x2-ib");
        assert_eq!(names("r[1-2]n[01-02].org"), "r1n01.org r1n02.org r2n01.org r2n02.org");
        assert_eq!(names("n[9-11]"), "n9 n10 n11");
        assert_eq!(slots("n[1-2]:4"), [("n1".to_owned(), 4), ("n2".to_owned(), 4)]);
        assert_eq!(HostList::from_slurm("n[1-1048576]").map(|list| list.slots()), Ok(1 << 20));
    }

    #[test]
    fn faults_have_places() {
        use HostListFault::{
            BadRange, BadSlots, Bracket, Empty, HostName, Padding, ReversedRange, TooManyHosts, ZeroSlots,
        };
        assert_eq!(fault(""), (1, 1, Empty));
        assert_eq!(fault("# none\n, \n"), (1, 1, Empty));
        assert_eq!(fault("a\n  b:0"), (2, 5, ZeroSlots));
        assert_eq!(fault("a:-1"), (1, 3, BadSlots { text: "-1".into() }));
        assert_eq!(fault("a:+1"), (1, 3, BadSlots { text: "+1".into() }));
        assert_eq!(fault("a:"), (1, 3, BadSlots { text: String::new() }));
        assert_eq!(fault("a:1:2"), (1, 3, BadSlots { text: "1:2".into() }));
        assert_eq!(fault("a n[1-4"), (1, 4, Bracket));
        assert_eq!(fault("n1-4]"), (1, 5, Bracket));
        assert_eq!(fault("n[[1]]"), (1, 2, Bracket));
        assert_eq!(fault("n[1, 2]"), (1, 2, Bracket));
        assert_eq!(fault("n[]"), (1, 3, BadRange { text: String::new() }));
        assert_eq!(fault("n[1,,2]"), (1, 5, BadRange { text: String::new() }));
        assert_eq!(fault("n[1-2-3]"), (1, 3, BadRange { text: "1-2-3".into() }));
        assert_eq!(fault("n[a-b]"), (1, 3, BadRange { text: "a-b".into() }));
        assert_eq!(fault("n[5,4-2]"), (1, 5, ReversedRange { low: "4".into(), high: "2".into() }));
        assert_eq!(fault("n[1-08]"), (1, 3, Padding { low: "1".into(), high: "08".into() }));
        for huge in ["n[0-1048576]", "n[0-18446744073709551615]", "a[1-9999]b[1-9999]", "n[1-1048576] m"] {
            assert!(matches!(fault(huge).2, TooManyHosts { .. }), "{huge}");
        }
        for refused in
            ["-n1", "n1/x", "grün", "12", "n\u{feff}", ":4", "[1-3]", "*", &format!("n[{}1-2]", "0".repeat(300))]
        {
            assert!(matches!(fault(refused).2, HostName(_) | Padding { .. }), "{refused}");
        }
    }

    #[test]
    fn an_error_shows_the_line() {
        let error = HostList::parse("a\nb[1-\n").expect_err("an open bracket");
        assert!(error.render("a\nb[1-\n", "hosts".as_ref()).starts_with("hosts:2:2: error: unbalanced"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "([a-z0-9:,#\\[\\]\\- \n]|\\PC){0,60}") {
            match HostList::parse(&text) {
                Ok(list) => prop_assert!(list.hosts().iter().all(|entry| check_host_name(&entry.host).is_ok())),
                Err(error) => prop_assert!(error.render(&text, "hosts".as_ref()).contains('^')),
            }
        }

        #[test]
        fn what_is_written_one_by_one_is_read(names in prop::collection::vec("[a-z][a-z0-9]{0,3}", 1..20)) {
            let list = HostList::parse(&names.join("\n")).expect("plain names");
            let read: Vec<&str> = list.hosts().iter()
                .flat_map(|entry| std::iter::repeat_n(entry.host.as_str(), usize::try_from(entry.slots).unwrap_or(0)))
                .collect();
            prop_assert_eq!(read, names);
        }
    }
}
