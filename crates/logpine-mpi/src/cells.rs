//! What is executed: the algorithms of an answer, with their predicted times.

use crate::data::Operator;
use crate::failure::Failure;
use crate::share::{each, from_root};
use crate::times::{Repetitions, Times};
use crate::trial::{Subject, of_library, of_program};
use crate::wire::Wire;
use logpine::answer::{Answer, Program, RankProgram, answer};
use logpine::machine::Machine;
use logpine::request::{MpiCollective, Operation, Request};
use logpine::units::{Bytes, Clock};
use serde::{Deserialize, Serialize};

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

/// What is asked of each cell, besides its own numbers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The fields of the request that all cells share.
    pub request: Request,
    /// The root.
    pub root: u32,
    /// True to execute the best of every family, not only the answer.
    pub all: bool,
    /// True to execute the library's own collective as well.
    pub library: bool,
    /// How often.
    pub repetitions: Repetitions,
}

/// An algorithm that is to be executed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The place in the ranking.
    index: usize,
    /// The family.
    pub family: String,
    /// Its parameters, `k = 4, segment = 8KiB`.
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
    /// Its parameters.
    pub parameters: String,
    /// True for the answer.
    pub is_chosen: bool,
    /// The predicted time in microseconds.
    pub predicted: Option<f64>,
    /// What it took.
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
        format!("{}{of} among {ranks} ranks", collective.name())
    }

    /// The answer, and the entries to execute: the answer first, then the best of every other family if all are asked for. Families
    /// without a schedule are named with the reason.
    fn plan(&self, machine: &Machine, asked: &Asked) -> Result<(Answer, Vec<Entry>, Vec<String>), Failure> {
        let request = Request {
            collective: Some(Operation::Mpi(self.collective)),
            ranks: Some(self.ranks.into()),
            bytes: self.collective.has_bytes().then_some(self.bytes),
            ..asked.request.clone()
        };
        let answer = answer(machine, &request)?;
        let ranking =
            answer.ranking().ok_or_else(|| Failure::Input("the answer has no candidates to execute".to_owned()))?;
        let (mut entries, mut left_out): (Vec<Entry>, Vec<String>) = (Vec::new(), Vec::new());
        for (index, candidate) in ranking.candidates().iter().enumerate() {
            let is_new = entries.iter().all(|entry| entry.family != candidate.family);
            if index == 0 || (asked.all && is_new) {
                let ticks = candidate.time.ticks() as f64;
                let predicted = (machine.clock == Clock::Second).then_some(ticks / 1e6);
                let (family, parameters) = (candidate.family.to_owned(), candidate.parameters.to_string());
                entries.push(Entry { index, family, parameters, predicted });
            }
        }
        entries.retain(|entry| {
            let built = Program::new(&answer, entry.index);
            if let Err(refusal) = &built {
                left_out.push(format!("{} is not executed: {refusal}", entry.family));
            }
            built.is_ok()
        });
        match entries.is_empty() {
            true => Err(Failure::No(left_out.join("\n"))),
            false => Ok((answer, entries, left_out)),
        }
    }

    /// Executes the algorithms of the cell on the first P ranks of the job; all ranks call it. The rows, and notes, are known at rank 0.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer, at all ranks, or if something goes wrong on the way.
    pub fn execute(
        &self,
        wire: &dyn Wire,
        machine: Option<&Machine>,
        asked: &Asked,
    ) -> Result<(Vec<Row>, Vec<String>), Failure> {
        let part = if self.ranks == wire.size() { None } else { Some(wire.first(self.ranks)?) };
        let wire = match &part {
            None => wire,
            Some(Some(part)) => part.as_ref(),
            Some(None) => return Ok((Vec::new(), Vec::new())),
        };
        let subject = Subject {
            collective: self.collective,
            root: asked.root,
            operator: if asked.request.non_commutative { Operator::Compose } else { Operator::Sum },
        };
        let planned = machine.filter(|_| wire.rank() == 0).map(|machine| self.plan(machine, asked));
        let told = planned
            .as_ref()
            .map(|planned| planned.as_ref().map(|(_, entries, _)| entries.clone()).map_err(Clone::clone));
        let entries = from_root(wire, || told.unwrap_or(Ok(Vec::new())))??;
        let mut rows = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            let program = program_of_rank(wire, subject, planned.as_ref(), entry)?;
            let times = of_program(wire, subject, &program, &asked.repetitions)?;
            rows.extend(times.map(|times| Row {
                cell: *self,
                family: entry.family.clone(),
                parameters: entry.parameters.clone(),
                is_chosen: place == 0,
                predicted: entry.predicted,
                times,
            }));
        }
        if asked.library {
            let times = of_library(wire, subject, self.bytes, &asked.repetitions)?;
            rows.extend(times.map(|times| Row {
                cell: *self,
                family: LIBRARY.to_owned(),
                parameters: String::new(),
                is_chosen: false,
                predicted: None,
                times,
            }));
        }
        let notes = planned.and_then(Result::ok).map(|(_, _, left_out)| left_out).unwrap_or_default();
        Ok((rows, notes))
    }
}

type Planned = Result<(Answer, Vec<Entry>, Vec<String>), Failure>;

/// The program of this rank: rank 0 makes the programs of all, and each rank gets its own.
fn program_of_rank(
    wire: &dyn Wire,
    subject: Subject,
    planned: Option<&Planned>,
    entry: &Entry,
) -> Result<RankProgram, Failure> {
    let built = match planned {
        Some(Ok((answer, ..))) => Some(Program::new(answer, entry.index).map_err(Failure::from)),
        _ => None,
    };
    let ends = built.as_ref().map(|built| {
        let program = built.as_ref().map_err(Clone::clone)?;
        let phases: Vec<_> = (0..program.ranks()).map(|rank| crate::phases::phases(&program.rank(rank))).collect();
        let fault = || Failure::Fault(format!("{}: ranks would wait for each other for ever", entry.family));
        if crate::phases::all_end(&phases) { Ok(()) } else { Err(fault()) }
    });
    from_root(wire, || ends.unwrap_or(Ok(())))??;
    let ranks = wire.size();
    let program = each(wire, |rank| match &built {
        Some(Ok(program)) => program.rank((rank + ranks - subject.root) % ranks),
        _ => RankProgram::default(),
    })?;
    Ok(program)
}
