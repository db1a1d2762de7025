//! The complete record of a replay.

use super::{Cause, Match, Observer, Reason, Span};
use crate::schedule::{Operation, Record, Schedule};
use logpine_text::units::Time;
use std::cmp::Reverse;
use std::sync::OnceLock;

/// A message of a replay: the indices of its send and its reception among the operations of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// The index of the send.
    pub send: usize,
    /// The index of the reception.
    pub receive: usize,
}

/// The spans of all operations, 37 bytes each.
///
/// The span of a reception ends when its message is usable, before the [`Operation::Combine`] that may follow, whose own
/// span is next.
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    schedule: &'a Schedule,
    /// The spans in the order in which they were reported, so that memory is written sequentially.
    spans: Vec<Stored>,
    /// The reason for which each of them began no earlier.
    reasons: Vec<Reason>,
    /// The processor of each of them; empty as long as all use the first.
    processors: Vec<u8>,
    /// The messages that were reported.
    messages: Vec<Message>,
    /// The place of the span of each operation, by its index among those of all ranks; computed on first use.
    places: OnceLock<Vec<u32>>,
}

/// A span.
#[derive(Clone, Copy, Debug)]
struct Stored {
    start: Time,
    end: Time,
    free: Time,
    /// The operation's index among those of all ranks.
    at: u32,
    /// The index of the cause.
    cause: u32,
}

/// The place of an operation that has no span.
const UNTOLD: u32 = u32::MAX;

impl<'a> Timeline<'a> {
    /// A timeline without spans.
    #[must_use]
    pub fn new(schedule: &'a Schedule) -> Self {
        let operations = schedule.len();
        Self {
            schedule,
            spans: Vec::with_capacity(operations),
            reasons: Vec::with_capacity(operations),
            processors: Vec::new(),
            messages: Vec::new(),
            places: OnceLock::new(),
        }
    }

    /// The schedule of the replay.
    #[must_use]
    pub fn schedule(&self) -> &'a Schedule {
        self.schedule
    }

    /// The number of operations that have a span.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places().iter().filter(|&&place| place != UNTOLD).count()
    }

    /// True if no operation has a span.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The end of the last operation.
    #[must_use]
    pub fn finish(&self) -> Time {
        self.last().map_or(Time::ZERO, |span| span.end)
    }

    /// The span that ends last; among equals the first of the lowest rank. `None` without spans.
    #[must_use]
    pub fn last(&self) -> Option<Span> {
        let later = |last: &Stored, next: &Stored| (next.end, Reverse(next.at)) > (last.end, Reverse(last.at));
        let is_latest = |(place, span): &(u32, &Stored)| self.places()[span.at as usize] == *place;
        let told = (0u32..).zip(&self.spans).filter(is_latest).map(|(_, span)| span);
        let last = told.reduce(|last, next| if later(last, next) { next } else { last })?;
        self.at(last.at as usize)
    }

    /// The span of an operation, by its rank and its index among the rank's.
    #[must_use]
    pub fn get(&self, rank: u32, operation: u32) -> Option<Span> {
        self.span_at(self.index(rank, operation)?, rank)
    }

    /// The spans of a rank's operations, in program order.
    pub fn rank(&self, rank: u32) -> impl Iterator<Item = Span> + '_ {
        self.schedule.range(rank).filter_map(move |at| self.span_at(at, rank))
    }

    /// The span of an operation, by its index among those of all ranks.
    #[must_use]
    pub fn at(&self, at: usize) -> Option<Span> {
        if at < self.schedule.len() { self.span_at(at, self.schedule.rank_of(at)) } else { None }
    }

    /// The operations that have a span, as indices among those of all ranks, by start; among equals by end, and then as
    /// they were reported, causes first.
    #[must_use]
    pub fn by_start(&self) -> Vec<u32> {
        let mut order: Vec<u32> =
            (0..).zip(self.places()).filter(|&(_, &place)| place != UNTOLD).map(|(at, _)| at).collect();
        let key =
            |&at: &u32| (self.stored(at as usize).map(|(span, _)| (span.start, span.end)), self.places()[at as usize]);
        order.sort_unstable_by_key(key);
        order
    }

    /// The operation of a span.
    pub fn operation(&self, span: &Span) -> Option<Operation> {
        let at = self.index(span.rank, span.operation)?;
        self.schedule.records().get(at).map(Record::operation)
    }

    /// The index of an operation among those of all ranks.
    #[inline]
    pub(super) fn index(&self, rank: u32, operation: u32) -> Option<usize> {
        let range = self.schedule.range(rank);
        let at = range.start.checked_add(operation as usize)?;
        range.contains(&at).then_some(at)
    }

    /// The messages that were reported, in no order.
    pub(super) fn told_messages(&self) -> &[Message] {
        &self.messages
    }

    /// The times at which an operation starts, ends and frees its interface, by its index among those of all ranks.
    pub(super) fn times(&self, at: usize) -> Option<[Time; 3]> {
        self.stored(at).map(|(span, _)| [span.start, span.end, span.free])
    }

    /// The processor that an operation occupied; 0 for one that has no span.
    pub fn processor(&self, at: usize) -> u8 {
        let place = self.places().get(at).copied().unwrap_or(UNTOLD);
        self.processors.get(place as usize).copied().unwrap_or(0)
    }

    /// The place of the span of each operation: the one that was reported last.
    fn places(&self) -> &[u32] {
        self.places.get_or_init(|| {
            let mut places = vec![UNTOLD; self.schedule.len()];
            for (place, span) in (0..).zip(&self.spans) {
                places[span.at as usize] = place;
            }
            places
        })
    }

    fn stored(&self, at: usize) -> Option<(&Stored, Reason)> {
        let place = *self.places().get(at)? as usize;
        Some((self.spans.get(place)?, *self.reasons.get(place)?))
    }

    fn span_at(&self, at: usize, rank: u32) -> Option<Span> {
        let (&Stored { start, end, free, cause, .. }, reason) = self.stored(at)?;
        let within = |rank: u32, at: usize| u32::try_from(at - self.schedule.range(rank).start).unwrap_or(u32::MAX);
        let of = self.cause_rank(at, rank, cause as usize);
        let cause = Cause { reason, rank: of, operation: within(of, cause as usize) };
        Some(Span { rank, operation: within(rank, at), processor: self.processor(at), start, end, free, cause })
    }

    /// The rank of the cause of a rank's operation: its own, or usually the one that a reception names.
    fn cause_rank(&self, at: usize, rank: u32, cause: usize) -> u32 {
        let peer = self.schedule.records()[at].peer;
        let named = [rank, peer].into_iter().find(|&rank| self.schedule.range(rank).contains(&cause));
        named.unwrap_or_else(|| self.schedule.rank_of(cause))
    }
}

/// Ignores spans of operations that the schedule does not have; a cause that it does not have counts as none.
impl Observer for Timeline<'_> {
    const SPANS: bool = true;

    #[inline]
    fn span(&mut self, span: Span) {
        let Some(at) = self.index(span.rank, span.operation) else { return };
        let cause = self.index(span.cause.rank, span.cause.operation).unwrap_or(at);
        let Span { processor, start, end, free, cause: Cause { reason, .. }, .. } = span;
        // A schedule has fewer than 2^32 operations.
        let [at, cause] = [at, cause].map(|index| u32::try_from(index).unwrap_or(u32::MAX));
        self.places.take();
        self.spans.push(Stored { start, end, free, at, cause });
        self.reasons.push(reason);
        if processor != 0 || !self.processors.is_empty() {
            self.processors.resize(self.spans.len() - 1, 0);
            self.processors.push(processor);
        }
    }

    fn received(&mut self, message: Match) {
        let Match { sender, send, receiver, reception } = message;
        if let (Some(send), Some(receive)) = (self.index(sender, send), self.index(receiver, reception)) {
            self.messages.push(Message { send, receive });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::ScheduleBuilder;

    /// Ranks with 2, 0, 0, 3 and 0 operations.
    fn schedule() -> Schedule {
        let mut builder = ScheduleBuilder::new();
        for operations in [2, 0, 0, 3, 0] {
            builder.begin_rank().expect("few");
            for _ in 0..operations {
                builder.push(Operation::Calculate { time: Time::ZERO }).expect("few");
            }
        }
        builder.finish().expect("few")
    }

    fn span(rank: u32, operation: u32, start: u64, cause: (u32, u32)) -> Span {
        let cause = Cause { reason: Reason::Order, rank: cause.0, operation: cause.1 };
        let start = Time::from_ticks(start);
        Span { rank, operation, processor: 0, start, end: Time::from_ticks(start.ticks() + 2), free: start, cause }
    }

    #[test]
    fn spans_are_kept_in_whatever_order_they_are_told() {
        let schedule = schedule();
        let mut timeline = Timeline::new(&schedule);
        let spans = [span(3, 2, 1, (0, 1)), span(0, 1, 9, (3, 2)), span(3, 0, 4, (3, 0))];
        for span in spans {
            timeline.span(span);
        }
        // A span that is reported twice counts once; one that does not exist, not at all.
        timeline.span(spans[0]);
        timeline.span(span(1, 0, 90, (0, 0)));
        assert_eq!((timeline.len(), timeline.finish()), (3, Time::from_ticks(11)));
        assert_eq!(timeline.last(), Some(spans[1]));
        for span in spans {
            assert_eq!(timeline.get(span.rank, span.operation), Some(span));
        }
        assert_eq!([timeline.get(3, 1), timeline.get(3, 3), timeline.get(7, 0), timeline.at(5)], [None; 4]);
        assert_eq!(timeline.rank(3).collect::<Vec<_>>(), [spans[2], spans[0]]);
        assert_eq!(timeline.by_start(), [4, 2, 1]);
        assert_eq!(timeline.by_start().iter().find_map(|&at| timeline.at(at as usize)), Some(spans[0]));
    }

    #[test]
    fn an_unknown_cause_is_none() {
        let schedule = schedule();
        let mut timeline = Timeline::new(&schedule);
        timeline.span(span(3, 1, 0, (9, 9)));
        assert_eq!(timeline.get(3, 1), Some(span(3, 1, 0, (3, 1))));
        assert_eq!(size_of::<Stored>(), 32);
    }
}
