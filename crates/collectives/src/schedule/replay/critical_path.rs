//! The critical path of a replay: the operations that account for its finish time.

use super::rounds::{Filler, Rounds};
use super::{Cause, Reason, Span, Timeline};
use crate::schedule::Operation;
use logpine_text::units::Time;
use std::ops::Range;

/// The activity in a part of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A processor sends.
    Send,
    /// A message is in flight: latency, and its bytes.
    Wire,
    /// A processor receives.
    Receive,
    /// A processor calculates or combines.
    Calculate,
    /// The gap after another message: its network interface is occupied.
    Gap,
    /// Waiting for a round of the clock.
    Clock,
    /// Waiting for anything else.
    Other,
}

impl Part {
    /// All activities.
    pub const ALL: [Self; 7] =
        [Self::Send, Self::Wire, Self::Receive, Self::Calculate, Self::Gap, Self::Clock, Self::Other];

    /// The name in JSON and traces.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Wire => "wire",
            Self::Receive => "receive",
            Self::Calculate => "calculate",
            Self::Gap => "gap",
            Self::Clock => "clock",
            Self::Other => "other",
        }
    }

    const fn performing(operation: Operation) -> Self {
        match operation {
            Operation::Send { .. } => Self::Send,
            Operation::Receive { .. } => Self::Receive,
            Operation::Calculate { .. } | Operation::Combine { .. } => Self::Calculate,
            Operation::Wait { .. } => Self::Clock,
        }
    }

    const fn waiting(reason: Reason) -> Self {
        match reason {
            Reason::Message => Self::Wire,
            Reason::Gap => Self::Gap,
            Reason::Clock => Self::Clock,
            Reason::Start | Reason::Order | Reason::Processor => Self::Other,
        }
    }
}

/// An operation on the critical path. It waits from `from` to `start`, then is performed until the next step takes over
/// at `until`, or until that begins. If it fills a round of the clock, `until` may be the time at which its network
/// interface is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operation, with the cause of its waiting.
    pub span: Span,
    /// The kind and content of the operation.
    pub operation: Operation,
    /// The time at which the step before let it go: the start of the time that it adds.
    pub from: Time,
    /// The time at which it lets the next step go, or is done: the end of the time that it adds.
    pub until: Time,
}

impl Step {
    /// The time at which it begins to be performed, as far as that adds to the finish time.
    #[must_use]
    pub fn begun(&self) -> Time {
        self.span.start.min(self.until).max(self.from)
    }

    /// The time for which it waited for its cause to take effect.
    #[must_use]
    pub fn waited(&self) -> Time {
        difference(self.begun(), self.from)
    }

    /// The time for which it was performed while the next step waited for it.
    #[must_use]
    pub fn performed(&self) -> Time {
        difference(self.until, self.begun())
    }

    /// The part of that time in which its processor was done, but its network interface was occupied: a [`Part::Gap`].
    #[must_use]
    pub fn kept(&self) -> Time {
        difference(self.until, self.span.end.max(self.begun()))
    }

    /// The time that it adds to the finish time.
    #[must_use]
    pub fn adds(&self) -> Time {
        difference(self.until, self.from)
    }

    /// The activity while it waited.
    #[must_use]
    pub const fn waiting(&self) -> Part {
        Part::waiting(self.span.cause.reason)
    }

    /// The activity while it was performed.
    #[must_use]
    pub const fn performing(&self) -> Part {
        Part::performing(self.operation)
    }

    /// The properties that make two steps alike, whatever their ranks.
    fn kind(&self) -> (Part, u64, Reason, Time, Time) {
        let amount = match self.operation {
            Operation::Send { bytes, .. } | Operation::Receive { bytes, .. } => bytes,
            Operation::Calculate { time } | Operation::Combine { time } => time.ticks(),
            Operation::Wait { .. } => 0,
        };
        (self.performing(), amount, self.span.cause.reason, self.waited(), self.performed())
    }
}

/// A sequence of steps that repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The indices of the steps.
    pub steps: Range<usize>,
    /// The number of steps that are repeated.
    pub period: usize,
}

impl Group {
    /// The number of repetitions.
    #[must_use]
    pub fn times(&self) -> usize {
        self.steps.len() / self.period.max(1)
    }
}

/// The longest sequence of steps whose repetition is searched for.
const LONGEST_PERIOD: usize = 64;

/// The chain of causes that ends with the operation that ends last. Together its steps add exactly the finish time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriticalPath {
    steps: Vec<Step>,
}

impl CriticalPath {
    /// Follows causes back from the operation that ends last; among equals, the first of the lowest rank.
    ///
    /// An operation that waits for the clock leads back to the operation that fills the round: the one that is done last
    /// before the end of the round, on any rank. Only the rest of the round is waiting. If the first step of a chain
    /// starts later than at 0, it adds the time before as well. Time O(operations), and for clocks with the logarithm of
    /// the rounds.
    #[must_use]
    pub fn new(timeline: &Timeline) -> Self {
        let mut steps = Vec::new();
        let mut rounds = None;
        let most = timeline.len();
        let last = timeline.last();
        let mut until = last.map_or(Time::ZERO, |span| span.end);
        let mut next = last;
        while let Some(mut span) = next
            && let Some(operation) = timeline.operation(&span)
        {
            let begun = span.start.min(until);
            let is_clock = matches!(operation, Operation::Wait { .. }) && span.end > span.start;
            let cause = if steps.len() >= most {
                // A longer chain is a cycle, which no replay reports.
                None
            } else if is_clock {
                let rounds = rounds.get_or_insert_with(|| Rounds::new(timeline));
                let filler = rounds.filler(timeline, &span).filter(|filler| filler.until <= until);
                let own = Cause { reason: Reason::Clock, rank: span.rank, operation: span.operation };
                span.cause = filler.map_or(own, |Filler { span: by, until }| {
                    let is_own = by.rank == span.rank && until >= span.start;
                    let reason = if is_own { Reason::Order } else { Reason::Clock };
                    Cause { reason, rank: by.rank, operation: by.operation }
                });
                filler.map(|filler| (filler.span, filler.until))
            } else {
                cause(timeline, &span).map(|cause| (cause, released(&cause, span.cause.reason, begun)))
            };
            let from = cause.map_or(Time::ZERO, |(_, released)| released);
            steps.push(Step { span, operation, from, until });
            (next, until) = (cause.map(|(cause, _)| cause), from);
        }
        steps.reverse();
        Self { steps }
    }

    /// The steps, in the order of time.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The operations of the chain, in the order of time.
    #[must_use = "iterators are lazy"]
    pub fn spans(&self) -> impl ExactSizeIterator<Item = Span> {
        self.steps.iter().map(|step| step.span)
    }

    /// The time that all steps add: the end of the last one.
    #[must_use]
    pub fn finish(&self) -> Time {
        self.steps.last().map_or(Time::ZERO, |step| step.until)
    }

    /// The part of the finish time that passes with an activity.
    #[must_use]
    pub fn total(&self, part: Part) -> Time {
        let of = |step: &Step| {
            let performed = difference(step.performed(), step.kept());
            let parts = [(step.waiting(), step.waited()), (step.performing(), performed), (Part::Gap, step.kept())];
            parts.iter().filter(|&&(of, _)| of == part).map(|(_, time)| time.ticks()).sum::<u64>()
        };
        // Together they are the finish time.
        Time::from_ticks(self.steps.iter().map(of).sum())
    }

    /// The steps in groups. Steps that repeat in sequence, on whatever ranks, with the same waiting and performing, form
    /// one group. Time O(steps).
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut first = 0;
        while first < self.steps.len() {
            let longest = (1..=LONGEST_PERIOD).map(|period| self.repeated(first, period)).reduce(|longest, group| {
                if group.times() > 1 && group.steps.len() > longest.steps.len() { group } else { longest }
            });
            let group = longest.unwrap_or(Group { steps: first..first + 1, period: 1 });
            first = group.steps.end;
            groups.push(group);
        }
        groups
    }

    /// The repetitions of the `period` steps from `first` on.
    fn repeated(&self, first: usize, period: usize) -> Group {
        let steps = &self.steps[first..];
        let pairs = steps.iter().zip(steps.iter().skip(period));
        let alike = pairs.take_while(|(step, later)| step.kind() == later.kind()).count();
        let times = alike / period + 1;
        Group { steps: first..first + (times * period).min(steps.len()), period: period.min(steps.len()) }
    }
}

/// The span that a span waited for.
fn cause(timeline: &Timeline, span: &Span) -> Option<Span> {
    let (rank, operation) = (span.cause.rank, span.cause.operation);
    match span.cause.reason {
        Reason::Start => None,
        _ if (rank, operation) != (span.rank, span.operation) => timeline.get(rank, operation),
        Reason::Clock => timeline.get(rank, operation.checked_sub(1)?),
        _ => None,
    }
}

/// The time at which a cause let go an operation that began at `begun`.
fn released(cause: &Span, reason: Reason, begun: Time) -> Time {
    match reason {
        // The cause had only to be begun.
        Reason::Order if cause.end > begun => cause.start.min(begun),
        _ => cause.end.min(begun),
    }
}

fn difference(later: Time, earlier: Time) -> Time {
    later.checked_sub(earlier).unwrap_or_default()
}

#[cfg(test)]
mod tests;
