//! Writing of GOAL texts.

use super::tick::GoalTick;
use logpine_collectives::schedule::{ANY, Dependency, Operation, Schedule};
use logpine_text::units::Time;
use std::io::{self, Write};

/// The reason why a schedule cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A schedule without ranks, which the format does not allow.
    #[error("the schedule has no ranks, which the format cannot express")]
    NoRanks,
    /// A calculation or combination that is not a whole number of GOAL ticks.
    #[error(
        "operation {operation} of rank {rank} lasts {} GOAL ticks, and a schedule has whole ones: choose a length that \
         divides it with --goal-tick", in_ticks(*time, *tick)
    )]
    NotWholeTicks {
        /// The rank.
        rank: u32,
        /// The index of the operation in its rank, from 0.
        operation: u32,
        /// The duration of the operation.
        time: Time,
        /// The length of a GOAL tick.
        tick: GoalTick,
    },
    /// A send with the tag that stands for any tag, or a message whose peer is not a rank of the schedule.
    #[error("operation {operation} of rank {rank} goes to no rank, or has the tag that matches any tag")]
    BadMessage {
        /// The rank.
        rank: u32,
        /// The index of the operation in its rank, from 0.
        operation: u32,
    },
    /// A schedule that is too large for the packed format.
    #[error("the schedule is too large for the packed form, which numbers the operations of a rank with 32 bits")]
    TooLarge,
    /// Failure to write.
    #[error("cannot write the schedule: {0}")]
    Io(#[from] io::Error),
}

fn in_ticks(time: Time, tick: GoalTick) -> f64 {
    time.ticks() as f64 / tick.length().ticks() as f64
}

/// An operation in GOAL.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    Send { to: u32, bytes: u64, tag: u32 },
    Receive { from: u32, bytes: u64, tag: u32 },
    Calculate { ticks: u64 },
}

/// Converts an operation to GOAL; `None` if the format leaves it out.
pub(super) fn in_goal(
    schedule: &Schedule,
    rank: u32,
    index: u32,
    operation: Operation,
    tick: GoalTick,
) -> Result<Option<Goal>, WriteError> {
    let goal = match operation {
        Operation::Wait { .. } => return Ok(None),
        Operation::Calculate { time } | Operation::Combine { time } => {
            let too_fine = WriteError::NotWholeTicks { rank, operation: index, time, tick };
            Goal::Calculate { ticks: tick.count(time).ok_or(too_fine)? }
        }
        Operation::Send { to, bytes, tag } => Goal::Send { to, bytes, tag },
        Operation::Receive { from, bytes, tag } => Goal::Receive { from, bytes, tag },
    };
    match goal {
        Goal::Send { to, tag, .. } if to >= schedule.ranks() || tag == ANY => {
            Err(WriteError::BadMessage { rank, operation: index })
        }
        Goal::Receive { from, .. } if from >= schedule.ranks() && from != ANY => {
            Err(WriteError::BadMessage { rank, operation: index })
        }
        goal => Ok(Some(goal)),
    }
}

/// A dependency of a rank, in the order of writing: after the later of its operations, and after the dependencies that must
/// precede it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    line: u32,
    /// The largest index among the dependents of the same operation up to this one.
    latest: u32,
    before: u32,
    begun: bool,
    /// The index of the dependency among those of the same operation.
    place: u32,
    waiting: u32,
}

/// The dependencies of a rank, without those of operations left out.
fn edges(schedule: &Schedule, rank: u32, edges: &mut Vec<Edge>) {
    edges.clear();
    let records = schedule.rank(rank);
    let is_left_out = |index: u32| {
        records.get(index as usize).is_none_or(|record| matches!(record.operation(), Operation::Wait { .. }))
    };
    for before in (0u32..).take(records.len()) {
        let mut latest = [0; 2];
        for (place, dependent) in (0u32..).zip(schedule.dependents(rank, before)) {
            let (waiting, begun) = match dependent {
                Dependency::Done(waiting) => (waiting.0, false),
                Dependency::Begun(waiting) => (waiting.0, true),
            };
            if !is_left_out(before) && !is_left_out(waiting) {
                let latest = &mut latest[usize::from(begun)];
                *latest = waiting.max(*latest);
                edges.push(Edge { line: before.max(*latest), latest: *latest, before, begun, place, waiting });
            }
        }
    }
    edges.sort_unstable();
}

/// Writes a schedule as a text that `LogGOPSim`'s converter accepts: no indentation, the operations of each rank labelled
/// l1, l2, l3, ..., and each dependency after the later of its two operations. The order of several dependencies on the same
/// operation is kept, if necessary by writing one later, because `LogGOPSim` starts operations in this order.
///
/// A combination becomes a calculation. Waits for the clock and their dependencies are left out, because the format has no
/// clock. [`read`](super::read) reproduces a schedule without either exactly. A replay of the file in program order may
/// therefore take longer than one of the schedule if messages of several sizes are combined, and less time if ranks no
/// longer wait for rounds.
///
/// **Complexity** O(operations + d log d), where d is the largest number of dependencies of a rank; only the dependencies of
/// one rank are held in memory.
///
/// # Errors
/// [`WriteError`]; the output up to then is incomplete.
///
/// ```
/// use logpine_goal::{self as goal, GoalTick};
/// use logpine_collectives::schedule::{Dependency, Operation, ScheduleBuilder};
/// use logpine_text::units::Time;
/// let mut builder = ScheduleBuilder::new();
/// let sent = builder.push(Operation::Send { to: 1, bytes: 8, tag: 0 })?;
/// let calculated = builder.push(Operation::Calculate { time: Time::from_ticks(5_000) })?;
/// builder.require(calculated, Dependency::Begun(sent));
/// builder.begin_rank()?;
/// builder.push(Operation::Receive { from: 0, bytes: 8, tag: 0 })?;
/// let mut text = Vec::new();
/// goal::write(&builder.finish()?, GoalTick::default(), &mut text)?;
/// assert_eq!(String::from_utf8(text)?, "\
/// num_ranks 2
/// rank 0 {
/// l1: send 8b to 1 tag 0
/// l2: calc 5
/// l2 irequires l1
/// }
/// rank 1 {
/// l1: recv 8b from 0 tag 0
/// }
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(schedule: &Schedule, tick: GoalTick, out: &mut dyn Write) -> Result<(), WriteError> {
    if schedule.ranks() == 0 {
        return Err(WriteError::NoRanks);
    }
    let mut text = Text { out, buffer: Vec::with_capacity(BUFFER + LONGEST_LINE) };
    text.line(&[Part::Word(b"num_ranks "), Part::Number(schedule.ranks().into())])?;
    let (mut dependencies, mut labels) = (Vec::new(), Vec::new());
    for rank in 0..schedule.ranks() {
        text.line(&[Part::Word(b"rank "), Part::Number(rank.into()), Part::Word(b" {")])?;
        edges(schedule, rank, &mut dependencies);
        let mut waiting = dependencies.iter().peekable();
        labels.clear();
        let mut label = 0u64;
        for (index, record) in (0u32..).zip(schedule.rank(rank)) {
            if let Some(goal) = in_goal(schedule, rank, index, record.operation(), tick)? {
                label += 1;
                text.operation(label, goal, record.processor(), record.interface())?;
            }
            labels.push(label);
            while let Some(edge) = waiting.next_if(|edge| edge.line == index) {
                let word = if edge.begun { &b" irequires l"[..] } else { b" requires l" };
                let [waiting, before] = [edge.waiting, edge.before].map(|index| Part::Number(labels[index as usize]));
                text.line(&[Part::Word(b"l"), waiting, Part::Word(word), before])?;
            }
        }
        text.line(&[Part::Word(b"}")])?;
    }
    text.flush()
}

const BUFFER: usize = 1 << 16;
const LONGEST_LINE: usize = 256;

/// Lines, collected into large chunks.
struct Text<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

enum Part {
    Word(&'static [u8]),
    Number(u64),
}

impl Text<'_> {
    fn operation(&mut self, label: u64, goal: Goal, processor: u8, interface: u8) -> Result<(), WriteError> {
        self.parts(&[Part::Word(b"l"), Part::Number(label)]);
        let message =
            |verb, bytes, to, peer| [Part::Word(verb), Part::Number(bytes), Part::Word(to), peer, Part::Word(b" tag ")];
        let or_any = |number: u32| if number == ANY { Part::Word(b"-1") } else { Part::Number(number.into()) };
        let is_message = match goal {
            Goal::Send { to, bytes, tag } => {
                self.parts(&message(b": send ", bytes, b"b to ", Part::Number(to.into())));
                self.parts(&[Part::Number(tag.into())]);
                true
            }
            Goal::Receive { from, bytes, tag } => {
                self.parts(&message(b": recv ", bytes, b"b from ", or_any(from)));
                self.parts(&[or_any(tag)]);
                true
            }
            Goal::Calculate { ticks } => {
                self.parts(&[Part::Word(b": calc "), Part::Number(ticks)]);
                false
            }
        };
        if processor > 0 {
            self.parts(&[Part::Word(b" cpu "), Part::Number(processor.into())]);
        }
        if interface > 0 && is_message {
            self.parts(&[Part::Word(b" nic "), Part::Number(interface.into())]);
        }
        self.line(&[])
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            match *part {
                Part::Word(word) => self.buffer.extend_from_slice(word),
                Part::Number(number) => self.number(number),
            }
        }
    }

    fn number(&mut self, mut number: u64) {
        let mut digits = [0u8; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + u8::try_from(number % 10).unwrap_or(0);
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[first..]);
    }

    fn line(&mut self, parts: &[Part]) -> Result<(), WriteError> {
        self.parts(parts);
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn flush(self) -> Result<(), WriteError> {
        self.out.write_all(&self.buffer)?;
        Ok(self.out.flush()?)
    }
}
