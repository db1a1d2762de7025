//! Matching of sends and receptions.

use super::timeline::{Message, Timeline};
use crate::schedule::Operation;
use logpine_text::units::Time;

/// A send or a reception whose counterpart is searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    receiver: u32,
    sender: u32,
    tag: u32,
    start: Time,
    at: usize,
}

/// The messages of a timeline, by send. Messages [reported](super::Observer::received) by the replay are taken over; the
/// other messages between two ranks with the same tag are received in the order in which they are sent. Time O(n log n)
/// for n operations.
#[must_use]
pub fn messages(timeline: &Timeline) -> Vec<Message> {
    let schedule = timeline.schedule();
    let mut found = timeline.told_messages().to_vec();
    let mut is_told = vec![false; schedule.len()];
    for message in &found {
        (is_told[message.send], is_told[message.receive]) = (true, true);
    }
    let (mut sends, mut receptions) = (Vec::new(), Vec::new());
    for rank in 0..schedule.ranks() {
        for at in schedule.range(rank).filter(|&at| !is_told[at]) {
            let Some([start, ..]) = timeline.times(at) else { continue };
            match schedule.records()[at].operation() {
                Operation::Send { to, tag, .. } => sends.push(End { receiver: to, sender: rank, tag, start, at }),
                Operation::Receive { from, tag, .. } => {
                    receptions.push(End { receiver: rank, sender: from, tag, start, at });
                }
                _ => {}
            }
        }
    }
    sends.sort_unstable();
    receptions.sort_unstable();
    let of = |end: &End| (end.receiver, end.sender, end.tag);
    let mut receptions = receptions.into_iter().peekable();
    for send in sends {
        while receptions.next_if(|reception| of(reception) < of(&send)).is_some() {}
        if let Some(reception) = receptions.next_if(|reception| of(reception) == of(&send)) {
            found.push(Message { send: send.at, receive: reception.at });
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::replay::{Cause, Match, Observer, Reason, Span};
    use crate::schedule::{ANY, Schedule, ScheduleBuilder};

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
    fn messages_are_as_they_were_told_else_by_age() {
        // Operations 0 to 3 of rank 0, 4 and 5 of rank 1, 6 to 9 of rank 2.
        let schedule = schedule(&[
            &[send(2, 7), send(2, 7), send(2, 7), send(1, 0)],
            &[receive(0, 0), send(2, 5)],
            &[receive(ANY, 5), receive(0, 7), receive(0, 7), receive(0, ANY)],
        ]);
        let mut timeline = Timeline::new(&schedule);
        let starts = [(0, 0, 5), (0, 1, 1), (0, 2, 9), (0, 3, 10), (1, 0, 20), (1, 1, 21)];
        for (rank, operation, start) in starts.into_iter().chain([(2, 0, 30), (2, 1, 31), (2, 2, 32), (2, 3, 33)]) {
            let (start, cause) = (Time::from_ticks(start), Cause { reason: Reason::Order, rank, operation });
            timeline.span(Span { rank, operation, processor: 0, start, end: start, free: start, cause });
        }
        // Of the rest, the second send of rank 0 is the first.
        for (sender, send, reception) in [(1, 1, 0), (0, 2, 3), (0, 9, 1)] {
            timeline.received(Match { sender, send, receiver: 2, reception });
        }
        let pairs: Vec<_> = messages(&timeline).iter().map(|message| (message.send, message.receive)).collect();
        assert_eq!(pairs, [(0, 8), (1, 7), (2, 9), (3, 4), (5, 6)]);
    }

    #[test]
    fn receptions_that_are_never_told_have_none() {
        let schedule = schedule(&[&[send(1, 0), send(5, 0)], &[receive(0, 0), receive(ANY, ANY), receive(0, 3)]]);
        assert_eq!(messages(&Timeline::new(&schedule)), []);
    }
}
