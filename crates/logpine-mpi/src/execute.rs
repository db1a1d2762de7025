//! Executes the program of a rank.

use crate::data::Operator;
use crate::phases::{Phase, phases};
use crate::wire::{Incoming, LARGEST_TAG, Outgoing, Wire, WireError};
use logpine::answer::RankProgram;
use std::ops::Range;

/// The tags of one execution; the next one has others, so that a rank that is ahead is not misunderstood.
const TAGS: u32 = LARGEST_TAG / 4;

/// A rank's program, ready to be executed many times.
pub struct Executor {
    phases: Vec<Phase>,
    operator: Operator,
    root: u32,
    /// The buffer, which holds what the rank has.
    pub buffer: Vec<u8>,
    spare: Vec<u8>,
    executions: u32,
}

impl Executor {
    /// A program of a collective with that root; `None` if there is no memory for its data.
    #[must_use]
    pub fn new(program: &RankProgram, operator: Operator, root: u32) -> Option<Self> {
        let phases = phases(program);
        let spare = phases.iter().map(|phase| phase.received + phase.packed).max().unwrap_or(0);
        let (buffer, spare) = (zeros(usize::try_from(program.bytes).ok()?)?, zeros(spare)?);
        Some(Self { phases, operator, root, buffer, spare, executions: 0 })
    }

    /// Executes the program once.
    ///
    /// # Errors
    /// [`WireError`] if a message fails.
    pub fn run(&mut self, wire: &dyn Wire) -> Result<(), WireError> {
        self.executions = self.executions.wrapping_add(1);
        let first_tag = 1 + (self.executions & 1) * TAGS;
        let names = Names { first_tag, root: self.root, size: wire.size() };
        for phase in &self.phases {
            exchange(phase, wire, names, &mut self.buffer, &mut self.spare)?;
            settle(phase, self.operator, &mut self.buffer, &self.spare);
        }
        Ok(())
    }
}

/// Zeros, or `None` if memory is short.
#[must_use]
pub fn zeros(bytes: usize) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    all.try_reserve_exact(bytes).ok()?;
    all.resize(bytes, 0);
    Some(all)
}

/// The names of ranks and messages in an execution.
#[derive(Clone, Copy)]
struct Names {
    first_tag: u32,
    root: u32,
    size: u32,
}

impl Names {
    /// The rank of the job for one of the program, whose root is 0.
    const fn rank(self, of: u32) -> u32 {
        (of + self.root) % self.size
    }

    const fn tag(self, message: u32) -> u32 {
        self.first_tag + message % TAGS
    }
}

/// Posts the messages of a phase, and waits for them.
fn exchange(
    phase: &Phase,
    wire: &dyn Wire,
    names: Names,
    buffer: &mut [u8],
    spare: &mut [u8],
) -> Result<(), WireError> {
    let (received, packed) = spare.split_at_mut(phase.received);
    pack(phase, buffer, packed);
    let mut incoming = Vec::with_capacity(phase.direct.len() + phase.spare.len());
    let gaps = direct(phase, names, buffer, &mut incoming);
    let mut rest = received;
    for spare in &phase.spare {
        let (bytes, tail) = std::mem::take(&mut rest).split_at_mut(spare.bytes);
        incoming.push(Incoming { from: names.rank(spare.from), tag: names.tag(spare.message), bytes });
        rest = tail;
    }
    let mut outgoing = Vec::with_capacity(phase.sends.len());
    let mut packed = &*packed;
    for send in &phase.sends {
        let bytes = match send.parts.as_slice() {
            [part] => part_of(&gaps, part),
            parts => {
                let (bytes, tail) = packed.split_at(parts.iter().map(Range::len).sum());
                packed = tail;
                bytes
            }
        };
        outgoing.push(Outgoing { to: names.rank(send.to), tag: names.tag(send.message), bytes });
    }
    wire.exchange(incoming, &outgoing)
}

/// Copies the parts of sends with several next to each other.
fn pack(phase: &Phase, buffer: &[u8], packed: &mut [u8]) {
    let mut at = 0;
    for part in phase.sends.iter().filter(|send| send.parts.len() != 1).flat_map(|send| &send.parts) {
        packed[at..at + part.len()].copy_from_slice(&buffer[part.clone()]);
        at += part.len();
    }
}

/// Adds the receptions into the buffer, and returns what lies between them, each piece with its place.
fn direct<'a>(
    phase: &Phase,
    names: Names,
    buffer: &'a mut [u8],
    incoming: &mut Vec<Incoming<'a>>,
) -> Vec<(usize, &'a [u8])> {
    let mut gaps = Vec::with_capacity(phase.direct.len() + 1);
    let (mut at, mut rest) = (0, buffer);
    for direct in &phase.direct {
        let (gap, tail) = std::mem::take(&mut rest).split_at_mut(direct.part.start - at);
        let (bytes, tail) = tail.split_at_mut(direct.part.len());
        gaps.push((at, &*gap));
        incoming.push(Incoming { from: names.rank(direct.from), tag: names.tag(direct.message), bytes });
        (at, rest) = (direct.part.end, tail);
    }
    gaps.push((at, &*rest));
    gaps
}

/// A part of the buffer, which lies between receptions: a send of what a phase receives begins the next phase.
fn part_of<'a>(gaps: &[(usize, &'a [u8])], part: &Range<usize>) -> &'a [u8] {
    let index = gaps.partition_point(|&(at, _)| at <= part.start).saturating_sub(1);
    let (at, gap) = gaps[index];
    &gap[part.start - at..part.end - at]
}

/// Moves what came through the spare room to its place, or combines it.
fn settle(phase: &Phase, operator: Operator, buffer: &mut [u8], spare: &[u8]) {
    let mut rest = spare;
    for received in &phase.spare {
        for part in &received.parts {
            let (bytes, tail) = rest.split_at(part.len());
            match received.before {
                None => buffer[part.clone()].copy_from_slice(bytes),
                Some(before) => operator.combine_all(&mut buffer[part.clone()], bytes, before),
            }
            rest = tail;
        }
    }
}
