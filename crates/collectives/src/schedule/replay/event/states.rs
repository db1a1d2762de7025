//! The progress of every operation, with the data that the loop needs of it.

use super::layout::Layout;
use super::number::number;
use super::receiver::Receiver;
use super::resources::Used;
use crate::schedule::Schedule;
use crate::schedule::operations::{ANY, Kind, Record};
use crate::schedule::replay::ReplayError;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// No operation.
pub(super) const NONE: u32 = u32::MAX;

/// The progress of an operation, and the most used data of its record. An event of a large schedule finds nothing in the
/// cache, so its data should be in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The number of its dependencies that are not met, plus one until it has begun; [`LARGE`] if [`States::large`] has
    /// the number, [`DONE`] when it is done.
    pending: u8,
    /// Kind and dependents.
    flags: u8,
    /// The size, or [`LONG`].
    bytes: u16,
    /// For a send its receive, and for a receive its send, if known; the tag before that; else a link of
    /// [`Matching`](super::matching::Matching).
    pub(super) other: u32,
    /// The dependent, if there is one only.
    next: u32,
    /// The other rank of a message.
    pub(super) peer: u32,
}

const DONE: u8 = u8::MAX;
const LARGE: u8 = u8::MAX - 1;
/// Marks a size that is only in the record.
const LONG: u16 = u16::MAX;

/// Bits of [`State::flags`].
const KIND: u8 = 0b00_0011;
const DEPENDENTS: u8 = 0b00_1100;
const ONE: u8 = 0b00_0100;
const MANY: u8 = 0b00_1000;
const ON_BEGIN: u8 = 0b01_0000;
/// Marks a receive whose message is known before the replay begins.
const PAIRED: u8 = 0b10_0000;

/// Kinds of operations, in the order in which those that are freed at once are queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Send,
    Receive,
    Calculate,
    /// Done from the beginning.
    Wait,
}

/// The operations that wait for an operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dependents {
    None,
    One {
        operation: u32,
        on_begin: bool,
    },
    /// The dependents listed in the schedule.
    Many,
}

impl State {
    const WAIT: Self = Self { pending: DONE, flags: Class::Wait as u8, bytes: 0, other: NONE, next: NONE, peer: NONE };

    /// An operation of a rank whose operations start at `first`, with `pending` as its count of dependencies.
    #[inline]
    fn new(record: &Record, dependents: &[u32], first: usize, pending: u8) -> Self {
        let class = match record.kind {
            Kind::Send => Class::Send,
            Kind::Receive => Class::Receive,
            Kind::Calculate | Kind::Combine => Class::Calculate,
            Kind::Wait => return Self::WAIT,
        };
        let (count, next) = match *dependents {
            [] => (0, NONE),
            [dependent] => {
                let (waiting, on_begin) = Schedule::dependent(dependent);
                (if on_begin { ONE | ON_BEGIN } else { ONE }, number(first) + waiting)
            }
            _ => (MANY, NONE),
        };
        let bytes = u16::try_from(record.amount).unwrap_or(LONG);
        Self { pending, flags: class as u8 | count, bytes, other: record.tag, next, peer: record.peer }
    }

    #[inline]
    pub(super) const fn class(self) -> Class {
        match self.flags & KIND {
            0 => Class::Send,
            1 => Class::Receive,
            2 => Class::Calculate,
            _ => Class::Wait,
        }
    }

    #[inline]
    pub(super) const fn dependents(self) -> Dependents {
        match self.flags & DEPENDENTS {
            0 => Dependents::None,
            ONE => Dependents::One { operation: self.next, on_begin: self.flags & ON_BEGIN != 0 },
            _ => Dependents::Many,
        }
    }

    /// True if an operation waits for its start.
    pub(super) fn frees_on_begin(self, schedule: &Schedule, at: usize) -> bool {
        match self.dependents() {
            Dependents::None => false,
            Dependents::One { on_begin, .. } => on_begin,
            Dependents::Many => schedule.dependents_of(at).iter().any(|&dependent| Schedule::dependent(dependent).1),
        }
    }

    /// The size of a message, or the time of a calculation.
    #[inline]
    pub(super) fn amount(self, record: &Record) -> u64 {
        if self.is_long() { record.amount } else { u64::from(self.bytes) }
    }

    /// True if it is an unpaired receive from this sender, with the tag and the size of this message, which is unpaired
    /// as well. Sizes too long for a state count as equal.
    #[inline]
    pub(super) fn receives(self, sender: u32, message: Self) -> bool {
        self.flags & (KIND | PAIRED) == Class::Receive as u8
            && self.peer == sender
            && self.other == message.other
            && self.bytes == message.bytes
    }

    /// True if the size is only in the record.
    #[inline]
    pub(super) const fn is_long(self) -> bool {
        self.bytes == LONG
    }

    /// Pairs a receive with a message.
    #[inline]
    pub(super) fn pair(&mut self, send: u32) {
        self.flags |= PAIRED;
        self.other = send;
    }

    /// True if it waits for nothing, but has not begun.
    #[inline]
    pub(super) const fn is_free(self) -> bool {
        self.pending == 1
    }

    /// True if it has begun, but is not done.
    #[inline]
    pub(super) const fn has_begun(self) -> bool {
        self.pending == 0
    }

    pub(super) const fn is_done(self) -> bool {
        self.pending == DONE
    }

    #[inline]
    pub(super) fn begin(&mut self) {
        self.pending = 0;
    }

    #[inline]
    pub(super) fn finish(&mut self) {
        self.pending = DONE;
    }
}

/// The states of all operations.
#[derive(Debug)]
pub(super) struct States {
    of: Vec<State>,
    layout: Layout,
    /// The counts that do not fit [`State::pending`], by operation: the number of dependencies that are not met, plus
    /// one.
    large: FxHashMap<u32, u32>,
}

impl States {
    /// The states before the beginning, and the other results of the pass through all operations. A wait for the clock is
    /// done from then on, and no operation waits for it.
    ///
    /// # Errors
    /// [`ReplayError::NoSuchRank`].
    pub(super) fn new(schedule: &Schedule) -> Result<(Self, Vec<Receiver>, Used), ReplayError> {
        let ranks = schedule.ranks();
        let mut receivers = Vec::with_capacity(ranks as usize);
        let (mut keys, mut counts, mut used) = (Vec::new(), Vec::new(), Used::NOTHING);
        let layout = Layout::new(schedule);
        let mut of = vec![State::WAIT; layout.places()];
        of.reserve_exact(schedule.len().saturating_sub(of.len()));
        let mut states = Self { of, layout, large: FxHashMap::default() };
        for rank in 0..ranks {
            let (records, range) = (schedule.rank(rank), schedule.range(rank));
            receivers.push(Receiver::new(records, &mut keys));
            count(schedule, range.clone(), &mut counts);
            for ((at, record), &count) in range.clone().zip(records).zip(&counts) {
                used.add(record);
                if record.peer >= ranks {
                    check_peer(schedule, rank, at, range.start)?;
                }
                let pending = states.pending(at, count);
                states.set(number(at), State::new(record, schedule.dependents_of(at), range.start, pending));
            }
        }
        Ok((states, receivers, used))
    }

    #[inline]
    fn set(&mut self, at: u32, state: State) {
        match self.of.get_mut(self.layout.place(at)) {
            Some(place) => *place = state,
            None => self.of.push(state),
        }
    }

    /// The value of [`State::pending`] for an operation with this count.
    #[inline]
    fn pending(&mut self, at: usize, count: u32) -> u8 {
        match u8::try_from(count) {
            Ok(pending) if pending < LARGE => pending,
            _ => {
                self.large.insert(number(at), count);
                LARGE
            }
        }
    }

    /// Counts down one dependency of an operation. True if it now waits for nothing.
    #[inline]
    pub(super) fn count_down(&mut self, at: u32) -> bool {
        let state = &mut self.of[self.layout.place(at)];
        match state.pending {
            DONE => return false,
            LARGE => return self.count_down_large(at),
            _ => state.pending -= 1,
        }
        state.pending == 1
    }

    #[cold]
    fn count_down_large(&mut self, at: u32) -> bool {
        let count = self.large.entry(at).or_insert(1);
        *count -= 1;
        if *count > 1 {
            return false;
        }
        self.large.remove(&at);
        self.of[self.layout.place(at)].pending = 1;
        true
    }

    /// The first operation that is not done.
    pub(super) fn first_undone(&self, schedule: &Schedule) -> Option<u32> {
        (0..number(schedule.len())).find(|&at| !self.get(at).is_done())
    }

    #[inline]
    pub(super) fn get(&self, at: u32) -> State {
        self.of[self.layout.place(at)]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, at: u32) -> &mut State {
        &mut self.of[self.layout.place(at)]
    }
}

/// The number of others that each operation of a rank waits for, plus one. No operation waits for a wait.
fn count(schedule: &Schedule, range: Range<usize>, counts: &mut Vec<u32>) {
    counts.clear();
    counts.resize(range.len(), 1);
    for at in range.filter(|&at| schedule.records()[at].kind != Kind::Wait) {
        for &dependent in schedule.dependents_of(at) {
            // A schedule has fewer than 2^32 dependencies in all.
            counts[Schedule::dependent(dependent).0 as usize] += 1;
        }
    }
}

/// Refuses a message whose peer does not exist, unless it is [`ANY`].
#[cold]
fn check_peer(schedule: &Schedule, rank: u32, at: usize, first: usize) -> Result<(), ReplayError> {
    let record = &schedule.records()[at];
    let any = record.kind == Kind::Receive && record.peer == ANY;
    if any || !matches!(record.kind, Kind::Send | Kind::Receive) {
        return Ok(());
    }
    let (operation, peer, last) = (number(at - first), record.peer, schedule.ranks() - 1);
    Err(ReplayError::NoSuchRank { rank, operation, peer, last })
}
