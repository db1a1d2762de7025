//! Matching of sends and receives.
//!
//! Messages are matched for each sender, receiver and tag in order: the first send belongs to the first receive. Remaining
//! sends go to receives of any sender or tag, as far as the numbers allow; which of them receives which message depends on
//! time.
//!
//! If operations of some rank could not be read, only faults that are certain are reported: a send to a fully known rank
//! with too few receives, and a receive from a fully known rank with too few sends.

use super::place::{Site, Sites};
use super::unread::{Matched, Unread};
use logpine_collectives::schedule::{ANY, Operation, Schedule};
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

/// Reports every send that is never received and every receive without a send.
///
/// **Complexity** O(operations + ranks + m log m), where m is the largest number of messages of a rank; 8 bytes a message.
pub(super) fn check(schedule: &Schedule, sites: &dyn Sites, unread: &Unread, faults: &mut Faults<'_>) {
    if unread.matched() == Matched::None {
        return;
    }
    let incoming = Incoming::new(schedule);
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    for rank in 0..schedule.ranks() {
        sends.clear();
        receives.clear();
        sends.extend(incoming.of(rank).iter().map(|&(from, at)| Message::new(schedule, at, from)));
        receives.extend(schedule.range(rank).filter_map(|at| {
            let at = u32::try_from(at).ok()?;
            match schedule.records()[at as usize].operation() {
                Operation::Receive { from, .. } if from < schedule.ranks() || from == ANY => {
                    Some(Message::new(schedule, at, from))
                }
                _ => None,
            }
        }));
        sort(&mut sends, |message| (message.peer, message.tag));
        sort(&mut receives, |message| (message.peer, message.tag));
        if sends.len() == receives.len() && sends.iter().zip(&receives).all(|(send, receive)| send == receive) {
            continue;
        }
        Receiver { schedule, sites, unread, rank }.check(&sends, &receives, faults);
    }
}

/// The sends to each rank.
struct Incoming {
    starts: Vec<u32>,
    /// The senders and the indices of the sends among all operations, in this order.
    sends: Vec<(u32, u32)>,
}

impl Incoming {
    fn new(schedule: &Schedule) -> Self {
        let receiver = |operation: Operation| match operation {
            Operation::Send { to, .. } if to < schedule.ranks() => Some(to as usize),
            _ => None,
        };
        let mut starts = vec![0u32; schedule.ranks() as usize + 1];
        for to in schedule.records().iter().filter_map(|record| receiver(record.operation())) {
            starts[to] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filled from the end, so that each end becomes a start.
        let mut sends = vec![(0, 0); end as usize];
        for rank in (0..schedule.ranks()).rev() {
            for (at, record) in schedule.range(rank).zip(schedule.rank(rank)).rev() {
                if let (Some(to), Ok(at)) = (receiver(record.operation()), u32::try_from(at)) {
                    starts[to] -= 1;
                    sends[starts[to] as usize] = (rank, at);
                }
            }
        }
        Self { starts, sends }
    }

    fn of(&self, rank: u32) -> &[(u32, u32)] {
        let [start, end] = [rank as usize, rank as usize + 1].map(|at| self.starts[at] as usize);
        &self.sends[start..end]
    }
}

/// A send to the rank, or a receive by it.
#[derive(Clone, Copy)]
struct Message {
    /// The sender.
    peer: u32,
    tag: u32,
    /// The index among all operations.
    at: u32,
    bytes: u64,
}

/// Equality of the messages that a send provides and a receive expects.
impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        (self.peer, self.tag, self.bytes) == (other.peer, other.tag, other.bytes)
    }
}

impl Message {
    fn new(schedule: &Schedule, at: u32, peer: u32) -> Self {
        let (bytes, tag) = match schedule.records()[at as usize].operation() {
            Operation::Send { bytes, tag, .. } | Operation::Receive { bytes, tag, .. } => (bytes, tag),
            _ => (0, 0),
        };
        Self { peer, tag, at, bytes }
    }
}

fn sort<K: Ord>(messages: &mut [Message], key: impl Fn(&Message) -> K) {
    messages.sort_unstable_by_key(|message| (key(message), message.at));
}

/// Unmatched sends and receives.
struct Left {
    sends: Vec<Message>,
    receives: Vec<Message>,
}

impl Left {
    /// Pairs sends and receives with the same key, in listed order.
    fn pair<K: Ord>(self, key: impl Fn(&Message) -> K, mut paired: impl FnMut(Message, Message)) -> Self {
        let Self { mut sends, mut receives } = self;
        sort(&mut sends, &key);
        sort(&mut receives, &key);
        let mut left = Self { sends: Vec::new(), receives: Vec::new() };
        let mut receives = receives.into_iter().peekable();
        for send in sends {
            while let Some(receive) = receives.next_if(|receive| key(receive) < key(&send)) {
                left.receives.push(receive);
            }
            match receives.next_if(|receive| key(receive) == key(&send)) {
                Some(receive) => paired(send, receive),
                None => left.sends.push(send),
            }
        }
        left.receives.extend(receives);
        left
    }

    /// Pairs the receives selected by `form` with the sends.
    fn wildcards<K: Ord>(&mut self, form: impl Fn(&Message) -> bool, key: impl Fn(&Message) -> K) {
        let (receives, others): (Vec<Message>, _) = std::mem::take(&mut self.receives).into_iter().partition(form);
        let left = Self { sends: std::mem::take(&mut self.sends), receives }.pair(key, |_, _| {});
        self.sends = left.sends;
        self.receives = others;
        self.receives.extend(left.receives);
    }
}

/// The checker of one receiving rank.
#[derive(Clone, Copy)]
struct Receiver<'a> {
    schedule: &'a Schedule,
    sites: &'a dyn Sites,
    unread: &'a Unread,
    rank: u32,
}

impl Receiver<'_> {
    /// Reports unmatched sends and receives.
    fn check(self, sends: &[Message], receives: &[Message], faults: &mut Faults<'_>) {
        let mut left = Left { sends: sends.to_vec(), receives: receives.to_vec() }
            .pair(|message| (message.peer, message.tag), |send, receive| self.sizes(send, receive, faults));
        let (any_tag, any_sender) = (|receive: &Message| receive.tag == ANY, |receive: &Message| receive.peer == ANY);
        left.wildcards(|receive| any_tag(receive) && !any_sender(receive), |message| message.peer);
        left.wildcards(|receive| !any_tag(receive) && any_sender(receive), |message| message.tag);
        left.wildcards(|receive| any_tag(receive) && any_sender(receive), |_| ());
        // A receive of any tag may have taken a message that a receive from any sender needs, so that only numbers can be
        // compared.
        let of_any_tag = receives.iter().any(|receive| any_tag(receive) && !any_sender(receive));
        if of_any_tag && receives.iter().any(|receive| any_sender(receive) && !any_tag(receive)) {
            left.wildcards(|receive| any_tag(receive) || any_sender(receive), |_| ());
        }
        left.sends.retain(|_| self.unread.knows(self.rank));
        left.receives.retain(|receive| self.knows_sender(receive.peer));
        let left = left
            .pair(|message| message.peer, |send, receive| faults.add_with("tag-mismatch", || self.tags(send, receive)));
        for send in left.sends {
            faults.add_with("unmatched-send", || self.unmatched_send(send));
        }
        for receive in left.receives {
            faults.add_with("unmatched-receive", || self.unmatched_receive(receive));
        }
    }

    fn unmatched_send(self, send: Message) -> (Range<usize>, Diagnostic) {
        let (from, to, tag) = (send.peer, self.rank, send.tag);
        let message = format!("rank {to} never receives this message from rank {from}, tag {tag}");
        let hint = "add a receive with the same tag to the other rank, or remove the send";
        (self.site(send.peer, send).span, Diagnostic::error("unmatched-send", message, hint))
    }

    fn unmatched_receive(self, receive: Message) -> (Range<usize>, Diagnostic) {
        let (rank, sender, tag) = (self.rank, sender(receive.peer), with_tag(receive.tag));
        let message = format!("rank {rank} waits here forever: {sender} sends it no message{tag} that is left");
        let hint = "add a send with the same tag to the other rank, or remove the receive";
        (self.site(self.rank, receive).span, Diagnostic::error("unmatched-receive", message, hint))
    }

    /// True if all sends that may belong to the receive are known.
    fn knows_sender(self, sender: u32) -> bool {
        if sender == ANY { self.unread.matched() == Matched::All } else { self.unread.knows(sender) }
    }

    fn sizes(self, send: Message, receive: Message, faults: &mut Faults<'_>) {
        // An unreadable operation between the two may change the pairing.
        let are_known = self.unread.knows(send.peer) && self.unread.knows(self.rank);
        if send.bytes != receive.bytes && are_known {
            faults.add_with("size-mismatch", || {
                let place = self.site(send.peer, send).place;
                let kind = Diagnostic::warning(
                    "size-mismatch",
                    format!(
                        "the message received here has {sent} bytes ({place}), not {received}; the sender's \
                        number counts",
                        sent = send.bytes,
                        received = receive.bytes
                    ),
                    "write the same size in both",
                );
                (self.site(self.rank, receive).span, kind)
            });
        }
    }

    fn tags(self, send: Message, receive: Message) -> (Range<usize>, Diagnostic) {
        let place = self.site(send.peer, send).place;
        let kind = Diagnostic::error(
            "tag-mismatch",
            format!(
                "rank {from} sends no message with tag {tag} for this receive, but one with tag {sent}, \
                never received ({place})",
                from = send.peer,
                tag = receive.tag,
                sent = send.tag
            ),
            "give both the same tag",
        );
        (self.site(self.rank, receive).span, kind)
    }

    fn site(self, owner: u32, message: Message) -> Site {
        let first = u32::try_from(self.schedule.range(owner).start).unwrap_or(0);
        self.sites.site(owner, message.at.saturating_sub(first))
    }
}

fn sender(from: u32) -> String {
    if from == ANY { "no rank".to_owned() } else { format!("rank {from}") }
}

fn with_tag(tag: u32) -> String {
    if tag == ANY { String::new() } else { format!(" with tag {tag}") }
}
