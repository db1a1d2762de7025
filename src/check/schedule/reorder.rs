//! Whether a reduction that is right in one order of execution is right in all.
//!
//! What a rank does with its partial result of a block falls into phases, each ended by a send that takes it away or begun by
//! a reception that brings another. Combinations of a phase may change places, in the order of ranks only with those that add
//! ranks on the other side. Nothing else may, but for sends of the complete result among themselves.
//!
//! If two operations that must not change places are not ordered, some execution swaps them, and there a message has other
//! contents or a partial result is lost. If all are ordered, every message has the same contents in every execution.

use super::blocks::{BlockSizes, Carried};
use super::broadcast::carried;
use super::causality::Causality;
use super::reduction::{Contents, Partial, is_combined};
use super::structure::{Messages, index_in_rank};
use super::{ScheduleFault, Wrong};
use crate::request::Operands;
use crate::schedule::{Operation, Schedule};

/// What an operation does with a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    block: u32,
    /// Its place among those of the rank, in the order in which the reduction was executed.
    place: u32,
    at: u32,
    /// Of the partial result that it moves.
    first: u32,
    count: u32,
}

/// Checks every rank of a reduction that was executed in the given order.
pub(super) fn check(
    schedule: &Schedule,
    messages: &Messages,
    order: &[u32],
    blocks: &BlockSizes,
    operands: Operands,
    contents: &Contents,
    mut causality: Causality,
) -> Result<(), ScheduleFault> {
    let mut places = vec![0; order.len()];
    for (place, &at) in (0u32..).zip(order) {
        places[at as usize] = place;
    }
    let mut events = Vec::new();
    for rank in 0..schedule.ranks() {
        events.clear();
        for at in schedule.range(rank) {
            let send = match schedule.records()[at].operation() {
                Operation::Send { .. } => at,
                Operation::Receive { .. } => messages.partner[at] as usize,
                _ => continue,
            };
            let acting = at + usize::from(send != at && is_combined(schedule, at));
            let carried = carried(schedule, messages, blocks, at)?;
            for (block, Partial { first, count }) in carried.iter().flat_map(Carried::blocks).zip(contents.of(send)) {
                let (place, at) = (places[acting], u32::try_from(acting).unwrap_or(u32::MAX));
                events.push(Event { block, place, at, first, count });
            }
        }
        events.sort_unstable();
        for events in events.chunk_by(|one, next| one.block == next.block) {
            let mut phase = Phase::new(schedule, &mut causality, operands, rank);
            for &event in events {
                phase.add(event).map_err(|other| {
                    let wrong = Wrong::Unordered { block: event.block, other: index_in_rank(schedule, rank, other) };
                    messages.fault(schedule, event.at, wrong)
                })?;
            }
        }
    }
    Ok(())
}

/// What was done with a partial result since it was moved last.
struct Phase<'a, 'b> {
    schedule: &'a Schedule,
    causality: &'a mut Causality<'b>,
    operands: Operands,
    /// The operation that moved it.
    since: Option<usize>,
    /// The first rank that had contributed then.
    first: u32,
    combined: Vec<usize>,
    /// The last combination that added ranks before the first, and the last that added ranks behind.
    sides: [Option<usize>; 2],
    /// The last send of the complete result.
    sent: Option<usize>,
}

impl<'a, 'b> Phase<'a, 'b> {
    /// The first of a rank, which has its own operand.
    fn new(schedule: &'a Schedule, causality: &'a mut Causality<'b>, operands: Operands, rank: u32) -> Self {
        let (combined, sides) = (Vec::new(), [None; 2]);
        Self { schedule, causality, operands, since: None, first: rank, combined, sides, sent: None }
    }

    /// Adds what is done next; the operation with which it might change places, if there is one.
    fn add(&mut self, event: Event) -> Result<(), usize> {
        let (at, complete) = (event.at as usize, event.count == self.schedule.ranks());
        match self.schedule.records()[at].operation() {
            Operation::Combine { .. } => {
                self.after(self.since, at)?;
                let side = &mut self.sides[usize::from(event.first > self.first)];
                let before = side.replace(at).filter(|_| self.operands == Operands::RankOrder);
                self.after(before, at)?;
                self.combined.push(at);
            }
            Operation::Send { .. } => {
                if self.sent.is_none_or(|sent| !self.causality.is_before(sent, at)) {
                    self.after(self.since, at)?;
                    for index in 0..self.combined.len() {
                        self.after(Some(self.combined[index]), at)?;
                    }
                }
                if complete {
                    self.sent = Some(at);
                } else {
                    self.begin(at, self.first);
                }
            }
            _ => {
                // A complete result has what the rank gave away, so it cannot come before.
                if !complete {
                    self.after(self.since, at)?;
                }
                self.begin(at, event.first);
            }
        }
        Ok(())
    }

    fn begin(&mut self, at: usize, first: u32) {
        (self.since, self.first, self.sides) = (Some(at), first, [None; 2]);
        self.combined.clear();
    }

    fn after(&mut self, earlier: Option<usize>, at: usize) -> Result<(), usize> {
        match earlier.filter(|&earlier| !self.causality.is_before(earlier, at)) {
            Some(unordered) => Err(unordered),
            None => Ok(()),
        }
    }
}
