//! Files that show which messages the ranks of a collective sent: profiles of Open MPI's component pml/monitoring, trees that
//! MPICH dumps, and what `logpine-mpi probe` writes.

mod error;
mod monitoring;
mod probe;
mod tree_dump;

pub use error::{ObservedError, ObservedFault, ObservedFile};

use crate::library::Observed;
use crate::request::MpiCollective;

/// The kinds of files, by what is in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Monitoring,
    TreeDump,
    Probe,
}

const KINDS: &str =
    "they are profiles of Open MPI's pml/monitoring, MPICH's colltree*.json, or a file of `logpine-mpi probe`";

/// The sender of the messages of a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// The library, in its own functions.
    Library,
    /// The program, as a library's monitor sees a shim.
    Program,
}

/// Reads the files of one run, whose kind is told by the first of them. A tree of MPICH does not say its collective, which is
/// given here; a file of a probe says it itself. Of a monitor, the messages of the `sender` are read.
///
/// # Errors
/// [`ObservedError`] with the first fault.
pub fn read(files: &[ObservedFile<'_>], collective: MpiCollective, sender: Sender) -> Result<Observed, ObservedError> {
    let none = ObservedFile { path: "", bytes: b"" };
    let Some(first) = files.first() else { return Err(none.error(0..0, ObservedFault::NoFile)) };
    match (kind(first.text()?), files) {
        (Some(Kind::Monitoring), _) => monitoring::read(files, sender),
        (Some(Kind::TreeDump), _) => tree_dump::read(files, collective),
        (Some(Kind::Probe), [file]) => probe::read(file),
        (Some(Kind::Probe), [_, second, ..]) => {
            Err(second.error(0..0, ObservedFault::Unknown { expected: "a probe has one file, which has all ranks" }))
        }
        _ => Err(first.error(0..0, ObservedFault::Unknown { expected: KINDS })),
    }
}

fn kind(text: &str) -> Option<Kind> {
    if text.trim_start().starts_with('{') {
        return Some(Kind::TreeDump);
    }
    text.lines().find_map(|line| {
        if monitoring::is_line(line) {
            return Some(Kind::Monitoring);
        }
        probe::is_head(line).then_some(Kind::Probe)
    })
}

/// The text of a number, as files have ranks and counts.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A rank that is missing among those marked, in words for an error.
fn missing(seen: &[bool]) -> Option<ObservedFault> {
    let (count, first) = (seen.iter().filter(|seen| !**seen).count(), seen.iter().position(|seen| !seen)?);
    Some(ObservedFault::MissingRank { rank: first as u64, ranks: seen.len() as u64, more: others(count as u64) })
}

/// The words for missing ranks besides the first of `count`.
fn others(count: u64) -> String {
    match count {
        0 | 1 => String::new(),
        2 => ", nor is another".to_owned(),
        _ => format!(", nor are {} others", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BEGINNINGS: [&str; 4] = ["I\t0\t", "D\tMPI_COMM_WORLD\tprocs: ", "{\"rank\":0,", "rank,parent,agreeing,of\n"];

    proptest! {
        #[test]
        fn no_file_makes_it_panic(beginning in 0usize..4, rest in "[IDEOA2\t ,:{}\"0-9a-z#\né]{0,60}", cut in 0usize..60) {
            let text = format!("{}{rest}", BEGINNINGS[beginning]);
            let bytes = &text.as_bytes()[..text.len() - cut.min(text.len())];
            let file = ObservedFile { path: "f", bytes };
            if let Err(error) = read(&[file, file], MpiCollective::Reduce, Sender::Library) {
                prop_assert!(error.to_string().starts_with("f:"));
            }
            let _ = read(&[file], MpiCollective::Bcast, Sender::Program);
        }
    }

    #[test]
    fn kinds_are_told_by_their_text() {
        assert_eq!(kind("# POINT TO POINT\n"), Some(Kind::Monitoring));
        assert_eq!(kind("a line of the program\nI\t0\t1\t8 bytes\t1 msgs sent"), Some(Kind::Monitoring));
        assert_eq!(kind("\n { \"rank\": 0 }"), Some(Kind::TreeDump));
        assert_eq!(kind("# logpine-mpi 0.1.0: probe bcast\n"), Some(Kind::Probe));
        assert_eq!(kind("rank,parent,agreeing,of\n"), Some(Kind::Probe));
        assert_eq!(kind("# bytes, time\n1,2\n"), None);
    }

    #[test]
    fn what_is_no_observation_is_refused() {
        let fault = |files: &[ObservedFile<'_>]| {
            *read(files, MpiCollective::Bcast, Sender::Library).expect_err("refused").fault
        };
        assert_eq!(fault(&[]), ObservedFault::NoFile);
        let other = ObservedFile { path: "a", bytes: b"a,b\n" };
        assert_eq!(fault(&[other]), ObservedFault::Unknown { expected: KINDS });
        let probe = ObservedFile { path: "b", bytes: b"# logpine-mpi 0.1.0: probe bcast\n" };
        assert!(matches!(fault(&[probe, probe]), ObservedFault::Unknown { .. }));
        assert_eq!(fault(&[ObservedFile { path: "c", bytes: b"\xff" }]), ObservedFault::NotUtf8);
    }

    #[test]
    fn the_first_missing_rank_is_named() {
        assert_eq!(missing(&[true, true]), None);
        let of = |rank, more: &str| Some(ObservedFault::MissingRank { rank, ranks: 4, more: more.to_owned() });
        assert_eq!(missing(&[true, false, true, true]), of(1, ""));
        assert_eq!(missing(&[true, true, false, false]), of(2, ", nor is another"));
        assert_eq!(missing(&[false, true, false, false]), of(0, ", nor are 2 others"));
    }
}
