//! The algorithms of an answer that are executed, with their predicted times.

use crate::data::Operator;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::share::{each, from_root};
use crate::times::{Repetitions, Times};
use crate::trial::{Subject, of_library, of_program};
use crate::wire::Wire;
use logpine::answer::{Answer, Program, RankProgram, Step, answer};
use logpine::machine::Machine;
use logpine::request::{MpiCollective, Operation, Request};
use logpine::units::{Bytes, Clock};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A collective of a number of ranks and a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The collective.
    pub collective: MpiCollective,
    /// P.
    pub ranks: u32,
    /// The bytes as MPI counts them: of the vector, or of the block of one rank; 0 for a barrier.
    pub bytes: u64,
}

/// The question about each cell, besides its own numbers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The fields of the request that all cells share.
    pub request: Request,
    /// The root.
    pub root: u32,
    /// The families that are executed besides the answer, or in its place.
    pub families: Families,
    /// True to execute the library's own collective as well.
    pub library: bool,
    /// The number of repetitions.
    pub repetitions: Repetitions,
}

/// The families that are executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Families {
    /// The answer alone.
    Answer,
    /// The best of every family.
    All,
    /// The best of one family.
    One(String),
}

/// The result of a cell, known at rank 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Executed {
    /// The times.
    pub rows: Vec<Row>,
    /// Families that were not executed, with the reason.
    pub notes: Vec<String>,
    /// The messages of each algorithm's execution, in the order of the rows.
    pub traffic: Vec<Traffic>,
}

/// The number of messages and of their bytes, by sender and receiver.
pub type Traffic = BTreeMap<(u32, u32), (u64, u64)>;

/// An algorithm that is to be executed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The place in the ranking.
    index: usize,
    /// The family.
    pub family: String,
    /// The parameters, `k = 4, segment = 8KiB`.
    pub parameters: String,
    /// The predicted time in microseconds; `None` if the machine counts cycles.
    pub predicted: Option<f64>,
}

/// A line of the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The cell.
    pub cell: Cell,
    /// The family, or `library`.
    pub family: String,
    /// The parameters.
    pub parameters: String,
    /// True for the answer.
    pub is_chosen: bool,
    /// The predicted time in microseconds.
    pub predicted: Option<f64>,
    /// The measured times.
    pub times: Times,
}

/// The family of rows of the library's own collective.
pub const LIBRARY: &str = "library";

impl Row {
    /// True for the library's own collective.
    #[must_use]
    pub fn is_library(&self) -> bool {
        self.family == LIBRARY
    }
}

/// The collective of that name.
///
/// # Errors
/// The names that there are.
pub fn collective(name: &str) -> Result<MpiCollective, String> {
    MpiCollective::ALL.into_iter().find(|of| of.name() == name).ok_or_else(|| {
        let names: Vec<&str> = MpiCollective::ALL.into_iter().map(MpiCollective::name).collect();
        format!("there is no collective `{name}`; it is one of {}", names.join(", "))
    })
}

impl Cell {
    /// `bcast of 64KiB among 4 ranks`.
    #[must_use]
    pub fn name(&self) -> String {
        let Self { collective, ranks, bytes } = *self;
        let of = if collective.has_bytes() { format!(" of {}", Bytes(bytes)) } else { String::new() };
        format!("{}{of} among {ranks} {}", collective.name(), if ranks == 1 { "rank" } else { "ranks" })
    }

    /// The answer, and the entries to execute: the answer first, then the best of every other family if all are asked for. Families
    /// without a schedule are named with the reason.
    fn plan(&self, machine: &Machine, asked: &Asked) -> Planned {
        if self.collective.has_bytes() && self.bytes == 0 {
            // Models have messages of at least a byte; without bytes there is no message.
            let entry =
                Entry { index: 0, family: "nothing".to_owned(), parameters: String::new(), predicted: Some(0.0) };
            return Ok((None, vec![entry], Vec::new()));
        }
        let request = Request {
            collective: Some(Operation::Mpi(self.collective)),
            ranks: Some(self.ranks.into()),
            bytes: self.collective.has_bytes().then_some(self.bytes),
            ..asked.request.clone()
        };
        let answer = answer(machine, &request)?;
        let ranking = answer.ranking().ok_or_else(|| {
            Failure::Input("this model predicts the library and names no algorithm; choose another --model".to_owned())
        })?;
        let (mut entries, mut left_out): (Vec<Entry>, Vec<String>) = (Vec::new(), Vec::new());
        for (index, candidate) in ranking.candidates().iter().enumerate() {
            let is_new = entries.iter().all(|entry| entry.family != candidate.family);
            let is_asked = match &asked.families {
                Families::Answer => index == 0,
                Families::All => is_new,
                Families::One(family) => is_new && candidate.family == family,
            };
            if is_asked {
                let ticks = candidate.time.ticks() as f64;
                let predicted = (machine.clock == Clock::Second).then_some(ticks / 1e6);
                let (family, parameters) = (candidate.family.to_owned(), candidate.parameters.to_string());
                entries.push(Entry { index, family, parameters, predicted });
            }
        }
        if let (Families::One(family), []) = (&asked.families, entries.as_slice()) {
            let mut known: Vec<&str> = ranking.candidates().iter().map(|candidate| candidate.family).collect();
            known.sort_unstable();
            known.dedup();
            let known = known.join(", ");
            return Err(Failure::Input(format!("--family {family}: {} has {known}", self.name())));
        }
        entries.retain(|entry| {
            let built = Program::new(&answer, entry.index);
            if let Err(refusal) = &built {
                left_out.push(format!("{} is not executed: {refusal}", entry.family));
            }
            built.is_ok()
        });
        if entries.is_empty() {
            return Err(Failure::No(left_out.join("\n")));
        }
        Ok((Some(answer), entries, left_out))
    }

    /// Executes the algorithms of the cell on the first P ranks of the job; all ranks call it.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer, at all ranks, or if something goes wrong on the way.
    pub fn execute(
        &self,
        wire: &dyn Wire,
        machine: Option<&Machine>,
        asked: &Asked,
        progress: &Progress,
    ) -> Result<Executed, Failure> {
        let part = if self.ranks == wire.size() { None } else { Some(wire.first(self.ranks)?) };
        let wire = match &part {
            None => wire,
            Some(Some(part)) => part.as_ref(),
            Some(None) => return Ok(Executed::default()),
        };
        let operator = if asked.request.non_commutative { Operator::Compose } else { Operator::Sum };
        let subject = Subject { collective: self.collective, root: asked.root, operator };
        let planned = machine.filter(|_| wire.rank() == 0).map(|machine| self.plan(machine, asked));
        let told = planned
            .as_ref()
            .map(|planned| planned.as_ref().map(|(_, entries, _)| entries.clone()).map_err(Clone::clone));
        let entries = from_root(wire, || told.unwrap_or(Ok(Vec::new())))??;
        let mut executed = Executed::default();
        for entry in entries {
            progress.show(|| format!("{}: {}", self.name(), entry.family));
            let (program, traffic) = program_of_rank(wire, subject, planned.as_ref(), &entry)?;
            let times = of_program(wire, subject, &program, &asked.repetitions)?;
            executed.traffic.push(traffic);
            executed.rows.extend(times.map(|times| self.row(entry, times)));
        }
        if asked.library {
            progress.show(|| format!("{}: the library's own", self.name()));
            let times = of_library(wire, subject, self.bytes, &asked.repetitions)?;
            let (family, parameters) = (LIBRARY.to_owned(), String::new());
            let entry = Entry { index: usize::MAX, family, parameters, predicted: None };
            executed.rows.extend(times.map(|times| self.row(entry, times)));
        }
        executed.notes = planned.and_then(Result::ok).map(|(_, _, left_out)| left_out).unwrap_or_default();
        Ok(executed)
    }

    fn row(&self, entry: Entry, times: Times) -> Row {
        let Entry { index, family, parameters, predicted } = entry;
        Row { cell: *self, family, parameters, is_chosen: index == 0, predicted, times }
    }
}

/// The answer, unless there is nothing to send; what is executed; and notes.
type Planned = Result<(Option<Answer>, Vec<Entry>, Vec<String>), Failure>;

/// The program of this rank: rank 0 makes the programs of all, and each rank gets its own. Rank 0 knows the messages of all.
fn program_of_rank(
    wire: &dyn Wire,
    subject: Subject,
    planned: Option<&Planned>,
    entry: &Entry,
) -> Result<(RankProgram, Traffic), Failure> {
    let built = match planned {
        Some(Ok((Some(answer), ..))) => Some(programs(answer, entry)),
        _ => None,
    };
    let failure = built.as_ref().and_then(|built| built.as_ref().err().cloned());
    if let Some(failure) = from_root(wire, || failure)? {
        return Err(failure);
    }
    let (built, ranks) = (built.and_then(Result::ok).unwrap_or_default(), wire.size());
    let of = |rank: u32| built.get(((rank + ranks - subject.root) % ranks) as usize).cloned().unwrap_or_default();
    let traffic = (0..ranks).flat_map(|rank| sent(rank, &of(rank), subject.root, ranks));
    let mut counted = Traffic::new();
    for (ends, bytes) in traffic {
        let (messages, of_all) = counted.entry(ends).or_default();
        (*messages, *of_all) = (*messages + 1, *of_all + bytes);
    }
    Ok((each(wire, of)?, counted))
}

/// The programs of all ranks, which get to their ends.
fn programs(answer: &Answer, entry: &Entry) -> Result<Vec<RankProgram>, Failure> {
    let program = Program::new(answer, entry.index)?;
    let ranks: Vec<RankProgram> = (0..program.ranks()).map(|rank| program.rank(rank)).collect();
    let phases: Vec<_> = ranks.iter().map(crate::phases::phases).collect();
    if crate::phases::all_end(&phases) {
        return Ok(ranks);
    }
    Err(Failure::Fault(format!("{}: ranks would wait for each other for ever", entry.family)))
}

/// The ends and the bytes of the messages that a rank sends.
fn sent(rank: u32, program: &RankProgram, root: u32, ranks: u32) -> Vec<((u32, u32), u64)> {
    let sends = program.steps.iter().filter_map(|step| match step {
        Step::Send { to, parts, .. } => {
            Some(((rank, (to + root) % ranks), parts.iter().map(|part| part.end - part.start).sum()))
        }
        Step::Receive { .. } | Step::Combine { .. } => None,
    });
    sends.collect()
}
