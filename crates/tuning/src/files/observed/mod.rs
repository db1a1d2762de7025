//! Files that show which messages the ranks of a collective sent: profiles of Open MPI's component pml/monitoring, trees that
//! MPICH dumps, and what `logpine-mpi probe` writes.

mod monitoring;
mod probe;
mod tree_dump;

use crate::library::Observed;
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::text::{Text, TextError, Word};

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

/// The bytes of a file, and its name.
#[derive(Clone, Copy, Debug)]
pub struct ObservedFile<'a> {
    /// The name, as the user gave it.
    pub path: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
}

/// Reads the files of one run, whose kind is told by the first of them. A tree of MPICH does not say its collective, which is
/// given here; a file of a probe says it itself. Of a monitor, the messages of the `sender` are read.
///
/// # Errors
/// [`TextError`] with the first fault.
pub fn read(files: &[ObservedFile<'_>], collective: MpiCollective, sender: Sender) -> Result<Observed, TextError> {
    let texts: Vec<Text<'_>> = files.iter().map(|file| Text::new(file.bytes, file.path)).collect::<Result<_, _>>()?;
    let Some(first) = texts.first() else {
        return Err(Text::of("", "").error(0..0, "there is no file to read; name the files of one run"));
    };
    match (kind(first.text()), texts.as_slice()) {
        (Some(Kind::Monitoring), _) => monitoring::read(&texts, sender),
        (Some(Kind::TreeDump), _) => tree_dump::read(&texts, collective),
        (Some(Kind::Probe), [file]) => probe::read(*file),
        (Some(Kind::Probe), [_, second, ..]) => {
            Err(second.error(0..0, unknown("a probe has one file, which has all ranks")))
        }
        _ => Err(first.error(0..0, unknown(KINDS))),
    }
}

/// The fault of a file that is not one of a run.
fn unknown(expected: &str) -> String {
    format!("these are not the messages of a run; {expected}")
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

/// The fault of a word that is not what it should be.
fn expected(text: Text<'_>, word: Word<'_>, expected: &str) -> TextError {
    let found = short(word.text);
    text.error(word.span(), format!("`{found}` is not {expected}; let the library write the file again"))
}

/// The fault of a rank beyond those of the run.
fn beyond(rank: u64, ranks: u64) -> String {
    format!("rank {rank}, but the run had {ranks} ranks; name the files of one run only")
}

/// The fault of a file of a run with another number of ranks.
fn other_run(ranks: u64, before: u64, file: &str) -> String {
    format!("{ranks} ranks here, and {before} in `{file}`; name the files of one run only")
}

/// The fault of a rank that an earlier file has.
fn repeated(rank: u64, file: &str) -> String {
    format!("rank {rank} is in `{file}`, too; name each file once, and those of one run only")
}

/// The fault of the first of the ranks that are missing among the first ones; `count` are missing in all.
fn missing(seen: &[bool], ranks: u64, count: u64) -> Option<String> {
    let rank = seen.iter().position(|seen| !seen)?;
    let more = match count {
        0 | 1 => String::new(),
        2 => ", nor is another".to_owned(),
        _ => format!(", nor are {} others", count - 1),
    };
    Some(format!("rank {rank} of {ranks} is in none of the files{more}; name those of all ranks"))
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
            read(files, MpiCollective::Bcast, Sender::Library).expect_err("refused").message
        };
        assert!(fault(&[]).starts_with("there is no file to read"));
        let other = ObservedFile { path: "a", bytes: b"a,b\n" };
        assert_eq!(fault(&[other]), unknown(KINDS));
        let probe = ObservedFile { path: "b", bytes: b"# logpine-mpi 0.1.0: probe bcast\n" };
        assert_eq!(fault(&[probe, probe]), unknown("a probe has one file, which has all ranks"));
        assert!(fault(&[ObservedFile { path: "c", bytes: b"\xff" }]).contains("UTF-8"));
    }

    #[test]
    fn the_first_missing_rank_is_named() {
        assert_eq!(missing(&[true, true], 2, 0), None);
        let says = |seen: &[bool], count, words: &str| {
            let fault = missing(seen, 4, count).expect(words);
            assert!(fault.contains(words), "{fault}");
        };
        says(&[true, false, true, true], 1, "rank 1 of 4 is in none of the files;");
        says(&[true, true, false, false], 2, "rank 2 of 4 is in none of the files, nor is another");
        says(&[false, true, false, false], 3, "nor are 2 others");
    }
}
