//! Plans on a network: schedules whose ranks run on its nodes.

use super::error::too_many_messages;
use super::traffic::{Arrival, Sizes, Traffic};
use super::{Duplex, Measurements, Ports, TrafficError};
use crate::{NodeMapping, Routes, Scheme};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::operations::{Kind, Record};
use logpine_collectives::schedule::replay::ReplayError;
use logpine_collectives::schedule::replay::program_order::matching::{self, NONE};
use logpine_collectives::schedule::replay::program_order::ranks::{Rank, ranks_of};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// Options for the messages of a plan, and their costs for its ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlanOptions {
    /// The capability of links.
    pub duplex: Duplex,
    /// The capability of nodes.
    pub ports: Ports,
    /// The time for which a rank is busy with a message before it is handed to the network.
    pub overhead_send: Time,
    /// The time for which a rank is busy with a message after it has arrived.
    pub overhead_receive: Time,
}

/// Errors of plans on a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A mapping with another number of ranks than the plan.
    #[error("the plan has {ranks} ranks, and {mapped} are mapped to nodes: every rank needs one")]
    RankCount {
        /// The number of ranks of the plan.
        ranks: u32,
        /// The number of ranks of the mapping.
        mapped: usize,
    },
    /// A plan that does not end.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Messages that cannot be sent.
    #[error(transparent)]
    Traffic(#[from] TrafficError),
}

/// The execution of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The time at which the last rank is done.
    pub finish: Time,
    /// The time at which each rank is done.
    pub ranks: Vec<Time>,
    /// The measurements of its messages; their times count from when the network received them.
    pub measurements: Measurements,
}

/// Executes a plan on a network: every rank does its operations in listed order, at its node in the mapping.
///
/// - A send hands its message to the network, after `overhead_send`, and the rank goes on at once.
/// - A reception waits until its message has arrived at the node; the rank goes on after `overhead_receive`. The k-th
///   reception of a rank from a sender with a tag gets the k-th such message.
/// - Calculations and combinations take their time; a wait for the clock lasts until the given time.
/// - Messages that are sent, or go on, at the same time are queued in the order of the sends in the plan.
/// - Dependencies are ignored, unless one asks for an operation that is listed later: then the rank is stuck there.
///
/// **Complexity** O(hops * log hops + operations), and 28 bytes a message besides the plan.
///
/// # Errors
/// [`PlanError`]: a mapping of another number of ranks, any error of
/// [`program_order`](mod@logpine_collectives::schedule::replay::program_order), a time past [`Time::MAX`], or an end by `watch`.
pub fn execute(
    schedule: &Schedule,
    routes: &Routes,
    mapping: &NodeMapping,
    options: &PlanOptions,
    watch: &dyn Watch,
) -> Result<Executed, PlanError> {
    let mapped = mapping.nodes().len();
    if mapped != schedule.ranks() as usize {
        return Err(PlanError::RankCount { ranks: schedule.ranks(), mapped });
    }
    let ranks = ranks_of(schedule)?;
    let partners = matching::receptions(schedule);
    let sends = Sends::new(schedule, &partners)?;
    let destinations = sends.receivers.iter().map(|&rank| mapping.nodes()[rank as usize]);
    let ways = (options.duplex, options.ports);
    let traffic = Traffic::new(routes, destinations, Sizes::Each(sends.bytes), ways, watch);
    let run = Run {
        records: schedule.records(),
        mapping,
        options,
        receivers: &sends.receivers,
        receptions: &sends.receptions,
        numbers: sends.numbers,
        arrived: vec![NEVER; schedule.len()],
        ranks,
        traffic,
    };
    run.finish(schedule)
}

/// The arrival of a message that has not arrived.
const NEVER: u64 = u64::MAX;

/// The messages of a schedule, numbered as its sends are listed, rank by rank.
struct Sends {
    bytes: Vec<u64>,
    receivers: Vec<u32>,
    /// The reception of every message, among all operations.
    receptions: Vec<u32>,
    /// The number of the first message of every rank.
    numbers: Vec<u32>,
}

impl Sends {
    /// Numbers the messages. Every receiver must exist.
    fn new(schedule: &Schedule, partners: &[u32]) -> Result<Self, PlanError> {
        let is_send = |record: &&Record| record.kind == Kind::Send;
        let messages = schedule.records().iter().filter(is_send).count();
        if messages as u64 > Scheme::LIMIT {
            return Err(too_many_messages(messages).into());
        }
        let mut sends = Self {
            bytes: Vec::with_capacity(messages),
            receivers: Vec::with_capacity(messages),
            receptions: Vec::with_capacity(messages),
            numbers: Vec::with_capacity(schedule.ranks() as usize),
        };
        let mut lost = None;
        let mut unreceived = 0;
        for rank in 0..schedule.ranks() {
            sends.numbers.push(u32::try_from(sends.bytes.len()).unwrap_or(NONE));
            for (operation, at) in (0u32..).zip(schedule.range(rank)) {
                let record = &schedule.records()[at];
                if record.kind != Kind::Send {
                    continue;
                }
                sends.bytes.push(record.amount);
                sends.receivers.push(record.peer);
                sends.receptions.push(partners[at]);
                if partners[at] == NONE {
                    lost.get_or_insert((rank, operation));
                    unreceived += 1;
                }
            }
        }
        match lost {
            Some((rank, operation)) => Err(ReplayError::Unreceived { rank, operation, unreceived }.into()),
            None => Ok(sends),
        }
    }
}

/// A plan under way.
struct Run<'a, 'r, 'n> {
    records: &'a [Record],
    mapping: &'a NodeMapping,
    options: &'a PlanOptions,
    receivers: &'a [u32],
    receptions: &'a [u32],
    /// The number of the next message of every rank.
    numbers: Vec<u32>,
    /// The arrival of the message of every reception.
    arrived: Vec<u64>,
    ranks: Vec<Rank>,
    traffic: Traffic<'r, 'n>,
}

impl Run<'_, '_, '_> {
    fn finish(mut self, schedule: &Schedule) -> Result<Executed, PlanError> {
        for rank in 0..schedule.ranks() {
            self.advance(rank)?;
        }
        while let Some(Arrival { message, time }) = self.traffic.next_arrival()? {
            let (rank, reception) = (self.receivers[message as usize], self.receptions[message as usize]);
            self.arrived[reception as usize] = time;
            let state = &self.ranks[rank as usize];
            if state.waits && state.next == reception {
                self.advance(rank)?;
            }
        }
        self.stuck(schedule)?;
        let ranks: Vec<Time> = self.ranks.iter().map(|rank| Time::from_ticks(rank.processor)).collect();
        let finish = ranks.iter().copied().max().unwrap_or_default();
        Ok(Executed { finish, ranks, measurements: self.traffic.measurements() })
    }

    /// Does a rank's operations up to a reception whose message has not arrived yet.
    fn advance(&mut self, rank: u32) -> Result<(), PlanError> {
        let mut state = self.ranks[rank as usize];
        state.waits = false;
        while state.next < state.end {
            let record = &self.records[state.next as usize];
            match record.kind {
                Kind::Send => {
                    state.processor = sum(state.processor, self.options.overhead_send.ticks())?;
                    let number = &mut self.numbers[rank as usize];
                    self.traffic.send(*number, self.mapping.nodes()[rank as usize], state.processor)?;
                    *number += 1;
                }
                Kind::Receive => {
                    let arrived = self.arrived[state.next as usize];
                    if arrived == NEVER {
                        state.waits = true;
                        break;
                    }
                    state.processor = sum(state.processor.max(arrived), self.options.overhead_receive.ticks())?;
                }
                Kind::Calculate | Kind::Combine => state.processor = sum(state.processor, record.amount)?,
                Kind::Wait => state.processor = state.processor.max(record.amount),
            }
            state.next += 1;
        }
        self.ranks[rank as usize] = state;
        Ok(())
    }

    /// Fails if a rank is not done.
    fn stuck(&self, schedule: &Schedule) -> Result<(), ReplayError> {
        let rests = (0u32..)
            .zip(&self.ranks)
            .map(|(rank, state)| (rank, state.operation(), schedule.range(rank).end - state.next as usize));
        let mut unfinished = rests.filter(|&(.., rest)| rest > 0).peekable();
        let Some(&(rank, operation, _)) = unfinished.peek() else { return Ok(()) };
        Err(ReplayError::Stuck { rank, operation, unfinished: unfinished.map(|(.., rest)| rest as u64).sum() })
    }
}

#[inline]
fn sum(a: u64, b: u64) -> Result<u64, ReplayError> {
    a.checked_add(b).ok_or(ReplayError::NotRepresentable)
}
