//! The data that every rank moves: what an executor needs to run a candidate on a real machine.

use super::simulation::check_messages;
use super::{Answer, Found};
use crate::request::{MpiCollective, Refusal};
use logpine_check::schedule::{Carried, Meaning};
use logpine_collectives::schedule::build::Wire;
use logpine_collectives::schedule::{Operation, Schedule};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The data that the messages of a candidate move, rank by rank.
///
/// Rank 0 is the root; for root r, rank i stands for rank i + r modulo P. A program is made from a schedule that was checked: in
/// program order it does what the collective means.
///
/// ```
/// use logpine::answer::{Program, Step, answer};
/// use logpine::request::{Operation, Request};
/// let request = Request { collective: Some(Operation::BCAST), ranks: Some(3), bytes: Some(8), ..Request::default() };
/// let answer = answer(&logpine::machine::Machine::load("tukey")?, &request)?;
/// let root = Program::new(&answer, 0)?.rank(0);
/// assert_eq!((root.bytes, root.at_first.len(), root.steps.len()), (8, 1, 2));
/// assert_eq!(root.steps[1], Step::Send { to: 1, message: 0, parts: vec![0..8] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    schedule: Schedule,
    meaning: Meaning,
    carried: Carried,
}

/// The steps of one rank, with its data. A barrier moves a byte that stands for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankProgram {
    /// The bytes that the rank holds at one time or another: the size of its buffer.
    pub bytes: u64,
    /// The data that it has, or contributes to, before anything is sent.
    pub at_first: Vec<Piece>,
    /// The data that it has in the end; of a collective that combines, the contributions of all ranks.
    pub in_the_end: Vec<Piece>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A piece of a rank's buffer that holds a piece of the data of all ranks. Of a collective that combines, the data is the vector that
/// every rank contributes; of others, the blocks of all ranks one after the other, those of an all-to-all by sender, then
/// receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The first byte in the buffer.
    pub at: u64,
    /// The first byte in the data.
    pub of: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// A step of a rank. The parts of a message are ranges of bytes of the rank's buffer, in the order in which the message has them.
/// `message` counts the messages from its sender to its receiver from 0, in the order in which they are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Sends parts of the buffer.
    Send {
        /// The receiver.
        to: u32,
        /// The number of the message.
        message: u32,
        /// The parts.
        parts: Vec<Range<u64>>,
    },
    /// Receives parts of the buffer.
    Receive {
        /// The sender.
        from: u32,
        /// The number of the message.
        message: u32,
        /// The parts.
        parts: Vec<Range<u64>>,
    },
    /// Receives operands, and combines them with those in the buffer.
    Combine {
        /// The sender.
        from: u32,
        /// The number of the message.
        message: u32,
        /// The parts.
        parts: Vec<Range<u64>>,
        /// True if the operands received stand before those in the buffer, false if after them or if their order is free.
        before: bool,
    },
}

impl Program {
    /// The program of a candidate, by its place in the [ranking](Answer::ranking).
    ///
    /// # Errors
    /// [`Refusal`] if there is no such candidate, if the answer has no messages among ranks (an overlay tree, hosts that are not
    /// alike), or if there are too many of them. [`Refusal::Fault`] if the candidate's schedule is wrong.
    pub fn new(answer: &Answer, candidate: usize) -> Result<Self, Refusal> {
        let absent = || Refusal::invalid(format!("the ranking has no candidate {candidate}, counted from 0"));
        let (schedule, meaning) = match &answer.found {
            Found::Ranks { plan, costs, .. } => {
                let chosen = plan.candidates().get(candidate).ok_or_else(absent)?;
                let messages = chosen.messages(plan.job).unwrap_or(u64::MAX);
                check_messages(plan.job.ranks(), messages)?;
                let meaning = chosen.meaning(plan.job).ok_or_else(|| Refusal::invalid("too many blocks to number"))?;
                (plan.schedule(chosen, costs.timing.as_ref()).map_err(|error| Refusal::no(&error))?, meaning)
            }
            Found::Stages { plan, costs, .. } => {
                let chosen = plan.candidates().get(candidate).ok_or_else(absent)?;
                check_messages(plan.job.layout.ranks(), plan.messages(chosen))?;
                let view = costs.view();
                let wire = Wire::default();
                let schedule = plan.schedule(chosen, view.cost().ports().unwrap_or(&wire));
                (
                    schedule.map_err(|error| Refusal::no(&error))?,
                    plan.meaning(chosen).map_err(|fault| Refusal::fault(&fault))?,
                )
            }
            _ => {
                return Err(Refusal::invalid(
                    "only collectives among ranks have messages to execute; ask with --ranks, without hosts that differ",
                ));
            }
        };
        let carried = Carried::of(&schedule, &meaning).map_err(|fault| Refusal::fault(&fault))?;
        Ok(Self { schedule, meaning, carried })
    }

    /// The collective.
    #[must_use]
    pub const fn collective(&self) -> MpiCollective {
        self.meaning.collective
    }

    /// P: the number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        self.schedule.ranks()
    }

    /// The steps and the data of a rank; none if there is no such rank.
    ///
    /// **Complexity** O(B log B) for the B runs of blocks in its messages.
    #[must_use]
    pub fn rank(&self, rank: u32) -> RankProgram {
        if rank >= self.ranks() {
            return RankProgram::default();
        }
        let (meaning, ranks) = (&self.meaning, self.ranks());
        if meaning.collective == MpiCollective::Barrier {
            let byte = 0..1;
            let steps = self.steps(rank, &|_| vec![byte.clone()]);
            return RankProgram { bytes: 1, steps, ..RankProgram::default() };
        }
        let (first, end) = (meaning.at_first(rank, ranks), meaning.in_the_end(rank, ranks));
        let of_messages = self.schedule.range(rank).filter(|&at| self.is_message(at));
        let of_messages = of_messages.flat_map(|at| self.carried.runs(&self.schedule, at).iter().cloned());
        let alone = |block: u32| block..block + 1;
        let buffer = Buffer::new(meaning, of_messages.chain(first.iter().map(alone)).chain(end.iter().map(alone)));
        RankProgram {
            bytes: buffer.bytes(),
            at_first: buffer.pieces(first.iter()),
            in_the_end: buffer.pieces(end.iter()),
            steps: self.steps(rank, &|at| buffer.parts(self.carried.runs(&self.schedule, at))),
        }
    }

    fn is_message(&self, at: usize) -> bool {
        matches!(self.schedule.records()[at].operation(), Operation::Send { .. } | Operation::Receive { .. })
    }

    fn steps(&self, rank: u32, parts: &dyn Fn(usize) -> Vec<Range<u64>>) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for at in self.schedule.range(rank) {
            let message = || self.carried.number(&self.schedule, at);
            match self.schedule.records()[at].operation() {
                Operation::Send { to, .. } => steps.push(Step::Send { to, message: message(), parts: parts(at) }),
                Operation::Receive { from, .. } => {
                    steps.push(Step::Receive { from, message: message(), parts: parts(at) });
                }
                // It follows its reception.
                Operation::Combine { .. } => {
                    if let Some(Step::Receive { from, message, parts }) = steps.pop() {
                        steps.push(Step::Combine { from, message, parts, before: self.carried.is_before(at) });
                    }
                }
                Operation::Calculate { .. } | Operation::Wait { .. } => {}
            }
        }
        steps
    }
}

/// The blocks that a rank holds, one after the other.
struct Buffer<'a> {
    meaning: &'a Meaning,
    /// Runs of blocks, apart from each other, in order.
    runs: Vec<Range<u32>>,
    /// The bytes before each run; one more entry at the end.
    before: Vec<u64>,
}

impl<'a> Buffer<'a> {
    fn new(meaning: &'a Meaning, of: impl Iterator<Item = Range<u32>>) -> Self {
        let mut all: Vec<Range<u32>> = of.filter(|run| !run.is_empty()).collect();
        all.sort_unstable_by_key(|run| run.start);
        let mut runs: Vec<Range<u32>> = Vec::new();
        for run in all {
            match runs.last_mut() {
                Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
                _ => runs.push(run),
            }
        }
        let mut before = vec![0];
        for run in &runs {
            let bytes = meaning.blocks.before(run.end) - meaning.blocks.before(run.start);
            before.push(before[before.len() - 1] + bytes);
        }
        Self { meaning, runs, before }
    }

    fn bytes(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The bytes of a run of blocks that the rank holds.
    fn part(&self, run: &Range<u32>) -> Range<u64> {
        let index = self.runs.partition_point(|held| held.start <= run.start).saturating_sub(1);
        let Some(held) = self.runs.get(index) else { return 0..0 };
        let at =
            |block| self.before[index] + self.meaning.blocks.before(block) - self.meaning.blocks.before(held.start);
        at(run.start)..at(run.end)
    }

    /// The bytes of runs of blocks, those next to each other as one.
    fn parts(&self, runs: &[Range<u32>]) -> Vec<Range<u64>> {
        let mut parts: Vec<Range<u64>> = Vec::new();
        for part in runs.iter().map(|run| self.part(run)).filter(|part| !part.is_empty()) {
            match parts.last_mut() {
                Some(last) if last.end == part.start => last.end = part.end,
                _ => parts.push(part),
            }
        }
        parts
    }

    /// The pieces of blocks, those next to each other as one.
    fn pieces(&self, blocks: impl Iterator<Item = u32>) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for block in blocks {
            let part = self.part(&(block..block + 1));
            let (at, of, bytes) = (part.start, self.meaning.blocks.before(block), part.end - part.start);
            match pieces.last_mut() {
                _ if bytes == 0 => {}
                Some(last) if (last.at + last.bytes, last.of + last.bytes) == (at, of) => last.bytes += bytes,
                _ => pieces.push(Piece { at, of, bytes }),
            }
        }
        pieces
    }
}
