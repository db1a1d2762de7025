//! Parts taken from the environment of batch systems and launchers.

use super::Shard;
use logpine_text::excerpt::short;
use std::fmt;

/// A part of the work, and the variables that tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub shard: Shard,
    pub from: Vec<&'static str>,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.shard.to_string();
        let (index, of) = text.split_once('/').unwrap_or((&text, "1"));
        write!(f, "part {index} of {of}, from {}", self.from.join(" and "))
    }
}

/// The reason why the environment tells no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    #[error(
        "--shard auto: no variable of a batch system or launcher is set; looked for {ASKED}; run it in a job array or under a launcher, \
         or give --shard I/N"
    )]
    Nothing,
    #[error(
        "--shard auto: no variable of a job array is set; looked for {ARRAYS}; run the job as an element of an array, or give --shard I/N"
    )]
    NoArray,
    #[error("--shard auto: {name} is `{text}`, which is no whole number; give --shard I/N")]
    NotANumber { name: &'static str, text: String },
    #[error(
        "--shard auto: {name} tells this part, but no variable tells the number of parts; {way_out}, or give the number as \
         --shard auto/N"
    )]
    NoCount { name: &'static str, way_out: &'static str },
    #[error(
        "--shard auto: {name} is {index}, which is none of {expected}; number the parts {expected}, or give --shard I/N"
    )]
    Index { name: &'static str, index: u64, expected: String },
    #[error(
        "--shard auto: {name} tells this part, but the number of parts is 0; start logpine under the launcher that sets both, or \
         give --shard I/N"
    )]
    NoParts { name: &'static str },
    #[error("--shard auto: {from} count more parts than any job has; check them, or give --shard I/N")]
    TooMany { from: String },
    #[error("--shard auto/{said}: {from} tell{} {of} parts; give --shard auto", if from.contains(" and ") { "" } else { "s" })]
    OtherCount { said: u64, of: u64, from: String },
    #[error(
        "--shard auto/{said}: {of} processes share each element of the array, and {said} is no multiple of that; give a multiple"
    )]
    NoMultiple { said: u64, of: u64 },
    #[error(
        "--shard auto: SLURM_NTASKS is {tasks}, but SLURM_STEP_ID is not set: this is the script of the job, which runs once; start \
         logpine with srun, or give --shard I/N"
    )]
    NoStep { tasks: u64 },
}

/// The variables that tell the element of a job array.
const ARRAYS: &str = "SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, PBS_ARRAYID, LSB_JOBINDEX, SGE_TASK_ID";
/// The variables that tell a part.
const ASKED: &str = "SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, PBS_ARRAYID, LSB_JOBINDEX, SGE_TASK_ID, OMPI_COMM_WORLD_RANK, PMI_RANK, \
                     SLURM_PROCID, PMIX_RANK";

/// One of several, numbered from 0; the number of all may be unknown.
struct Member {
    name: &'static str,
    index: u64,
    of: Option<u64>,
    /// The way to make the number known.
    way_out: &'static str,
}

/// The part of this process: that of its element of a job array; if several processes run each element, or there is no array, that of
/// the process. `get` looks a variable up; `said` is the number of all parts, if the user gave it.
pub fn part(get: impl Fn(&str) -> Option<String>, said: Option<u64>) -> Result<Part, PartError> {
    let variables = Variables { get: &get };
    let array = variables.array()?;
    let process = variables.process()?;
    let alone = |member: &Member| array.is_some() && member.of == Some(1);
    let process = process.filter(|member| !alone(member));
    if array.is_none() && process.is_none() {
        return Err(match variables.number("SLURM_NTASKS")? {
            Some(tasks) if tasks > 1 => PartError::NoStep { tasks },
            _ => PartError::Nothing,
        });
    }
    let from: Vec<&'static str> = array.iter().chain(&process).map(|member| member.name).collect();
    let processes = match (&array, &process) {
        (_, None) => 1,
        (None, Some(process)) => process.of.or(said).ok_or(process.no_count())?,
        (Some(_), Some(process)) => process.of.ok_or(process.no_count())?,
    };
    let elements = match (&array, said) {
        (None, _) => 1,
        (Some(array), None) => array.of.ok_or(array.no_count())?,
        (Some(Member { of: Some(of), .. }), Some(_)) => *of,
        (Some(_), Some(said)) if said % processes == 0 => said / processes,
        (Some(_), Some(said)) => return Err(PartError::NoMultiple { said, of: processes }),
    };
    let of = elements.checked_mul(processes).ok_or_else(|| PartError::TooMany { from: from.join(" and ") })?;
    if let Some(said) = said.filter(|&said| said != of) {
        return Err(PartError::OtherCount { said, of, from: from.join(" and ") });
    }
    let within = |member: Option<&Member>, of: u64| match member {
        Some(member) if member.index >= of => {
            // Elements of arrays of unknown length are numbered from 1, processes from 0.
            let from_one = u64::from(member.of.is_none() && array.is_some());
            let expected = format!("{from_one} to {}", of - 1 + from_one);
            Err(PartError::Index { name: member.name, index: member.index.saturating_add(from_one), expected })
        }
        Some(member) => Ok(member.index),
        None => Ok(0),
    };
    let (element, process) = (within(array.as_ref(), elements)?, within(process.as_ref(), processes)?);
    // The element is one of `elements`, and the process one of `processes`: this is at most their product.
    let shard = Shard::new(element * processes + process + 1, of).map_err(|_| PartError::Nothing)?;
    Ok(Part { shard, from })
}

/// The part of this element of a job array, for programs whose processes work on one part together.
pub fn part_of_array(get: impl Fn(&str) -> Option<String>, said: Option<u64>) -> Result<Part, PartError> {
    let is_of_array = |name: &str| ["_ARRAY", "LSB_JOBINDEX", "SGE_TASK"].iter().any(|word| name.contains(word));
    part(|name| if is_of_array(name) { get(name) } else { None }, said).map_err(|error| match error {
        PartError::Nothing => PartError::NoArray,
        error => error,
    })
}

impl Member {
    fn no_count(&self) -> PartError {
        PartError::NoCount { name: self.name, way_out: self.way_out }
    }
}

/// The variables of a process.
struct Variables<'a> {
    get: &'a dyn Fn(&str) -> Option<String>,
}

impl Variables<'_> {
    /// The element of a job array.
    fn array(&self) -> Result<Option<Member>, PartError> {
        let slurm = ["SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"];
        if let Some(id) = self.number("SLURM_ARRAY_TASK_ID")? {
            let [first, last, step] = self.numbers(slurm)?;
            let count = self.number("SLURM_ARRAY_TASK_COUNT")?;
            let counted = count.map(|count| {
                let distance = count.saturating_sub(1).checked_mul(step.unwrap_or(1))?;
                distance.checked_add(first.unwrap_or(1))
            });
            let too_many =
                || PartError::TooMany { from: "SLURM_ARRAY_TASK_COUNT and SLURM_ARRAY_TASK_STEP".to_owned() };
            let last = last.or(counted.map(|last| last.ok_or_else(too_many)).transpose()?);
            let member = evenly("SLURM_ARRAY_TASK_ID", id, first.unwrap_or(1), last, step.unwrap_or(1))?;
            // An array of listed elements has gaps.
            if let (Some(count), Some(of)) = (count, member.of)
                && count != of
            {
                let expected = format!("{count} elements at equal distances");
                return Err(PartError::Index { name: "SLURM_ARRAY_TASK_ID", index: id, expected });
            }
            return Ok(Some(member));
        }
        for name in ["PBS_ARRAY_INDEX", "PBS_ARRAYID"] {
            if let Some(id) = self.number(name)? {
                let count = self.number("PBS_ARRAY_COUNT")?;
                let way_out = "number the array 1-N and submit it with `qsub -v PBS_ARRAY_COUNT=N`";
                return Ok(Some(Member { way_out, ..evenly(name, id, 1, count, 1)? }));
            }
        }
        // Jobs outside arrays have the index 0.
        if let Some(id) = self.number("LSB_JOBINDEX")?.filter(|&id| id > 0) {
            let [last, step] = self.numbers(["LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"])?;
            return evenly("LSB_JOBINDEX", id, 1, last, step.unwrap_or(1)).map(Some);
        }
        let is_array = |id: &String| !id.is_empty() && id != "undefined";
        if (self.get)("SGE_TASK_ID").as_ref().is_some_and(is_array) {
            let [id, first, last, step] =
                self.numbers(["SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"])?;
            return evenly("SGE_TASK_ID", id.unwrap_or(0), first.unwrap_or(1), last, step.unwrap_or(1)).map(Some);
        }
        Ok(None)
    }

    /// The process among those that one launcher started. Launchers inside a step of Slurm come first: their helpers are the tasks
    /// of that step.
    fn process(&self) -> Result<Option<Member>, PartError> {
        let step = match self.number("SLURM_STEP_ID")? {
            Some(_) => Some(("SLURM_PROCID", ["SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"])),
            None => None,
        };
        let launchers =
            [("OMPI_COMM_WORLD_RANK", ["OMPI_COMM_WORLD_SIZE"; 2]), ("PMI_RANK", ["PMI_SIZE"; 2])].into_iter();
        let alone = ("PMIX_RANK", ["PMIX_SIZE"; 2]);
        for (name, sizes) in launchers.chain(step).chain([alone]) {
            let Some(index) = self.number(name)? else { continue };
            let [size, other] = self.numbers(sizes)?;
            let of = size.or(other);
            if of == Some(0) {
                return Err(PartError::NoParts { name });
            }
            let way_out = "start logpine with srun, or with the mpirun of Open MPI or MPICH";
            return Ok(Some(Member { name, index, of, way_out }));
        }
        Ok(None)
    }

    fn numbers<const N: usize>(&self, names: [&'static str; N]) -> Result<[Option<u64>; N], PartError> {
        let mut numbers = [None; N];
        for (number, name) in numbers.iter_mut().zip(names) {
            *number = self.number(name)?;
        }
        Ok(numbers)
    }

    /// A number; `None` if the variable is not set or is empty.
    fn number(&self, name: &'static str) -> Result<Option<u64>, PartError> {
        let Some(text) = (self.get)(name).filter(|text| !text.trim().is_empty()) else { return Ok(None) };
        text.trim().parse().map(Some).map_err(|_| PartError::NotANumber { name, text: short(&text) })
    }
}

/// An element of an array of evenly spaced numbers; of all if its last element is not known.
fn evenly(name: &'static str, id: u64, first: u64, last: Option<u64>, step: u64) -> Result<Member, PartError> {
    let step = step.max(1);
    let is_there = id >= first && (id - first).is_multiple_of(step) && last.is_none_or(|last| id <= last);
    if !is_there {
        let last = last.map_or_else(|| "N".to_owned(), |last| last.to_string());
        let by = if step == 1 { String::new() } else { format!(" in steps of {step}") };
        return Err(PartError::Index { name, index: id, expected: format!("{first} to {last}{by}") });
    }
    let of = match last {
        // Only an array of every number there is has more elements than there are numbers.
        Some(last) => {
            Some(((last - first) / step).checked_add(1).ok_or_else(|| PartError::TooMany { from: name.to_owned() })?)
        }
        None => None,
    };
    Ok(Member { name, index: (id - first) / step, of, way_out: "number the array 1-N" })
}

#[cfg(test)]
mod tests;
