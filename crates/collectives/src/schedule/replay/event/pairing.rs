//! Pairs of receives and messages that are known before the replay begins, since no other match is possible.

use super::number::number;
use super::receiver::Receiver;
use super::states::{Class, NONE, State, States};
use crate::schedule::Schedule;
use crate::schedule::operations::Kind;
use std::hint::black_box;
use std::ops::Range;

/// The number of sends whose memory is fetched at once.
const BLOCK: usize = 64;
/// The offsets from the place at which a receive is expected to those where it may be instead.
const NEAR: [usize; 6] = [1, usize::MAX, 2, usize::MAX - 1, 3, usize::MAX - 2];
/// The number of places of sends that are distinguished.
const PLACES: usize = 1 << 12;
/// The largest number of searches among all receives of a rank; more would cost more than matching the messages as they
/// arrive.
const SEARCHES: u8 = 8;

/// The receives that are known to take certain messages.
///
/// A rank's messages are paired if sender and tag distinguish all its receives, and every message for it has its own
/// receive of the same size. Otherwise they are matched as they arrive. A receive is expected at the place in its rank at
/// which the receive of the last send with the same place in its rank was found, since ranks mostly do the same; or next
/// to it.
#[derive(Debug)]
pub(super) struct Pairs {
    receivers: Vec<Receiver>,
}

impl Pairs {
    /// Pairs messages with receives: afterwards [`State::other`] of a send is its receive, and of a receive its send.
    pub(super) fn new(schedule: &Schedule, states: &mut States, receivers: Vec<Receiver>) -> Self {
        let places = Places { by_send: vec![0; PLACES], next: 0 };
        let mut pairing = Pairing { schedule, states, receivers, places };
        let mut sends = Vec::with_capacity(BLOCK);
        for sender in 0..schedule.ranks() {
            for (place, at) in schedule.range(sender).enumerate() {
                if pairing.states.get(number(at)).class() == Class::Send {
                    sends.push(Send { sender, at: number(at), place: place % PLACES });
                    if sends.len() == BLOCK {
                        pairing.pair(&mut sends);
                    }
                }
            }
        }
        pairing.pair(&mut sends);
        pairing.undo();
        Self { receivers: pairing.receivers }
    }

    /// True if the messages to a rank are paired with its receives.
    #[inline]
    pub(super) fn has(&self, rank: u32) -> bool {
        matches!(self.receivers[rank as usize], Receiver::Pairs(_))
    }

    /// The ranks that receive from any sender or with any tag.
    pub(super) fn wildcards(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.receivers).filter(|&(_, &receiver)| receiver == Receiver::Wildcards).map(|(rank, _)| rank)
    }
}

/// A send to be paired.
#[derive(Clone, Copy)]
struct Send {
    sender: u32,
    at: u32,
    /// The place in its rank, modulo [`PLACES`].
    place: usize,
}

/// The places in their ranks at which receives were found.
struct Places {
    /// By the place of the send.
    by_send: Vec<u32>,
    /// The place after the one found last.
    next: u32,
}

/// The pairing under way.
struct Pairing<'a> {
    schedule: &'a Schedule,
    states: &'a mut States,
    receivers: Vec<Receiver>,
    places: Places,
}

impl Pairing<'_> {
    /// Pairs some sends.
    fn pair(&mut self, sends: &mut Vec<Send>) {
        // Reads at once the data that are then used one by one, so that the memory fetches them side by side.
        let last = self.schedule.len().saturating_sub(1);
        let sum = sends.iter().fold(0, |sum, send| {
            let receiver = self.states.get(send.at).peer;
            let expected = self.schedule.range(receiver).start + self.places.by_send[send.place] as usize;
            sum ^ self.states.get(number(expected.min(last))).peer
        });
        black_box(sum);
        for send in sends.drain(..) {
            let message = self.states.get(send.at);
            let mut found = None;
            if let Receiver::Pairs(_) = self.receivers[message.peer as usize] {
                found = self.find(send, message);
                if found.is_none() {
                    self.receivers[message.peer as usize] = Receiver::Matches;
                }
            }
            if let Some(receive) = found {
                self.states.get_mut(receive).pair(send.at);
            }
            self.states.get_mut(send.at).other = found.unwrap_or(NONE);
        }
    }

    /// The receive of a message.
    #[inline]
    fn find(&mut self, send: Send, message: State) -> Option<u32> {
        let range = self.schedule.range(message.peer);
        let guesses = [self.places.by_send[send.place], self.places.next].map(|place| range.start + place as usize);
        let found = guesses.into_iter().find(|&at| at < range.end && self.fits(at, send, message));
        let found = match found {
            Some(found) => found,
            None => self.search(range.clone(), guesses[0], send, message)?,
        };
        let place = number(found - range.start);
        self.places.by_send[send.place] = place;
        self.places.next = place + 1;
        Some(number(found))
    }

    /// Searches the receive of a message among those of its rank, if it is not at the expected place.
    #[cold]
    fn search(&mut self, range: Range<usize>, expected: usize, send: Send, message: State) -> Option<usize> {
        let mut near = NEAR.iter().map(|&step| expected.wrapping_add(step)).filter(|at| range.contains(at));
        let found = near.find(|&at| self.fits(at, send, message));
        if found.is_none()
            && let Receiver::Pairs(searches) = &mut self.receivers[message.peer as usize]
            && *searches < SEARCHES
        {
            *searches += 1;
            return range.clone().find(|&at| self.fits(at, send, message));
        }
        found
    }

    /// True if an operation is the receive of a message and is not taken.
    #[inline]
    fn fits(&self, at: usize, send: Send, message: State) -> bool {
        let amount = |at: usize| self.schedule.records()[at].amount;
        self.states.get(number(at)).receives(send.sender, message)
            && (!message.is_long() || amount(at) == amount(send.at as usize))
    }

    /// Undoes the pairs of ranks that turned out not to be pairable.
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
