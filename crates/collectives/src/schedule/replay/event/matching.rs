//! Matching of messages and receives that are not paired in advance.

use super::states::{NONE, States};
use crate::schedule::ANY;
use crate::schedule::operations::{Kind, Record};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Receives that wait for a message, and messages that wait for a receive, of the ranks whose pairs are not known
/// beforehand: the oldest message goes to the first of the receives posted.
///
/// Without wildcards, operations with the same receiver, sender and tag are in one list, linked through
/// [`State::other`](super::states::State::other): either messages or receives. Ranks with wildcards search their lists
/// from the front.
#[derive(Debug, Default)]
pub(super) struct Matching {
    lists: FxHashMap<Envelope, List>,
    searched: FxHashMap<u32, Searched>,
}

/// Receiver, sender and tag.
type Envelope = (u32, u32, u32);

/// The first and the last of a list.
#[derive(Clone, Copy, Debug)]
struct List {
    first: u32,
    last: u32,
}

/// The lists of a rank with wildcards, in order of arrival: the receives posted, and the messages with their senders.
#[derive(Debug, Default)]
struct Searched {
    receives: VecDeque<u32>,
    messages: VecDeque<(u32, u32)>,
}

impl Matching {
    /// Marks a rank as having wildcards.
    pub(super) fn search(&mut self, rank: u32) {
        self.searched.entry(rank).or_default();
    }

    /// Lets a message arrive at a rank. Returns the receive that takes it; if there is none, the message waits.
    pub(super) fn arrive(
        &mut self,
        records: &[Record],
        states: &mut States,
        rank: u32,
        sender: u32,
        send: u32,
    ) -> Option<u32> {
        let tag = records[send as usize].tag;
        if let Some(searched) = self.searched.get_mut(&rank) {
            let takes = |&receive: &u32| accepts(&records[receive as usize], sender, tag);
            let found = searched.receives.iter().position(takes).and_then(|at| searched.receives.remove(at));
            if found.is_none() {
                searched.messages.push_back((sender, send));
            }
            return found;
        }
        self.take_or_wait(records, states, (rank, sender, tag), send)
    }

    /// Posts a receive of a rank. Returns the message that it takes; if there is none, the receive waits.
    pub(super) fn post(&mut self, records: &[Record], states: &mut States, rank: u32, receive: u32) -> Option<u32> {
        let wanted = &records[receive as usize];
        if let Some(searched) = self.searched.get_mut(&rank) {
            let taken = |&(sender, send): &(u32, u32)| accepts(wanted, sender, records[send as usize].tag);
            let found = searched.messages.iter().position(taken).and_then(|at| searched.messages.remove(at));
            if found.is_none() {
                searched.receives.push_back(receive);
            }
            return found.map(|(_, send)| send);
        }
        self.take_or_wait(records, states, (rank, wanted.peer, wanted.tag), receive)
    }

    /// Takes the first operation of the other kind from the list of an envelope; if there is none, the operation joins
    /// the list.
    fn take_or_wait(
        &mut self,
        records: &[Record],
        states: &mut States,
        envelope: Envelope,
        operation: u32,
    ) -> Option<u32> {
        states.get_mut(operation).other = NONE;
        let kind = |operation: u32| records[operation as usize].kind;
        let Some(list) = self.lists.get_mut(&envelope) else {
            self.lists.insert(envelope, List { first: operation, last: operation });
            return None;
        };
        let first = list.first;
        if kind(first) == kind(operation) {
            states.get_mut(list.last).other = operation;
            list.last = operation;
            return None;
        }
        list.first = states.get(first).other;
        if list.first == NONE {
            self.lists.remove(&envelope);
        }
        Some(first)
    }
}

/// True if a receive takes messages with this sender and tag.
fn accepts(receive: &Record, sender: u32, tag: u32) -> bool {
    debug_assert!(receive.kind == Kind::Receive);
    (receive.peer == sender || receive.peer == ANY) && (receive.tag == tag || receive.tag == ANY)
}
