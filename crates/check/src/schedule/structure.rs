//! Matches receptions with sends, and checks each operation by itself.

use super::{ScheduleFault, Wrong};
use logpine_collectives::schedule::{ANY, Operation, Schedule};

/// The ends of messages. Operations are indexed through all ranks.
pub(super) struct Messages {
    /// The rank of each operation.
    pub rank_of: Vec<u32>,
    /// The other end of the message, for each operation that is one end.
    pub partner: Vec<u32>,
    /// The first fault of two sends of one rank with the same receiver and tag.
    pub repeated: Option<ScheduleFault>,
}

impl Messages {
    /// Checks each operation by itself, then matches the sends of each sender, receiver and tag with the receptions of the
    /// same, both in listed order.
    pub fn of(schedule: &Schedule) -> Result<Self, ScheduleFault> {
        let mut rank_of = Vec::with_capacity(schedule.len());
        for rank in 0..schedule.ranks() {
            alone(schedule, rank)?;
            rank_of.resize(schedule.range(rank).end, rank);
        }
        let mut messages = Self { rank_of, partner: vec![0; schedule.len()], repeated: None };
        let (starts, arrivals) = arrivals(schedule);
        let (mut sends, mut receptions) = (Vec::new(), Vec::new());
        for rank in 0..schedule.ranks() {
            sends.clear();
            for &at in &arrivals[starts[rank as usize]..starts[rank as usize + 1]] {
                if let Operation::Send { bytes, tag, .. } = schedule.records()[at as usize].operation() {
                    sends.push(End { peer: messages.rank_of[at as usize], tag, at, bytes });
                }
            }
            receptions.clear();
            let first = u32::try_from(schedule.range(rank).start).unwrap_or(u32::MAX);
            for (at, record) in (first..).zip(schedule.rank(rank)) {
                if let Operation::Receive { from, bytes, tag } = record.operation() {
                    receptions.push(End { peer: from, tag, at, bytes });
                }
            }
            sends.sort_unstable();
            receptions.sort_unstable();
            messages.pair(schedule, rank, &sends, &receptions)?;
        }
        Ok(messages)
    }

    /// Pairs the messages to a rank.
    fn pair(&mut self, schedule: &Schedule, rank: u32, sends: &[End], receptions: &[End]) -> Result<(), ScheduleFault> {
        for index in 0..sends.len().max(receptions.len()) {
            let name = |end: &End| (end.peer, end.tag);
            let (send, reception) = match (sends.get(index), receptions.get(index)) {
                (Some(send), Some(reception)) if name(send) == name(reception) => (send, reception),
                (Some(send), reception) if reception.is_none_or(|reception| name(send) < name(reception)) => {
                    return Err(self.fault(schedule, send.at, Wrong::NeverReceived { to: rank, tag: send.tag }));
                }
                (_, Some(end)) => {
                    return Err(self.fault(schedule, end.at, Wrong::NeverSent { from: end.peer, tag: end.tag }));
                }
                (_, None) => break,
            };
            if send.bytes != reception.bytes {
                let wrong = Wrong::Size { from: send.peer, sent: send.bytes, received: reception.bytes };
                return Err(self.fault(schedule, reception.at, wrong));
            }
            if self.repeated.is_none() && index > 0 && name(&sends[index - 1]) == name(send) {
                self.repeated = Some(self.fault(schedule, send.at, Wrong::Repeated { to: rank, tag: send.tag }));
            }
            self.partner[send.at as usize] = reception.at;
            self.partner[reception.at as usize] = send.at;
        }
        Ok(())
    }

    /// A fault of an operation; `at` counts through all ranks.
    pub fn fault(&self, schedule: &Schedule, at: u32, wrong: Wrong) -> ScheduleFault {
        let rank = self.rank_of[at as usize];
        ScheduleFault { rank, operation: Some(index_in_rank(schedule, rank, at as usize)), wrong }
    }
}

/// One end of a message to some rank. Ends are ordered by sender, tag and place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    peer: u32,
    tag: u32,
    at: u32,
    bytes: u64,
}

/// The operation's index within its rank, from its index among all.
pub(super) fn index_in_rank(schedule: &Schedule, rank: u32, at: usize) -> u32 {
    u32::try_from(at - schedule.range(rank).start).unwrap_or(u32::MAX)
}

/// The sends to each rank, with the start of each rank's sends.
fn arrivals(schedule: &Schedule) -> (Vec<usize>, Vec<u32>) {
    let sends = || {
        (0u32..).zip(schedule.records()).filter_map(|(at, record)| match record.operation() {
            Operation::Send { to, .. } => Some((at, to as usize)),
            _ => None,
        })
    };
    let ranks = schedule.ranks() as usize;
    let mut starts = vec![0; ranks + 2];
    for (_, to) in sends() {
        starts[to + 2] += 1;
    }
    for rank in 1..=ranks {
        starts[rank + 1] += starts[rank];
    }
    let mut arrivals = vec![0; starts[ranks + 1]];
    for (at, to) in sends() {
        arrivals[starts[to + 1]] = at;
        starts[to + 1] += 1;
    }
    (starts, arrivals)
}

/// Checks everything about a rank that does not depend on the others.
fn alone(schedule: &Schedule, rank: u32) -> Result<(), ScheduleFault> {
    let mut before = None;
    for (index, record) in (0u32..).zip(schedule.rank(rank)) {
        let operation = record.operation();
        let fault = |wrong| ScheduleFault { rank, operation: Some(index), wrong };
        match operation {
            Operation::Send { to, bytes, .. } => end(schedule, rank, to, bytes).map_err(fault)?,
            Operation::Receive { from: ANY, .. } | Operation::Receive { tag: ANY, .. } => {
                return Err(fault(Wrong::AnyMessage));
            }
            Operation::Receive { from, bytes, .. } => end(schedule, rank, from, bytes).map_err(fault)?,
            Operation::Combine { .. } => combine(schedule, rank, index, before).map_err(fault)?,
            Operation::Calculate { .. } | Operation::Wait { .. } => {}
        }
        dependents(schedule, rank, index, operation)?;
        before = Some(operation);
    }
    Ok(())
}

/// Checks one end of a message by itself.
fn end(schedule: &Schedule, rank: u32, peer: u32, bytes: u64) -> Result<(), Wrong> {
    if peer >= schedule.ranks() {
        return Err(Wrong::NoSuchRank { peer, ranks: schedule.ranks() });
    }
    if peer == rank {
        return Err(Wrong::ToItself);
    }
    if bytes == 0 { Err(Wrong::Empty) } else { Ok(()) }
}

/// Checks that a combination follows its reception and requires it.
fn combine(schedule: &Schedule, rank: u32, index: u32, before: Option<Operation>) -> Result<(), Wrong> {
    let Some(reception) = index.checked_sub(1).filter(|_| matches!(before, Some(Operation::Receive { .. }))) else {
        return Err(Wrong::NothingReceived);
    };
    let at = schedule.range(rank).start + reception as usize;
    let required = schedule.dependents_of(at).iter().any(|&dependent| Schedule::dependent(dependent) == (index, false));
    if required { Ok(()) } else { Err(Wrong::ReceptionNotRequired) }
}

/// Checks that no dependency begins or ends at a wait.
fn dependents(schedule: &Schedule, rank: u32, index: u32, operation: Operation) -> Result<(), ScheduleFault> {
    let first = schedule.range(rank).start;
    for &dependent in schedule.dependents_of(first + index as usize) {
        let (waiting, _) = Schedule::dependent(dependent);
        let is_wait = |operation| matches!(operation, Operation::Wait { .. });
        let wait = match schedule.records()[first + waiting as usize].operation() {
            _ if is_wait(operation) => index,
            dependent if is_wait(dependent) => waiting,
            _ => continue,
        };
        return Err(ScheduleFault { rank, operation: Some(waiting), wrong: Wrong::DependencyOfWait { wait } });
    }
    Ok(())
}
