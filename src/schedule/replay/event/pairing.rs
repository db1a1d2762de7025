//! Which receive takes which message, where only one can: known before the replay begins.

use super::states::{NONE, States, number};
use crate::schedule::Schedule;
use crate::schedule::operations::{ANY, Kind, Record};
use std::hint::black_box;

/// Sends whose memory is fetched at once.
const BLOCK: usize = 64;
/// From the place where a receive is expected to those where it may be instead.
const NEAR: [usize; 6] = [1, usize::MAX, 2, usize::MAX - 1, 3, usize::MAX - 2];
/// Places of sends that are told apart.
const PLACES: usize = 1 << 12;
/// The most searches among all receives of a rank; more would cost more than to match the messages as they come.
const SEARCHES: u8 = 8;

/// Which receives are known to take which messages.
///
/// A rank's messages are paired where sender and tag tell all its receives apart, and every message for it has its own
/// receive of the same size. Where that fails they are matched as they come. A receive is expected at the same place in
/// its rank as the one of the last send that had the same place in its own, for ranks mostly do alike; or next to it.
#[derive(Debug)]
pub(super) struct Pairs {
    receivers: Vec<Receiver>,
}

impl Pairs {
    /// Pairs messages with receives: [`State::other`](super::states::State::other) of the sends is then the receive, and,
    /// if the replay needs `senders`, of the receives the send.
    pub(super) fn new(schedule: &Schedule, states: &mut States, receivers: Vec<Receiver>, senders: Senders) -> Self {
        let places = Places { by_send: vec![0; PLACES], next: 0 };
        let taken = vec![0; schedule.len().div_ceil(64)];
        let mut pairing = Pairing { schedule, states, receivers, senders, places, taken };
        let mut sends = Vec::with_capacity(BLOCK);
        for sender in 0..schedule.ranks() {
            let range = schedule.range(sender);
            for at in range.clone().filter(|&at| schedule.records()[at].kind == Kind::Send) {
                sends.push(Send { sender, at, place: at - range.start });
                if sends.len() == BLOCK {
                    pairing.pair(&mut sends);
                }
            }
        }
        pairing.pair(&mut sends);
        pairing.undo();
        Self { receivers: pairing.receivers }
    }

    /// Whether the messages to a rank are paired with its receives.
    #[inline]
    pub(super) fn has(&self, rank: u32) -> bool {
        matches!(self.receivers[rank as usize], Receiver::Pairs(_))
    }

    /// The ranks that receive from any sender or with any tag.
    pub(super) fn wildcards(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.receivers).filter(|&(_, &receiver)| receiver == Receiver::Wildcards).map(|(rank, _)| rank)
    }
}

/// Whether a replay asks for the send of a receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Senders {
    Needed,
    Unneeded,
}

/// What is known of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// Its messages can be paired, after so many searches.
    Pairs(u8),
    /// They cannot.
    Matches,
    /// They cannot, for it has wildcards.
    Wildcards,
}

impl Receiver {
    /// A rank before anything is paired; `keys` is room for those of its receives.
    pub(super) fn new(schedule: &Schedule, rank: u32, keys: &mut Vec<u64>) -> Self {
        let key = |receive: &Record| u64::from(receive.tag) << 32 | u64::from(receive.peer);
        let receives = || schedule.rank(rank).iter().filter(|record| record.kind == Kind::Receive);
        let (mut ascend, mut descend, mut last) = (true, true, None);
        for receive in receives() {
            if receive.peer == ANY || receive.tag == ANY {
                return Self::Wildcards;
            }
            let key = key(receive);
            ascend &= last.is_none_or(|last| last < key);
            descend &= last.is_none_or(|last| last > key);
            last = Some(key);
        }
        if ascend || descend {
            return Self::Pairs(0);
        }
        keys.clear();
        keys.extend(receives().map(key));
        keys.sort_unstable();
        if keys.is_sorted_by(|before, after| before < after) { Self::Pairs(0) } else { Self::Matches }
    }
}

/// A send to be paired.
#[derive(Clone, Copy)]
struct Send {
    sender: u32,
    at: usize,
    /// Its place in its rank.
    place: usize,
}

/// Where receives were found: their places in their ranks.
struct Places {
    /// By that of the send, modulo [`PLACES`].
    by_send: Vec<u32>,
    /// After the one found last.
    next: u32,
}

/// The pairing under way.
struct Pairing<'a> {
    schedule: &'a Schedule,
    states: &'a mut States,
    receivers: Vec<Receiver>,
    senders: Senders,
    places: Places,
    /// A bit for each operation: a receive that has its message.
    taken: Vec<u64>,
}

impl Pairing<'_> {
    /// Pairs some sends.
    fn pair(&mut self, sends: &mut Vec<Send>) {
        let records = self.schedule.records();
        // Read at once what is then read one by one, so that the memory fetches it side by side.
        let expected = |send: &Send| {
            self.schedule.range(records[send.at].peer).start + self.places.by_send[send.place % PLACES] as usize
        };
        let last = records.len().saturating_sub(1);
        let sum = sends.iter().fold(0, |sum, send| sum ^ self.states.get(number(expected(send).min(last))).peer);
        black_box(sum);
        for send in sends.drain(..) {
            let message = &records[send.at];
            if !matches!(self.receivers[message.peer as usize], Receiver::Pairs(_)) {
                continue;
            }
            let Some(receive) = self.find(&send, message).filter(|&at| self.take(at)) else {
                self.receivers[message.peer as usize] = Receiver::Matches;
                continue;
            };
            self.states.get_mut(number(send.at)).other = number(receive);
            if self.senders == Senders::Needed {
                self.states.get_mut(number(receive)).other = number(send.at);
            }
        }
    }

    /// The receive of a message.
    fn find(&mut self, send: &Send, message: &Record) -> Option<usize> {
        let range = self.schedule.range(message.peer);
        let (records, states) = (self.schedule.records(), &*self.states);
        let fits = |&at: &usize| {
            range.contains(&at) && {
                let state = states.get(number(at));
                state.is_receive(send.sender, message.tag) && state.amount(&records[at]) == message.amount
            }
        };
        let place = &mut self.places.by_send[send.place % PLACES];
        let expected = range.start + *place as usize;
        let next = range.start + self.places.next as usize;
        let mut found = [expected, next].into_iter().find(fits);
        if found.is_none() {
            found = NEAR.iter().map(|&step| expected.wrapping_add(step)).find(fits);
        }
        if found.is_none()
            && let Receiver::Pairs(searches) = &mut self.receivers[message.peer as usize]
            && *searches < SEARCHES
        {
            *searches += 1;
            found = range.clone().find(fits);
        }
        *place = number(found? - range.start);
        self.places.next = *place + 1;
        found
    }

    /// Takes a receive, unless it is taken.
    fn take(&mut self, receive: usize) -> bool {
        let bits = &mut self.taken[receive / 64];
        let bit = 1 << (receive % 64);
        let is_free = *bits & bit == 0;
        *bits |= bit;
        is_free
    }

    /// Undoes the pairs of ranks that were found not to have them.
    fn undo(&mut self) {
        let pairs = |rank: u32| matches!(self.receivers[rank as usize], Receiver::Pairs(_));
        if (0..self.schedule.ranks()).all(pairs) {
            return;
        }
        for rank in 0..self.schedule.ranks() {
            for at in self.schedule.range(rank) {
                let record = &self.schedule.records()[at];
                let receiver = match record.kind {
                    Kind::Send => record.peer,
                    Kind::Receive => rank,
                    _ => continue,
                };
                if !pairs(receiver) {
                    self.states.get_mut(number(at)).other = NONE;
                }
            }
        }
    }
}
