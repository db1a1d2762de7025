//! Scatter and allgather, or backwards reduce-scatter and gather.

use super::scatter::ScatterTree;
use super::times::Rounds;
use super::{Allgather, Assignment, ScatterAllgather, part_bytes};
use crate::schedule::build::{BuildError, Combinations, Message, Parts, Room, Writer};
use crate::schedule::stages::{Part, Steps};
use crate::schedule::{Added, Schedule};
use logpine_models::job::RankCollective;
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;
use std::ops::Range;

/// The schedule of a broadcast as scatter and allgather of s bytes, or backwards of a reduction as reduce-scatter, which
/// combines, and gather, which does not.
///
/// Rank r has block r; blocks differ by at most a byte, and may be empty. The allgather begins at the time that the
/// scatter takes with the largest parts, and its rounds begin accordingly. All ranks take part in it. The root does so
/// too, although it has all blocks, because backwards it contributes to them.
///
/// # Errors
/// [`BuildError`] if there are too many operations, there is no allgather for that number of ranks, or a time exceeds
/// [`Time::MAX`].
pub(super) fn whole(algorithm: ScatterAllgather, given: Assignment) -> Result<Schedule, BuildError> {
    let (ranks, collective) = (given.job.ranks(), given.job.collective);
    let steps = steps(ranks, algorithm.allgather, given.bytes())?;
    of_steps(algorithm, given, room(ranks, steps, collective), &(0..steps))
}

/// The same schedule in parts.
///
/// # Errors
/// As for [`whole`].
pub(super) fn in_parts(algorithm: ScatterAllgather, given: Assignment) -> Result<Parts, BuildError> {
    let (ranks, collective) = (given.job.ranks(), given.job.collective);
    let steps = steps(ranks, algorithm.allgather, given.bytes())?;
    Parts::new(steps, room(ranks, 1, collective), move |steps| {
        let room = Room { dependencies: 0, ..room(ranks, steps.end - steps.start, collective) };
        of_steps(algorithm, given, room, &steps)
    })
}

/// The number of steps: the scatter and the rounds of the allgather.
fn steps(ranks: u64, allgather: Allgather, bytes: u64) -> Result<u64, BuildError> {
    part_bytes(ranks, bytes, 1).filter(|_| allgather.fits(ranks)).ok_or(BuildError::Ranks { ranks })?;
    Ok(allgather.rounds(ranks).saturating_add(1))
}

fn room(ranks: u64, steps: u64, collective: RankCollective) -> Room {
    let messages = u128::from(ranks) * u128::from(steps);
    let each = if collective == RankCollective::Bcast { 3 } else { 4 };
    Room::new(ranks, messages * each + u128::from(ranks), messages * 2)
}

fn of_steps(
    algorithm: ScatterAllgather,
    given: Assignment,
    room: Room,
    steps: &Range<u64>,
) -> Result<Schedule, BuildError> {
    room.check()?;
    let (timing, bytes, collective, ranks) = (given.timing, given.bytes(), given.job.collective, given.job.ranks());
    let writer = Writer::new(room)?;
    let layout = Layout { ranks, bytes };
    let clock = Clock::new(layout, algorithm, collective, timing).ok_or(BuildError::NotRepresentable)?;
    let tree = match collective {
        RankCollective::Bcast => algorithm.scatter.tree(timing, ranks, bytes),
        RankCollective::Reduce => algorithm.scatter.gather_tree(timing, ranks, bytes),
    };
    let tree = tree.ok_or(BuildError::NotRepresentable)?;
    let combinations = match collective {
        RankCollective::Bcast => None,
        RankCollective::Reduce => Some(Combinations::new(timing)),
    };
    let allgather = algorithm.allgather.numbered_steps(ranks).ok_or(BuildError::Ranks { ranks })?;
    let mut programs =
        Programs { writer, combinations, layout, allgather, tree, clock, given: Vec::new(), scattered: Vec::new() };
    for _ in 0..ranks {
        let rank = programs.writer.begin_rank()?;
        programs.given.clear();
        match collective {
            RankCollective::Bcast => programs.broadcast(rank.into(), steps)?,
            RankCollective::Reduce => programs.reduce(rank.into(), steps)?,
        }
        if ranks > 1 && steps.end > programs.clock.rounds.count {
            programs.writer.wait(programs.clock.end)?;
        }
    }
    programs.writer.finish()
}

/// The blocks of a message.
#[derive(Clone, Copy)]
struct Layout {
    /// P
    ranks: u64,
    /// s
    bytes: u64,
}

impl Layout {
    /// The number of bytes before a block.
    fn before(self, block: u64) -> u64 {
        // At most s, since there are P blocks.
        let before = u128::from(block) * u128::from(self.bytes) / u128::from(self.ranks.max(1));
        u64::try_from(before).unwrap_or(self.bytes)
    }

    /// The message of a part to or from a peer; `None` if it is empty.
    fn message(self, peer: u64, Part { first, count, .. }: Part) -> Option<Message> {
        let end = first + count;
        let wrapped = end.saturating_sub(self.ranks);
        let bytes = self.before(end - wrapped) - self.before(first) + self.before(wrapped);
        // There are no more ranks than operations, which were counted.
        let [peer, tag] = [peer, first].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        (bytes > 0).then_some(Message { peer, bytes, tag })
    }

    /// The part that a rank receives in the scatter. Its own sends are added to `sends`.
    fn scatter(self, tree: &ScatterTree, rank: u64, sends: &mut Vec<Part>) -> Option<Part> {
        sends.clear();
        let (mut held, mut received) = (0..self.ranks, None);
        while held.end - held.start > 1 {
            let holder = held.start;
            let part = |blocks: Range<u64>| Part {
                from: holder,
                to: blocks.start,
                first: blocks.start,
                count: blocks.end - blocks.start,
            };
            held = tree.divide(&held, rank, |blocks| {
                if rank == holder {
                    sends.push(part(blocks));
                }
            });
            if rank == held.start && rank != holder {
                received = Some(part(held.clone()));
            }
        }
        received
    }
}

/// The start of the allgather, its rounds, and the end; backwards the allgather comes first.
struct Clock {
    allgather: Time,
    rounds: Rounds,
    end: Time,
}

impl Clock {
    fn new(
        layout: Layout,
        algorithm: ScatterAllgather,
        collective: RankCollective,
        timing: &dyn PortTiming,
    ) -> Option<Self> {
        let Layout { ranks, bytes, .. } = layout;
        let ScatterAllgather { scatter, allgather } = algorithm;
        match collective {
            RankCollective::Bcast => {
                let rounds = Rounds::new(allgather, timing, ranks, bytes)?;
                let start = scatter.time(timing, ranks, bytes)?;
                let end = start.checked_add(rounds.end)?;
                Some(Self { allgather: start, rounds, end })
            }
            RankCollective::Reduce => {
                let rounds = Rounds::new(allgather, &Reversed(timing), ranks, bytes)?;
                let end = algorithm.reduction_time(timing, ranks, bytes)?;
                Some(Self { allgather: Time::ZERO, rounds, end })
            }
        }
    }

    /// The start of a round of the allgather.
    fn round(&self, round: u64) -> Result<Time, BuildError> {
        let since = self.rounds.start(round);
        since.and_then(|since| self.allgather.checked_add(since)).ok_or(BuildError::NotRepresentable)
    }

    /// The start of a round in the reduce-scatter, in which the last round comes first; the gather begins at the start of
    /// a round before the first.
    fn round_backwards(&self, round: Option<u64>) -> Result<Time, BuildError> {
        let rounds = &self.rounds;
        let total = rounds.start(rounds.count).ok_or(BuildError::NotRepresentable)?;
        let end = rounds.start(round.map_or(0, |round| round + 1)).ok_or(BuildError::NotRepresentable)?;
        Ok(Time::from_ticks(total.ticks().saturating_sub(end.ticks())))
    }
}

/// Writes the programs of the ranks one after the other.
struct Programs<'a> {
    writer: Writer,
    /// The costs of combining in the rounds of a reduction.
    combinations: Option<Combinations<'a>>,
    layout: Layout,
    allgather: Steps,
    tree: ScatterTree,
    clock: Clock,
    /// The operations that gave the rank data since it sent last.
    given: Vec<Added>,
    scattered: Vec<Part>,
}

impl Programs<'_> {
    /// The scatter is step 0.
    fn broadcast(&mut self, rank: u64, steps: &Range<u64>) -> Result<(), BuildError> {
        if steps.start == 0 {
            self.scatter(rank)?;
        }
        for round in steps.start.saturating_sub(1)..steps.end - 1 {
            let [send, receive] = self.parts(rank, round)?;
            let begin = self.clock.round(round)?;
            self.exchange(begin, [send, receive])?;
            if rank == 0 {
                // The root has all blocks from the start.
                self.given.clear();
            }
        }
        Ok(())
    }

    /// The messages that a rank sends and receives in a round of the allgather.
    fn parts(&self, rank: u64, round: u64) -> Result<[Option<Message>; 2], BuildError> {
        let ranks = self.layout.ranks;
        let [sent, received] = self.allgather.exchange(round, rank).ok_or(BuildError::Ranks { ranks })?;
        Ok([self.layout.message(sent.to, sent), self.layout.message(received.from, received)])
    }

    fn scatter(&mut self, rank: u64) -> Result<(), BuildError> {
        let received = self.layout.scatter(&self.tree, rank, &mut self.scattered);
        let received = received.and_then(|part| self.layout.message(part.from, part));
        let received = received.map(|message| self.writer.receive(message)).transpose()?;
        for index in 0..self.scattered.len() {
            let part = self.scattered[index];
            if let Some(message) = self.layout.message(part.to, part) {
                self.writer.send(message, &received)?;
            }
        }
        self.given.extend(received);
        Ok(())
    }

    /// The last round is step 0, and the gather is the last step.
    fn reduce(&mut self, rank: u64, steps: &Range<u64>) -> Result<(), BuildError> {
        let rounds = self.clock.rounds.count;
        for step in steps.start..steps.end.min(rounds) {
            let round = rounds - 1 - step;
            let [send, receive] = self.parts(rank, round)?;
            let begin = self.clock.round_backwards(Some(round))?;
            self.exchange(begin, [receive, send])?;
        }
        if steps.end > rounds { self.gather(rank) } else { Ok(()) }
    }

    fn gather(&mut self, rank: u64) -> Result<(), BuildError> {
        if self.layout.ranks > 1 {
            let begin = self.clock.round_backwards(None)?;
            self.writer.wait(begin)?;
        }
        let sent = self.layout.scatter(&self.tree, rank, &mut self.scattered);
        for index in (0..self.scattered.len()).rev() {
            let part = self.scattered[index];
            if let Some(message) = self.layout.message(part.to, part) {
                let received = self.writer.receive(message)?;
                self.given.push(received);
            }
        }
        match sent.and_then(|part| self.layout.message(part.from, part)) {
            Some(message) => self.send(message),
            None => Ok(()),
        }
    }

    fn exchange(&mut self, begin: Time, [send, receive]: [Option<Message>; 2]) -> Result<(), BuildError> {
        if send.is_none() && receive.is_none() {
            return Ok(());
        }
        self.writer.wait(begin)?;
        if let Some(message) = send {
            self.send(message)?;
        }
        if let Some(message) = receive {
            self.given.push(match &mut self.combinations {
                None => self.writer.receive(message)?,
                Some(costs) => self.writer.combine(message, costs, None)?,
            });
        }
        Ok(())
    }

    fn send(&mut self, message: Message) -> Result<(), BuildError> {
        self.writer.send(message, &self.given)?;
        self.given.clear();
        Ok(())
    }
}
