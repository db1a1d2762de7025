//! Which reception has which message.

use super::{Reason, Timeline};
use crate::schedule::{ANY, Operation};
use crate::units::Time;

/// A message of a replay: the indices of its send and its reception among the operations of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// Of the send.
    pub send: usize,
    /// Of the reception.
    pub receive: usize,
}

/// A send or a reception whose other end is looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    receiver: u32,
    sender: u32,
    tag: u32,
    start: Time,
    at: usize,
}

/// The messages of a timeline, by send. A reception that waited for its message names it as its cause; of the others, the
/// messages between two ranks with the same tag are received in the order in which they are sent, and receptions of any
/// sender or any tag take the oldest that is left.
#[must_use]
pub fn messages(timeline: &Timeline) -> Vec<Message> {
    let mut found = Vec::new();
    let (mut sends, mut receptions, mut any) = (Vec::new(), Vec::new(), Vec::new());
    let schedule = timeline.schedule();
    for rank in 0..schedule.ranks() {
        for span in timeline.rank(rank) {
            let at = schedule.range(rank).start + span.operation as usize;
            match timeline.operation(&span) {
                Some(Operation::Send { to, tag, .. }) => {
                    sends.push(End { receiver: to, sender: rank, tag, start: span.start, at });
                }
                Some(Operation::Receive { from, tag, .. }) => {
                    let send = timeline.index(span.cause.rank, span.cause.operation);
                    let known = send.filter(|&send| {
                        let operation = schedule.records()[send].operation();
                        span.cause.reason == Reason::Message
                            && matches!(operation, Operation::Send { to, .. } if to == rank)
                    });
                    let end = End { receiver: rank, sender: from, tag, start: span.start, at };
                    match known {
                        Some(send) => found.push(Message { send, receive: at }),
                        None if from == ANY || tag == ANY => any.push(end),
                        None => receptions.push(end),
                    }
                }
                _ => {}
            }
        }
    }
    found.sort_unstable();
    sends.retain(|send| found.binary_search_by_key(&send.at, |message| message.send).is_err());
    let left = match_exact(sends, receptions, &mut found);
    match_any(left, any, &mut found);
    found.sort_unstable();
    found
}

/// Matches receptions that name sender and tag; the sends that are left.
fn match_exact(mut sends: Vec<End>, mut receptions: Vec<End>, found: &mut Vec<Message>) -> Vec<End> {
    sends.sort_unstable();
    receptions.sort_unstable();
    let of = |end: &End| (end.receiver, end.sender, end.tag);
    let mut receptions = receptions.into_iter().peekable();
    sends.retain(|send| {
        while receptions.next_if(|reception| of(reception) < of(send)).is_some() {}
        let Some(reception) = receptions.next_if(|reception| of(reception) == of(send)) else { return true };
        found.push(Message { send: send.at, receive: reception.at });
        false
    });
    sends
}

/// Matches receptions of any sender or any tag.
fn match_any(mut sends: Vec<End>, mut receptions: Vec<End>, found: &mut Vec<Message>) {
    let order = |end: &End| (end.receiver, end.start, end.at);
    sends.sort_unstable_by_key(order);
    receptions.sort_unstable_by_key(order);
    let mut taken = vec![false; sends.len()];
    let mut first = 0;
    for reception in receptions {
        // Sends before `first` are taken, or to ranks whose receptions are all done.
        while first < sends.len() && (taken[first] || sends[first].receiver < reception.receiver) {
            first += 1;
        }
        let fits = |send: &End| {
            [(reception.sender, send.sender), (reception.tag, send.tag)]
                .iter()
                .all(|&(asked, has)| asked == ANY || asked == has)
        };
        let to_it = sends[first..].iter().take_while(|send| send.receiver == reception.receiver);
        let oldest = to_it.enumerate().find(|&(index, send)| !taken[first + index] && fits(send));
        if let Some((index, send)) = oldest {
            taken[first + index] = true;
            found.push(Message { send: send.at, receive: reception.at });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::replay::{Cause, Observer, Span};
    use crate::schedule::{Schedule, ScheduleBuilder};

    fn schedule(ranks: &[&[Operation]]) -> Schedule {
        let mut builder = ScheduleBuilder::new();
        for operations in ranks {
            builder.begin_rank().expect("few");
            for &operation in *operations {
                builder.push(operation).expect("few");
            }
        }
        builder.finish().expect("few")
    }

    fn send(to: u32, tag: u32) -> Operation {
        Operation::Send { to, bytes: 1, tag }
    }

    fn receive(from: u32, tag: u32) -> Operation {
        Operation::Receive { from, bytes: 1, tag }
    }

    #[test]
    fn messages_are_found_by_cause_then_by_age_then_among_what_is_left() {
        // Operations 0 to 3 of rank 0, 4 and 5 of rank 1, 6 to 9 of rank 2.
        let schedule = schedule(&[
            &[send(2, 7), send(2, 7), send(2, 7), send(1, 0)],
            &[receive(0, 0), send(2, 5)],
            &[receive(ANY, 5), receive(0, 7), receive(0, 7), receive(0, ANY)],
        ]);
        let mut timeline = Timeline::new(&schedule);
        let mut tell = |rank, operation, start, reason, cause: (u32, u32)| {
            let (start, cause) = (Time::from_ticks(start), Cause { reason, rank: cause.0, operation: cause.1 });
            timeline.span(Span { rank, operation, start, end: start, free: start, cause });
        };
        // The second is sent first, and the first is what operation 8 waited for.
        for (operation, start) in [(0, 5), (1, 1), (2, 9), (3, 10)] {
            tell(0, operation, start, Reason::Order, (0, operation));
        }
        tell(1, 0, 20, Reason::Message, (0, 3));
        tell(1, 1, 21, Reason::Order, (1, 0));
        tell(2, 0, 30, Reason::Processor, (2, 0));
        tell(2, 1, 31, Reason::Processor, (2, 0));
        tell(2, 2, 32, Reason::Message, (0, 0));
        tell(2, 3, 33, Reason::Processor, (2, 2));
        let pairs: Vec<_> = messages(&timeline).iter().map(|message| (message.send, message.receive)).collect();
        assert_eq!(pairs, [(0, 8), (1, 7), (2, 9), (3, 4), (5, 6)]);
    }

    #[test]
    fn receptions_that_are_never_told_have_none() {
        let schedule = schedule(&[&[send(1, 0), send(5, 0)], &[receive(0, 0), receive(ANY, ANY), receive(0, 3)]]);
        assert_eq!(messages(&Timeline::new(&schedule)), []);
    }
}
