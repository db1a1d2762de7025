//! Before a replay begins: what each operation waits for, and which receive takes which message where only one can.

use crate::schedule::Schedule;
use crate::schedule::operations::{ANY, Kind, Record};
use crate::schedule::replay::ReplayError;

/// No operation.
pub(super) const NONE: u32 = u32::MAX;

/// How far an operation is.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// How many of its dependencies are not met, and one more until it has begun; [`State::DONE`] when it is done.
    pub(super) pending: u32,
    /// Of a send its receive, and of a receive its send, where it is known; else what [`super::Matching`] keeps there.
    pub(super) other: u32,
}

impl State {
    /// It is done. No operation has so many dependencies, for a schedule does not in all.
    pub(super) const DONE: u32 = u32::MAX;
}

/// The states before the beginning.
pub(super) struct Paired {
    pub(super) states: Vec<State>,
    /// Ranks that receive from any sender or with any tag.
    pub(super) wildcards: Vec<u32>,
}

/// Counts dependencies and pairs messages with receives.
///
/// A rank's messages are paired where sender and tag tell all of them apart, and each has the receive of that sender,
/// tag and size. To know so without sorting or hashing, the sends are visited in the order of their ranks: those to one
/// rank come sender by sender, and must have increasing tags where the sender is the same. The receive is looked for near
/// the last one that was found. A rank where this fails pairs its messages when they come.
///
/// # Errors
/// [`ReplayError::NoSuchRank`].
pub(super) fn pair(schedule: &Schedule) -> Result<Paired, ReplayError> {
    let mut states = counted(schedule)?;
    let records = schedule.records();
    let mut receivers: Vec<Receiver> = (0..schedule.ranks()).map(|rank| Receiver::new(schedule, rank)).collect();
    for sender in 0..schedule.ranks() {
        for send in schedule.range(sender) {
            let message = &records[send];
            if message.kind != Kind::Send {
                continue;
            }
            let receiver = &mut receivers[message.peer as usize];
            if let Some(receive) = receiver.find(schedule, &states, sender, message) {
                (states[send].other, states[receive].other) = (number(receive), number(send));
            }
        }
    }
    let mut wildcards = Vec::new();
    for (rank, receiver) in (0..).zip(&receivers) {
        if receiver.is_paired() {
            continue;
        }
        let range = schedule.range(rank);
        for receive in range.clone().filter(|&at| records[at].kind == Kind::Receive) {
            let send = std::mem::replace(&mut states[receive].other, NONE);
            if send != NONE {
                states[send as usize].other = NONE;
            }
        }
        let any = |record: &Record| record.kind == Kind::Receive && (record.peer == ANY || record.tag == ANY);
        if records[range].iter().any(any) {
            wildcards.push(rank);
        }
    }
    Ok(Paired { states, wildcards })
}

/// An operation's index among those of all ranks, of which there are fewer than 2^32.
#[expect(clippy::cast_possible_truncation, reason = "the builder of schedules numbers no more than 2^32 - 1")]
pub(super) const fn number(at: usize) -> u32 {
    at as u32
}

/// The states by dependencies alone. A wait for the clock is done from the beginning.
fn counted(schedule: &Schedule) -> Result<Vec<State>, ReplayError> {
    let records = schedule.records();
    let begun_or_done = |record: &Record| if record.kind == Kind::Wait { State::DONE } else { 1 };
    let mut states: Vec<State> =
        records.iter().map(|record| State { pending: begun_or_done(record), other: NONE }).collect();
    for rank in 0..schedule.ranks() {
        let range = schedule.range(rank);
        for at in range.clone() {
            let record = &records[at];
            let message = matches!(record.kind, Kind::Send | Kind::Receive);
            let wildcard = record.kind == Kind::Receive && record.peer == ANY;
            if message && !wildcard && record.peer >= schedule.ranks() {
                let (operation, peer, last) = (number(at - range.start), record.peer, schedule.ranks() - 1);
                return Err(ReplayError::NoSuchRank { rank, operation, peer, last });
            }
            if record.kind == Kind::Wait {
                continue;
            }
            for &dependent in schedule.dependents_of(at) {
                let (waiting, _) = Schedule::dependent(dependent);
                let state = &mut states[range.start + waiting as usize];
                if state.pending != State::DONE {
                    state.pending += 1;
                }
            }
        }
    }
    Ok(states)
}

/// A rank while its messages are paired.
#[derive(Clone, Copy, Debug)]
struct Receiver {
    /// The receive found last.
    last: u32,
    sender: u32,
    tag: u32,
    /// Receives without a message, and [`Self::FAILED`].
    open: u32,
    /// How often all operations of the rank have been searched.
    searches: u32,
}

impl Receiver {
    /// It cannot be paired.
    const FAILED: u32 = u32::MAX;
    /// The most searches: the first, and where the order of senders jumps.
    const SEARCHES: u32 = 4;
    /// Where to look from the receive found last; with a send and a calculation between any two, the next are the third.
    const NEAR: [isize; 7] = [1, -1, 2, -2, 3, -3, 0];

    fn new(schedule: &Schedule, rank: u32) -> Self {
        let receives = schedule.rank(rank).iter().filter(|record| record.kind == Kind::Receive).count();
        Self { last: NONE, sender: NONE, tag: 0, open: number(receives), searches: 0 }
    }

    const fn is_paired(self) -> bool {
        self.open == 0
    }

    /// The receive of a message from `sender`, of all that the rank gets in the order of senders.
    fn find(&mut self, schedule: &Schedule, states: &[State], sender: u32, message: &Record) -> Option<usize> {
        let told_apart = self.sender != sender || self.tag < message.tag;
        if self.open == Self::FAILED || self.open == 0 || !told_apart {
            self.open = Self::FAILED;
            return None;
        }
        (self.sender, self.tag) = (sender, message.tag);
        let range = schedule.range(message.peer);
        let fits = |&at: &usize| {
            let record = &schedule.records()[at];
            let same = record.kind == Kind::Receive && (record.peer, record.tag) == (sender, message.tag);
            same && record.amount == message.amount && states[at].other == NONE
        };
        let near = Self::NEAR.iter().filter_map(|&step| (self.last as usize).checked_add_signed(step));
        let mut found = near.filter(|at| range.contains(at)).find(fits);
        if found.is_none() && self.searches < Self::SEARCHES {
            self.searches += 1;
            found = range.clone().find(fits);
        }
        if let Some(found) = found {
            (self.last, self.open) = (number(found), self.open - 1);
        } else {
            self.open = Self::FAILED;
        }
        found
    }
}
