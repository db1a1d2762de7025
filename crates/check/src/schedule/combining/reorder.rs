//! Checks that a schedule that combines and is right in one order of execution is right in all orders.
//!
//! The operations of a rank on its partial result of a block fall into phases. A phase is ended by a send that gives the
//! partial result away or by a reception that replaces it. Combinations of a phase may change places; in the order of ranks,
//! only with those that add ranks on the other side. Sends that leave the partial result in place may change places among
//! themselves. Nothing else may.
//!
//! If two operations that must not change places are not ordered, some execution swaps them, and in that execution a message
//! has other contents or a partial result is lost. If all are ordered, every message has the same contents in every
//! execution.

use super::ledger::{Contents, Kind, Ledger, Moved, is_combined};
use crate::schedule::causality::Causality;
use crate::schedule::checked::Checked;
use crate::schedule::structure::index_in_rank;
use crate::schedule::{ScheduleFault, Wrong};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::job::Operands;

/// The effect of an operation on a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    block: u32,
    /// The place of the operation among those of the rank, in the order in which the schedule was executed.
    place: u32,
    at: u32,
    /// The content that it moves.
    moved: Moved,
}

/// Checks every rank of a schedule that was executed.
pub(super) fn check<L: Ledger>(
    checked: Checked,
    ledger: &L,
    contents: &Contents<L::Content>,
) -> Result<(), ScheduleFault> {
    let Checked { schedule, messages, meaning, cargo, order, .. } = checked;
    let mut causality = Causality::new(schedule, messages, order);
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
            let (place, at) = (places[acting], u32::try_from(acting).unwrap_or(u32::MAX));
            let moved = contents.of(send).map(|content| ledger.moved(content));
            events.extend(cargo.blocks(schedule, send).zip(moved).map(|(block, moved)| Event {
                block,
                place,
                at,
                moved,
            }));
        }
        events.sort_unstable();
        for events in events.chunk_by(|one, next| one.block == next.block) {
            let mut phase = Phase::new(schedule, &mut causality, meaning.operands, rank);
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

/// The operations on a rank's partial result since it was last replaced or given away.
struct Phase<'a, 'b> {
    schedule: &'a Schedule,
    causality: &'a mut Causality<'b>,
    operands: Operands,
    /// The operation that replaced the partial result or gave it away.
    since: Option<usize>,
    /// The first rank that had contributed by then.
    first: u32,
    combined: Vec<usize>,
    /// The last combination that added ranks before the first, and the last that added ranks behind.
    sides: [Option<usize>; 2],
    /// The sends after which the partial result is still there.
    sent: Vec<usize>,
    /// The last of these sends, unless something was combined since.
    same: Option<usize>,
}

impl<'a, 'b> Phase<'a, 'b> {
    /// The first phase of a rank, which has its own operand.
    fn new(schedule: &'a Schedule, causality: &'a mut Causality<'b>, operands: Operands, rank: u32) -> Self {
        let (combined, sides, sent) = (Vec::new(), [None; 2], Vec::new());
        Self { schedule, causality, operands, since: None, first: rank, combined, sides, sent, same: None }
    }

    /// Adds the next operation; the error is an operation with which it might change places.
    fn add(&mut self, Event { at, moved, .. }: Event) -> Result<(), usize> {
        let at = at as usize;
        match (self.schedule.records()[at].operation(), moved.kind) {
            (Operation::Send { .. }, kind) => self.send(at, kind),
            (Operation::Combine { .. }, _) => self.combine(at, moved.first),
            (_, kind) => {
                // A complete result includes the contributions that the rank gave away, so it cannot come before.
                if kind != Kind::Complete && !self.was_sent_once() {
                    self.after(self.since, at)?;
                    self.after_all(|phase| &phase.combined, at)?;
                    self.after_all(|phase| &phase.sent, at)?;
                }
                self.begin(at, moved.first);
                Ok(())
            }
        }
    }

    fn send(&mut self, at: usize, kind: Kind) -> Result<(), usize> {
        if self.same.is_none_or(|same| !self.causality.is_before(same, at)) {
            self.after(self.since, at)?;
            self.after_all(|phase| &phase.combined, at)?;
        }
        match kind {
            Kind::GivenAway => self.begin(at, self.first),
            Kind::Complete | Kind::Copied => {
                self.sent.push(at);
                self.same = Some(at);
            }
        }
        Ok(())
    }

    fn combine(&mut self, at: usize, first: u32) -> Result<(), usize> {
        self.after(self.since, at)?;
        self.after_all(|phase| &phase.sent, at)?;
        self.same = None;
        let side = &mut self.sides[usize::from(first > self.first)];
        let before = side.replace(at).filter(|_| self.operands == Operands::RankOrder);
        self.after(before, at)?;
        self.combined.push(at);
        Ok(())
    }

    /// True if all that the rank has contributed left it by one send. The content that replaces it has these contributions,
    /// so it comes after that send.
    fn was_sent_once(&self) -> bool {
        self.since.is_none() && self.sent.len() == 1 && self.same.is_some()
    }

    fn begin(&mut self, at: usize, first: u32) {
        (self.since, self.first, self.sides) = (Some(at), first, [None; 2]);
        self.combined.clear();
        self.sent.clear();
        self.same = None;
    }
    fn after(&mut self, earlier: Option<usize>, at: usize) -> Result<(), usize> {
        match earlier.filter(|&earlier| !self.causality.is_before(earlier, at)) {
            Some(unordered) => Err(unordered),
            None => Ok(()),
        }
    }

    fn after_all(&mut self, earlier: fn(&Self) -> &Vec<usize>, at: usize) -> Result<(), usize> {
        (0..earlier(self).len()).try_for_each(|index| self.after(Some(earlier(self)[index]), at))
    }
}
