//! Block algorithms in which every rank sends one block and receives one in a round.

use super::writer::{Combinations, Message, Room, Writer};
use super::{BuildError, Parts};
use crate::schedule::{Added, Blocks, Exchange, Schedule, Transfer};
use logpine_models::job::RankCollective;
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;
use std::ops::Range;

/// A broadcast in rounds of the same length, or, run backwards, a reduction.
#[derive(Clone, Copy)]
pub struct Rounds<'a> {
    ranks: u64,
    blocks: Blocks,
    collective: RankCollective,
    timing: &'a dyn PortTiming,
    clock: Clock,
}

impl<'a> Rounds<'a> {
    /// `rounds` rounds among `ranks` ranks, each of [`Blocks::round`].
    pub(crate) fn new(
        ranks: u64,
        blocks: Blocks,
        rounds: u64,
        collective: RankCollective,
        timing: &'a dyn PortTiming,
    ) -> Result<Self, BuildError> {
        let round = match collective {
            RankCollective::Bcast => blocks.round(timing),
            RankCollective::Reduce => blocks.round(&Reversed(timing)),
        };
        let round = round.ok_or(BuildError::NotRepresentable)?;
        let end = round.checked_mul(rounds).ok_or(BuildError::NotRepresentable)?;
        Ok(Self { ranks, blocks, collective, timing, clock: Clock { round, rounds, end } })
    }

    /// The size of some of the rounds: in each of them a rank waits for it, sends and receives.
    fn room(self, rounds: u64) -> Room {
        let (messages, waits) = (u128::from(self.ranks) * u128::from(rounds), u128::from(self.ranks));
        let each = if self.collective == RankCollective::Bcast { 3 } else { 4 };
        Room::new(self.ranks, messages * each + waits, messages * 2)
    }

    /// The schedule of all rounds; `of` gives the exchanges of a rank in some of them.
    pub(crate) fn whole<I: Iterator<Item = Exchange>>(
        self,
        of: impl Fn(u32, Range<u64>) -> I,
    ) -> Result<Schedule, BuildError> {
        let messages = u128::from(self.ranks - 1) * u128::from(self.blocks.count());
        // A rank waits for at most as many rounds as it has messages, and for at most all rounds.
        let ranks = u128::from(self.ranks);
        let waits = (2 * messages).min(ranks * u128::from(self.clock.rounds)) + ranks;
        let each = if self.collective == RankCollective::Bcast { 2 } else { 3 };
        let room = Room::new(self.ranks, messages * each + waits, 2 * messages);
        room.check()?;
        self.steps(&(0..self.clock.rounds), room, of)
    }

    /// The same schedule in parts, each of which `list` makes by [`Self::part`].
    pub(crate) fn in_parts(
        self,
        list: impl Fn(Self, &Range<u64>) -> Result<Schedule, BuildError> + 'a,
    ) -> Result<Parts<'a>, BuildError> {
        Parts::new(self.clock.rounds, self.room(1), move |steps| list(self, &steps))
    }

    /// Some of the rounds, in the order of execution: in a reduction the last is the first.
    pub(crate) fn part<I: Iterator<Item = Exchange>>(
        self,
        steps: &Range<u64>,
        of: impl Fn(u32, Range<u64>) -> I,
    ) -> Result<Schedule, BuildError> {
        let room = Room { dependencies: 0, ..self.room(steps.end - steps.start) };
        room.check()?;
        self.steps(steps, room, of)
    }

    fn steps<I: Iterator<Item = Exchange>>(
        self,
        steps: &Range<u64>,
        room: Room,
        of: impl Fn(u32, Range<u64>) -> I,
    ) -> Result<Schedule, BuildError> {
        let Self { ranks, blocks, collective, timing, clock } = self;
        let rounds = match collective {
            RankCollective::Bcast => steps.clone(),
            RankCollective::Reduce => clock.rounds - steps.end..clock.rounds - steps.start,
        };
        let combinations = match collective {
            RankCollective::Bcast => None,
            RankCollective::Reduce => Some(Combinations::new(timing)),
        };
        let mut programs = Programs { writer: Writer::new(room)?, combinations, blocks, clock, given: Vec::new() };
        let mut exchanges = Vec::new();
        for _ in 0..ranks {
            let rank = programs.writer.begin_rank()?;
            exchanges.clear();
            let all = of(rank, rounds.clone());
            exchanges.extend(all.filter(|exchange| exchange.send.is_some() || exchange.receive.is_some()));
            match collective {
                RankCollective::Bcast => programs.broadcast(&exchanges)?,
                RankCollective::Reduce => programs.reduce(&exchanges)?,
            }
            if clock.rounds > 0 && steps.end == clock.rounds {
                programs.writer.wait(clock.end)?;
            }
        }
        programs.writer.finish()
    }
}

/// Rounds of equal length.
#[derive(Clone, Copy)]
struct Clock {
    round: Time,
    rounds: u64,
    end: Time,
}

impl Clock {
    /// The start of a round; never past `end`.
    fn start(self, round: u64) -> Time {
        self.round.checked_mul(round).unwrap_or(self.end)
    }
}

/// Writes the programs of the ranks one after the other.
struct Programs<'a> {
    writer: Writer,
    /// The costs of combining, in a reduction.
    combinations: Option<Combinations<'a>>,
    blocks: Blocks,
    clock: Clock,
    /// The operations that gave the rank blocks since it sent last.
    given: Vec<Added>,
}

impl Programs<'_> {
    fn message(&self, transfer: Transfer) -> Message {
        // Ranks and blocks are fewer than the operations, which were counted.
        let [peer, tag] = [transfer.peer, transfer.block].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        Message { peer, bytes: self.blocks.size(transfer.block), tag }
    }

    fn broadcast(&mut self, exchanges: &[Exchange]) -> Result<(), BuildError> {
        self.given.clear();
        for exchange in exchanges {
            self.writer.wait(self.clock.start(exchange.round))?;
            self.exchange(exchange.send, exchange.receive)?;
        }
        Ok(())
    }

    fn reduce(&mut self, exchanges: &[Exchange]) -> Result<(), BuildError> {
        self.given.clear();
        for exchange in exchanges.iter().rev() {
            self.writer.wait(self.clock.start(self.clock.rounds - 1 - exchange.round))?;
            self.exchange(exchange.receive, exchange.send)?;
        }
        Ok(())
    }

    fn exchange(&mut self, send: Option<Transfer>, receive: Option<Transfer>) -> Result<(), BuildError> {
        if let Some(transfer) = send {
            self.writer.send(self.message(transfer), &self.given)?;
            self.given.clear();
        }
        if let Some(transfer) = receive {
            let message = self.message(transfer);
            self.given.push(match &mut self.combinations {
                None => self.writer.receive(message)?,
                Some(costs) => self.writer.combine(message, costs, None)?,
            });
        }
        Ok(())
    }
}
