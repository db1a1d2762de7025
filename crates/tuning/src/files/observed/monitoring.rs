//! Profiles of Open MPI's component pml/monitoring, as its variables `pml_monitoring_enable 2` and
//! `pml_monitoring_enable_output 3` make it write them, a file for each rank with what that rank sent.
//!
//! ```text
//! I<TAB>0<TAB>2<TAB>16384 bytes<TAB>16 msgs sent<TAB>0,0,...   messages within collectives, from 0 to 2
//! E<TAB>0<TAB>2<TAB>8 bytes<TAB>1 msgs sent<TAB>0,0,...        messages of the program
//! D<TAB>MPI_COMM_WORLD<TAB>procs: 0,1,2                       the ranks of a communicator
//! O2A<TAB>0<TAB>32768 bytes<TAB>1 msgs sent                   calls from one to all by rank 0; A2O, A2A
//! ```
//!
//! Lines `C` have what each rank contributed to others, whatever the tree; they and one-sided messages are not read. Messages
//! without bytes are those of barriers: they are counted, but are no edges.

use super::{Sender, beyond, expected, missing, number, other_run, repeated, unknown};
use crate::library::{Calls, Counted, Edge, Link, Observed, ObservedBy};
use logpine_text::text::{Line, Text, TextError, Word};
use std::collections::BTreeMap;

/// The first fields of lines.
const TAGS: [&str; 9] = ["I", "E", "S", "R", "C", "D", "O2A", "A2O", "A2A"];

/// True for a line that only such a profile has.
pub(super) fn is_line(line: &str) -> bool {
    line.starts_with("# POINT TO POINT") || line.split_once('\t').is_some_and(|(tag, _)| TAGS.contains(&tag))
}

/// Reads the profiles of all ranks, in any order; they may be in one file, as the monitor prints them.
pub(super) fn read(files: &[Text<'_>], sender: Sender) -> Result<Observed, TextError> {
    let mut run = Run::default();
    for &file in files {
        let mut profile = Profile { file, in_world: false, sender };
        if !file.lines().any(|line| is_line(line.text)) {
            let expected = "a profile of pml/monitoring has lines like I<TAB>0<TAB>1<TAB>8 bytes<TAB>1 msgs sent";
            return Err(file.error(0..0, unknown(expected)));
        }
        for line in file.lines() {
            profile.read_line(line, &mut run)?;
        }
    }
    run.observed(files)
}

/// The contents of the profiles of a run.
#[derive(Default)]
struct Run {
    edges: BTreeMap<Link, Edge>,
    /// The number of ranks of `MPI_COMM_WORLD`, and the file that says it first.
    world: Option<(u64, String)>,
    /// The ranks whose profiles were read, with their files.
    owners: BTreeMap<u64, String>,
    /// Calls of each rank from all to all.
    all_to_all: BTreeMap<u64, Calls>,
    counted: Counted,
}

/// A file that is being read.
struct Profile<'a> {
    file: Text<'a>,
    /// True after the line of `MPI_COMM_WORLD`, up to that of the rank whose profile it is.
    in_world: bool,
    /// The sender whose messages are read.
    sender: Sender,
}

impl Profile<'_> {
    fn read_line(&mut self, line: Line<'_>, run: &mut Run) -> Result<(), TextError> {
        let mut fields = Word { text: line.text, start: line.start }.split('\t');
        let tag = fields.next().map_or("", |tag| tag.text);
        if !TAGS.contains(&tag) || tag == line.text {
            return Ok(());
        }
        let mut field = || fields.next().unwrap_or(Word { text: "", start: line.span().end });
        match tag {
            "I" | "E" if (tag == "E") == (self.sender == Sender::Program) => {
                let (from, to) = (self.rank(field())?, self.rank(field())?);
                let (bytes, messages) = (self.bytes(field())?, self.messages(field())?);
                let edge = Edge { from, to, messages: Some(messages), bytes: Some(bytes) };
                if run.edges.insert(edge.link(), edge).is_some() {
                    let fault =
                        format!("the messages from rank {from} to rank {to} are counted twice; name each file once");
                    return Err(self.file.error(line.span(), fault));
                }
            }
            "E" => {
                // The messages are the fourth field after it.
                let [_, _, _, messages] = [field(), field(), field(), field()];
                run.counted.of_program = run.counted.of_program.saturating_add(self.messages(messages)?);
            }
            "D" => {
                self.in_world = field().text == "MPI_COMM_WORLD";
                if self.in_world {
                    self.read_world(field(), run)?;
                }
            }
            "O2A" | "A2O" | "A2A" => {
                let rank = field();
                let (of, bytes, count) = (self.rank(rank)?, self.bytes(field())?, self.messages(field())?);
                if std::mem::take(&mut self.in_world)
                    && let Some(file) = run.owners.insert(of, self.file.path().to_owned())
                {
                    return Err(self.file.error(rank.span(), repeated(of, &file)));
                }
                let calls = match tag {
                    "O2A" => &mut run.counted.one_to_all,
                    "A2O" => &mut run.counted.all_to_one,
                    _ => run.all_to_all.entry(of).or_default(),
                };
                calls.add(Calls { count, bytes });
            }
            _ => {}
        }
        Ok(())
    }

    /// The ranks of `MPI_COMM_WORLD`, of which every profile has the same number.
    fn read_world(&self, field: Word<'_>, run: &mut Run) -> Result<(), TextError> {
        let procs =
            field.text.strip_prefix("procs: ").filter(|procs| procs.split(',').all(|rank| number(rank).is_some()));
        let Some(procs) = procs else { return Err(expected(self.file, field, "a list of ranks like `procs: 0,1`")) };
        let ranks = procs.split(',').count() as u64;
        let (before, file) = run.world.get_or_insert_with(|| (ranks, self.file.path().to_owned()));
        if *before == ranks {
            return Ok(());
        }
        Err(self.file.error(field.span(), other_run(ranks, *before, file)))
    }

    fn rank(&self, field: Word<'_>) -> Result<u64, TextError> {
        let rank = number(field.text).filter(|rank| u32::try_from(*rank).is_ok());
        rank.ok_or_else(|| expected(self.file, field, "the number of a rank"))
    }

    fn bytes(&self, field: Word<'_>) -> Result<u64, TextError> {
        let bytes = field.text.strip_suffix(" bytes").and_then(number);
        bytes.ok_or_else(|| expected(self.file, field, "a number of bytes, like `8 bytes`"))
    }

    fn messages(&self, field: Word<'_>) -> Result<u64, TextError> {
        let messages = field.text.strip_suffix(" msgs sent").and_then(number);
        messages.ok_or_else(|| expected(self.file, field, "a number of messages, like `1 msgs sent`"))
    }
}

impl Run {
    /// The messages of the run. If the profiles say how many ranks there were, all of them must be there: what the others sent
    /// is not known.
    fn observed(mut self, files: &[Text<'_>]) -> Result<Observed, TextError> {
        let seen = self.edges.keys().flat_map(|link| [link.from, link.to]).chain(self.owners.keys().copied());
        let most = seen.max().map_or(0, |rank| rank + 1);
        let ranks = match (&self.world, files.last()) {
            (Some((ranks, _)), Some(last)) => {
                if most > *ranks {
                    return Err(last.error_at_end(beyond(most - 1, *ranks)));
                }
                let owns: Vec<bool> = (0..*ranks).map(|rank| self.owners.contains_key(&rank)).collect();
                if let Some(fault) = missing(&owns, *ranks, ranks.saturating_sub(self.owners.len() as u64)) {
                    return Err(last.error_at_end(fault));
                }
                *ranks
            }
            _ => most,
        };
        self.counted.all_to_all = self.all_to_all.values().copied().max().unwrap_or_default();
        let (empty, edges): (Vec<Edge>, Vec<Edge>) = self.edges.into_values().partition(|edge| edge.bytes == Some(0));
        self.counted.empty = empty.iter().filter_map(|edge| edge.messages).fold(0, u64::saturating_add);
        Ok(Observed { ranks, edges, source: ObservedBy::Monitoring(self.counted) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A profile of Open MPI 4.1.4, without most of the histogram.
    fn profile(rank: u64, messages: &str) -> String {
        let calls = if rank == 0 { "192 bytes\t1 msgs sent" } else { "0 bytes\t0 msgs sent" };
        format!(
            "# POINT TO POINT\n{messages}# OSC\n# COLLECTIVES\nC\t0\t3\t64 bytes\t1 msgs sent\n\
             D\tMPI_COMM_SELF\tprocs: {rank}\nO2A\t{rank}\t0 bytes\t0 msgs sent\nA2O\t{rank}\t0 bytes\t0 msgs sent\n\
             A2A\t{rank}\t0 bytes\t0 msgs sent\nD\tMPI_COMM_WORLD\tprocs: 0,1,2,3\nO2A\t{rank}\t{calls}\n\
             A2O\t{rank}\t0 bytes\t0 msgs sent\nA2A\t{rank}\t0 bytes\t2 msgs sent\n"
        )
    }

    fn read_all(texts: &[String]) -> Result<Observed, TextError> {
        read(&texts.iter().map(|text| Text::of(text, "prof")).collect::<Vec<_>>(), Sender::Library)
    }

    fn binomial() -> Vec<String> {
        let sent = |from: u64, to: u64| format!("I\t{from}\t{to}\t64 bytes\t1 msgs sent\t0,0,1\n");
        let of_barrier = "I\t3\t0\t0 bytes\t2 msgs sent\t2,0\n";
        let of_program = "E\t2\t0\t8 bytes\t5 msgs sent\t0,5\n";
        vec![
            profile(0, &(sent(0, 1) + &sent(0, 2))),
            profile(1, &sent(1, 3)),
            profile(2, of_program),
            profile(3, of_barrier),
        ]
    }

    #[test]
    fn the_messages_of_collectives_are_read() {
        let mut texts = binomial();
        let edge = |from, to| Edge { from, to, messages: Some(1), bytes: Some(64) };
        let calls = |count, bytes| Calls { count, bytes };
        let counted = Counted {
            one_to_all: calls(1, 192),
            all_to_one: calls(0, 0),
            all_to_all: calls(2, 0),
            of_program: 5,
            empty: 2,
        };
        let wanted = Observed {
            ranks: 4,
            edges: vec![edge(0, 1), edge(0, 2), edge(1, 3)],
            source: ObservedBy::Monitoring(counted),
        };
        assert_eq!(read_all(&texts).as_ref(), Ok(&wanted));
        // In any order, in one file, among other output, with line ends of Windows.
        texts.reverse();
        assert_eq!(read_all(&texts).as_ref(), Ok(&wanted));
        let joined = format!("hello from the program\n{}", texts.concat().replace('\n', "\r\n"));
        assert_eq!(read_all(&[joined]).as_ref(), Ok(&wanted));
    }

    #[test]
    fn a_shim_sends_as_the_program_does() {
        let text = "I\t0\t2\t16 bytes\t2 msgs sent\nE\t2\t1\t8 bytes\t1 msgs sent\n";
        let observed = read(&[Text::of(text, "prof")], Sender::Program).expect("edges");
        assert_eq!(observed.edges, [Edge { from: 2, to: 1, messages: Some(1), bytes: Some(8) }]);
    }

    #[test]
    fn lines_alone_suffice() {
        let observed = read_all(&["I\t0\t2\t16384 bytes\t16 msgs sent\nI\t2\t1\t8 bytes\t1 msgs sent\n".to_owned()]);
        let observed = observed.expect("edges");
        assert_eq!((observed.ranks, observed.edges[0].messages, observed.edges[0].bytes), (3, Some(16), Some(16_384)));
        let none = read_all(&["# POINT TO POINT\n# OSC\n".to_owned()]).expect("nothing");
        assert_eq!((none.ranks, none.edges.len()), (0, 0));
    }

    #[test]
    fn messages_without_bytes_are_counted() {
        let text = "I\t0\t2\t64 bytes\t1 msgs sent\nI\t2\t3\t0 bytes\t2 msgs sent\nI\t3\t0\t0 bytes\t1 msgs sent\n";
        let observed = read_all(&[text.to_owned()]).expect("edges");
        let counted = Counted { empty: 3, ..Counted::default() };
        assert_eq!((observed.ranks, observed.edges.len()), (4, 1));
        assert_eq!(observed.source, ObservedBy::Monitoring(counted));
    }

    #[test]
    fn faults_have_places() {
        for (text, line, column, fault) in [
            ("I\tx\t1\t8 bytes\t1 msgs sent", 1, 3, "`x` is not the number of a rank"),
            ("# OSC\nI\t0\t-1\t8 bytes\t1 msgs sent", 2, 5, "`-1` is not the number of a rank"),
            ("I\t0\t4294967296\t8 bytes\t1 msgs sent", 1, 5, "number of a rank"),
            ("I\t0\t1\t8\t1 msgs sent", 1, 7, "like `8 bytes`"),
            ("I\t0\t1\t8 bytes", 1, 14, "like `1 msgs sent`"),
            ("I\t0\t1\t8 bytes\t1", 1, 15, "like `1 msgs sent`"),
            ("E\t0\t1\t8 bytes\tone msgs sent", 1, 15, "like `1 msgs sent`"),
            ("I\t0\t1\t8 bytes\t1 msgs sent\nI\t0\t1\t8 bytes\t1 msgs sent", 2, 1, "counted twice"),
            ("I\t0\t1\t0 bytes\t1 msgs sent\nI\t0\t1\t0 bytes\t1 msgs sent", 2, 1, "counted twice"),
            ("D\tMPI_COMM_WORLD\tprocs: 0,,2", 1, 18, "like `procs: 0,1`"),
            ("D\tMPI_COMM_WORLD", 1, 17, "like `procs: 0,1`"),
            ("D\tMPI_COMM_WORLD\tprocs: 0,1\nD\tMPI_COMM_WORLD\tprocs: 0", 2, 18, "1 ranks here, and 2 in `prof`"),
            ("D\tMPI_COMM_WORLD\tprocs: 0\nI\t0\t1\t8 bytes\t1 msgs sent", 2, 26, "rank 1, but the run had 1 ranks"),
            ("hello", 1, 1, "a profile of pml/monitoring has lines"),
            ("I", 1, 1, "a profile of pml/monitoring has lines"),
        ] {
            let error = read_all(&[text.to_owned()]).expect_err(fault);
            assert!(error.to_string().contains(fault), "{error}");
            assert_eq!((error.position.line, error.position.column), (line, column), "{error}");
        }
    }

    #[test]
    fn the_profiles_of_all_ranks_are_needed_once() {
        let mut texts = binomial();
        let last = texts.pop().expect("four");
        let fault = |texts: &[String]| read_all(texts).expect_err("refused").message;
        assert!(fault(&texts).starts_with("rank 3 of 4 is in none of the files;"));
        texts.extend([last.clone(), last]);
        assert!(fault(&texts).starts_with("the messages from rank 3 to rank 0 are counted twice"));
        texts.truncate(3);
        texts.extend([profile(3, ""), profile(3, "")]);
        assert_eq!(fault(&texts), repeated(3, "prof"));
    }
}
