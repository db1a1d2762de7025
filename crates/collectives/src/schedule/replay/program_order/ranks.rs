//! The progress of the ranks of a replay.

use super::ReplayError;
use crate::schedule::operations::{ANY, Kind, Record, Schedule};

/// A rank; times in ticks.
#[derive(Clone, Copy)]
pub struct Rank {
    /// The indices, among the operations of all ranks, of its first operation, its next, and the one before which it
    /// stops.
    pub(crate) first: u32,
    /// The next operation.
    pub next: u32,
    /// The end of its operations.
    pub end: u32,
    pub(crate) has_received: bool,
    /// True if it waits for the message of its next operation.
    pub waits: bool,
    /// The time at which the processor is free.
    pub processor: u64,
    /// The time at which the next send may start.
    pub(crate) next_send: u64,
    /// The end of the last reception.
    pub(crate) reception: u64,
}

impl Rank {
    /// Continues after an earlier part of the rank's operations.
    pub(super) const fn go_on(&mut self, before: &Self) {
        self.has_received = before.has_received;
        self.processor = before.processor;
        self.next_send = before.next_send;
        self.reception = before.reception;
    }

    /// The index of the next operation among the rank's.
    #[must_use]
    pub const fn operation(&self) -> u32 {
        self.next - self.first
    }
}

/// All ranks before their first operation, after the checks that do not depend on times.
///
/// # Errors
/// [`ReplayError`] for a schedule that cannot be executed.
pub fn ranks_of(schedule: &Schedule) -> Result<Vec<Rank>, ReplayError> {
    let count = schedule.ranks();
    let mut ranks = Vec::with_capacity(count as usize);
    for rank in 0..count {
        let range = schedule.range(rank);
        let mut end = range.end;
        for (operation, at) in (0u32..).zip(range.clone()) {
            check(&schedule.records()[at], rank, operation, count)?;
            for &stored in schedule.dependents_of(at) {
                let (waiting, _) = Schedule::dependent(stored);
                if waiting <= operation {
                    // It waits for an operation listed after it.
                    end = end.min(range.start + waiting as usize);
                }
            }
        }
        let [first, end] = [range.start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        ranks.push(Rank {
            first,
            next: first,
            end,
            has_received: false,
            waits: false,
            processor: 0,
            next_send: 0,
            reception: 0,
        });
    }
    Ok(ranks)
}

/// Checks that the other end of an operation exists and is known.
fn check(record: &Record, rank: u32, operation: u32, ranks: u32) -> Result<(), ReplayError> {
    match record.kind {
        Kind::Receive if record.peer == ANY || record.tag == ANY => Err(ReplayError::AnyMessage { rank, operation }),
        Kind::Send | Kind::Receive if record.peer >= ranks => {
            Err(ReplayError::NoSuchRank { rank, operation, peer: record.peer, last: ranks - 1 })
        }
        _ => Ok(()),
    }
}
