//! The operations that fill the rounds of a clock.

use super::{Span, Timeline};
use crate::schedule::Operation;
use logpine_text::units::Time;
use std::cmp::Reverse;

/// An operation that fills a round: the round is as long as it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filler {
    pub(super) span: Span,
    /// The time at which it is done and, if the round has time for that, its network interface is free.
    pub(super) until: Time,
}

/// The time at which an operation is done, true if only its interface is kept until then, and its index among those of
/// all ranks.
type Done = (Time, Reverse<bool>, Reverse<u32>);

/// The operations that fill the rounds of a schedule, whose ends are the times until which ranks wait.
pub(super) struct Rounds {
    /// Ascending.
    ends: Vec<Time>,
    /// For each round the operation that is done last; among equals one that keeps its processor to the end, then the
    /// first.
    last: Vec<Option<Done>>,
}

impl Rounds {
    /// The rounds of a timeline. Time O(n log r) for n operations and r rounds.
    pub(super) fn new(timeline: &Timeline) -> Self {
        let waits = timeline.schedule().records().iter().filter_map(|record| match record.operation() {
            Operation::Wait { until } => Some(until),
            _ => None,
        });
        let mut ends: Vec<Time> = waits.collect();
        ends.sort_unstable();
        ends.dedup();
        let mut rounds = Self { last: vec![None; ends.len()], ends };
        for (at, record) in (0u32..).zip(timeline.schedule().records()) {
            let Some(times) = timeline.times(at as usize) else { continue };
            let Some((round, until)) = rounds.round(record.operation(), times) else { continue };
            if let Some(last) = rounds.last.get_mut(round) {
                *last = (*last).max(Some((until, Reverse(until > times[1]), Reverse(at))));
            }
        }
        rounds
    }

    /// The operation that fills the round that ends with a wait: one of the same rank, unless one of another rank takes
    /// longer.
    pub(super) fn filler(&self, timeline: &Timeline, wait: &Span) -> Option<Filler> {
        let own = (0..wait.operation).rev().map_while(|operation| {
            let span = timeline.get(wait.rank, operation)?;
            let (_, until) = self.round(timeline.operation(&span)?, [span.start, span.end, span.free])?;
            Some(Filler { span, until })
        });
        let own = own.max_by_key(|filler| filler.until).filter(|filler| filler.until <= wait.end);
        let rounds = self.ends.partition_point(|&end| end <= wait.end);
        let last = self.last[..rounds].iter().rev().find_map(|&last| last);
        let any = last.and_then(|(until, _, Reverse(at))| Some(Filler { span: timeline.at(at as usize)?, until }));
        match (own, any) {
            (Some(own), Some(any)) if own.until < any.until => Some(any),
            (own, any) => own.or(any),
        }
    }

    /// The round in which an operation is done, and its end there: for a send including its network interface, if the
    /// round has time for that. If messages take the processors no time, a send begins a round and a reception ends it.
    /// `None` for waits.
    fn round(&self, operation: Operation, [start, end, free]: [Time; 3]) -> Option<(usize, Time)> {
        let ending = self.ends.partition_point(|&next| next < end);
        match operation {
            Operation::Wait { .. } => None,
            Operation::Send { .. } => {
                let begun = self.ends.partition_point(|&next| next <= start);
                let is_in = |until| self.ends.get(begun).is_some_and(|&next| until <= next);
                match free.max(end) {
                    until if is_in(until) => Some((begun, until)),
                    _ => Some((begun.max(ending), end)),
                }
            }
            _ => Some((ending, end)),
        }
    }
}
