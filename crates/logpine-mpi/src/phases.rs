//! The phases of a rank: sends and receptions that are posted together.
//!
//! A phase ends before the first send of bytes that a reception of the phase brings. All receptions of a phase are posted at its
//! beginning, ahead of its sends, so a message finds its room when it comes; the order of a rank's sends, and of its combinations, is
//! that of its program. A phase waits for its own messages only, so a rank needs room for what it holds and for the operands of one
//! phase.

use logpine::answer::{RankProgram, Step};
use std::collections::VecDeque;
use std::ops::Range;

/// A phase: what is posted together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// The receptions, straight into the buffer.
    pub direct: Vec<Direct>,
    /// The receptions into the spare room, in the order in which they take effect at the end of the phase.
    pub spare: Vec<Spare>,
    /// The sends, in order.
    pub sends: Vec<Send>,
    /// The bytes of spare room for receptions; those of sends with several parts come after them.
    pub received: usize,
    /// The bytes of spare room for sends with several parts.
    pub packed: usize,
}

/// A reception straight into the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct {
    /// The sender.
    pub from: u32,
    /// The number of the message.
    pub message: u32,
    /// The part of the buffer.
    pub part: Range<usize>,
}

/// A reception that goes through the spare room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spare {
    /// The sender.
    pub from: u32,
    /// The number of the message.
    pub message: u32,
    /// The parts of the buffer.
    pub parts: Vec<Range<usize>>,
    /// The bytes of the message.
    pub bytes: usize,
    /// True to combine, with the operands received before those of the buffer or after; `None` to replace.
    pub before: Option<bool>,
}

/// A send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The receiver.
    pub to: u32,
    /// The number of the message.
    pub message: u32,
    /// The parts of the buffer; several are packed into the spare room.
    pub parts: Vec<Range<usize>>,
}

/// The most bytes of spare room of a phase whose buffer is small; otherwise half of the buffer, or one message.
const LEAST_SPARE: usize = 1 << 16;

/// The phases of a rank.
#[must_use]
pub fn phases(program: &RankProgram) -> Vec<Phase> {
    let most = usize::try_from(program.bytes / 2).unwrap_or(usize::MAX).max(LEAST_SPARE);
    let mut phases = vec![Phase::default()];
    // The parts of the buffer that change at the end of the phase, and those that its sends read.
    let (mut written, mut read) = (Parts::default(), Parts::default());
    for step in &program.steps {
        let bytes: usize = parts_of(step).iter().map(|part| slice(part).len()).sum();
        let last = &phases[phases.len() - 1];
        let waits = match step {
            Step::Send { parts, .. } => parts.iter().any(|part| written.overlap(&slice(part))),
            // Spare room without end would be more than the rank holds.
            Step::Receive { .. } | Step::Combine { .. } => last.received > 0 && last.received + bytes > most,
        };
        if waits {
            phases.push(Phase::default());
            (written, read) = (Parts::default(), Parts::default());
        }
        let index = phases.len() - 1;
        let phase = &mut phases[index];
        let slices: Vec<Range<usize>> = parts_of(step).iter().map(slice).collect();
        match *step {
            Step::Send { to, message, .. } => {
                read.add_all(&slices);
                phase.packed += if slices.len() > 1 { bytes } else { 0 };
                phase.sends.push(Send { to, message, parts: slices });
            }
            Step::Receive { from, message, .. } => {
                let is_free = |part: &Range<usize>| !written.overlap(part) && !read.overlap(part);
                match slices.as_slice() {
                    [part] if is_free(part) => phase.direct.push(Direct { from, message, part: part.clone() }),
                    _ => phase.spare.push(Spare { from, message, parts: slices.clone(), bytes, before: None }),
                }
                written.add_all(&slices);
            }
            Step::Combine { from, message, before, .. } => {
                written.add_all(&slices);
                phase.spare.push(Spare { from, message, parts: slices, bytes, before: Some(before) });
            }
        }
        phase.received = phase.spare.iter().map(|spare| spare.bytes).sum();
    }
    for phase in &mut phases {
        phase.direct.sort_unstable_by_key(|direct| direct.part.start);
    }
    phases
}

fn parts_of(step: &Step) -> &[Range<u64>] {
    match step {
        Step::Send { parts, .. } | Step::Receive { parts, .. } | Step::Combine { parts, .. } => parts,
    }
}

/// A range of bytes in memory. Buffers that do not fit are refused before.
fn slice(part: &Range<u64>) -> Range<usize> {
    usize::try_from(part.start).unwrap_or(usize::MAX)..usize::try_from(part.end).unwrap_or(usize::MAX)
}

/// Parts of a buffer.
#[derive(Default)]
struct Parts(Vec<Range<usize>>);

impl Parts {
    fn add_all(&mut self, parts: &[Range<usize>]) {
        for part in parts {
            self.add(part);
        }
    }

    /// Parts are joined with the one added last if they are next to each other, as those of most algorithms are.
    fn add(&mut self, part: &Range<usize>) {
        match self.0.last_mut() {
            Some(last) if part.start <= last.end && last.start <= part.end => {
                *last = last.start.min(part.start)..last.end.max(part.end);
            }
            _ => self.0.push(part.clone()),
        }
    }

    fn overlap(&self, part: &Range<usize>) -> bool {
        self.0.iter().any(|held| held.start < part.end && part.start < held.end)
    }
}

/// True if all ranks get to the end even if every send waits for its reception, as sends of large messages do.
#[must_use]
pub fn all_end(ranks: &[Vec<Phase>]) -> bool {
    let ends = |phase: &Phase, rank: usize| -> Vec<(u32, u32, u32)> {
        let rank = u32::try_from(rank).unwrap_or(u32::MAX);
        let received = phase.direct.iter().map(|of| (of.from, of.message));
        let received = received.chain(phase.spare.iter().map(|of| (of.from, of.message)));
        let sent = phase.sends.iter().map(|of| (rank, of.to, of.message));
        received.map(|(from, message)| (from, rank, message)).chain(sent).collect()
    };
    // The messages of which one end has begun, and where; and the messages that each phase still waits for.
    let mut begun = std::collections::HashMap::new();
    let mut waiting: Vec<usize> = vec![0; ranks.len()];
    let mut next: Vec<usize> = vec![0; ranks.len()];
    let mut ready: VecDeque<usize> = (0..ranks.len()).collect();
    while let Some(rank) = ready.pop_front() {
        let Some(phase) = ranks[rank].get(next[rank]) else { continue };
        next[rank] += 1;
        for end in ends(phase, rank) {
            match begun.remove(&end) {
                None => {
                    begun.insert(end, rank);
                    waiting[rank] += 1;
                }
                Some(other) => {
                    waiting[other] -= 1;
                    if waiting[other] == 0 && other != rank {
                        ready.push_back(other);
                    }
                }
            }
        }
        if waiting[rank] == 0 {
            ready.push_back(rank);
        }
    }
    (0..ranks.len()).all(|rank| next[rank] == ranks[rank].len() && waiting[rank] == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(bytes: u64, steps: Vec<Step>) -> RankProgram {
        RankProgram { bytes, steps, ..RankProgram::default() }
    }

    fn send(to: u32, message: u32, part: Range<u64>) -> Step {
        Step::Send { to, message, parts: vec![part] }
    }

    fn receive(from: u32, message: u32, part: Range<u64>) -> Step {
        Step::Receive { from, message, parts: vec![part] }
    }

    #[test]
    fn a_segment_is_passed_on_while_the_next_is_received() {
        let steps = vec![receive(0, 0, 0..4), send(2, 0, 0..4), receive(0, 1, 4..8), send(2, 1, 4..8)];
        let phases = phases(&program(8, steps));
        let counts: Vec<_> = phases.iter().map(|phase| (phase.direct.len(), phase.sends.len())).collect();
        assert_eq!(counts, [(1, 0), (1, 1), (0, 1)]);
    }

    #[test]
    fn what_is_still_being_sent_is_not_overwritten() {
        let phases = phases(&program(4, vec![send(1, 0, 0..4), receive(1, 0, 0..4), send(2, 0, 0..4)]));
        assert_eq!(phases.len(), 2);
        assert_eq!((phases[0].direct.len(), phases[0].spare.len(), phases[0].received), (0, 1, 4));
    }

    #[test]
    fn spare_room_is_bounded() {
        let bytes = 1 << 18;
        let whole = 0..bytes;
        let combine = |from| Step::Combine { from, message: 0, parts: vec![whole.clone()], before: false };
        let phases = phases(&program(bytes, (1..9).map(combine).collect()));
        assert_eq!(phases.len(), 8);
        assert!(phases.iter().all(|phase| phase.received == 1 << 18));
    }

    #[test]
    fn ranks_that_wait_for_each_other_are_found() {
        let chain = |rank: u32| {
            let steps = match rank {
                0 => vec![send(1, 0, 0..4)],
                1 => vec![receive(0, 0, 0..4), send(2, 0, 0..4)],
                _ => vec![receive(1, 0, 0..4)],
            };
            phases(&program(4, steps))
        };
        assert!(all_end(&[chain(0), chain(1), chain(2)]));
        assert!(!all_end(&[chain(0), chain(1)]), "a rank is missing");
        // Each first receives what the other sends afterwards.
        let waits = |other: u32| phases(&program(4, vec![receive(other, 0, 0..4), send(other, 0, 0..4)]));
        assert!(!all_end(&[waits(1), waits(0)]));
    }
}
