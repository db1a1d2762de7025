//! The utilisation of processors.

use super::{Observer, Span, Timeline};
use crate::schedule::{Operation, Record, Schedule};
use logpine_text::units::Time;
use rustc_hash::FxHashSet;

/// The time that a rank spends on each activity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankUsage {
    /// The time for which sends occupy its processors.
    pub sends: Time,
    /// The time for which receptions occupy its processors.
    pub receptions: Time,
    /// The time for which calculations and combinations occupy its processors.
    pub calculations: Time,
    /// The time for which sends keep its network interface from further sends.
    interface: Time,
    /// The time at which the last send frees the network interface.
    interface_free: Time,
    /// The processors that did something.
    processors: Used,
    /// The network interfaces that sent.
    interfaces: Used,
}

/// The count of numbers in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Used {
    has_zero: bool,
    /// The count of numbers above 0.
    others: u8,
}

impl Used {
    /// Adds a number; for those above 0, `is_new` decides if it is counted.
    fn add(&mut self, number: u8, is_new: impl FnOnce() -> bool) {
        if number == 0 {
            self.has_zero = true;
        } else if is_new() {
            self.others += 1;
        }
    }

    /// The count; 1 if none was used.
    fn count(self) -> f64 {
        (f64::from(self.others) + f64::from(u8::from(self.has_zero))).max(1.0)
    }
}

impl RankUsage {
    /// The time for which its processors are busy; with several processors it may exceed the finish time.
    #[must_use]
    pub fn busy(&self) -> Time {
        saturating(saturating(self.sends, self.receptions), self.calculations)
    }

    /// The part of the finish time that the rank spends on an activity, averaged over the processors that did anything,
    /// or over the network interfaces. 0 if the finish time is 0.
    #[must_use]
    pub fn share(&self, activity: Activity, finish: Time) -> f64 {
        if finish == Time::ZERO {
            return 0.0;
        }
        let used = if activity == Activity::Interface { self.interfaces } else { self.processors };
        activity.of(self, finish).ticks() as f64 / (finish.ticks() as f64 * used.count())
    }

    /// The time for which sends occupy its network interface up to `finish`. The last may occupy it longer.
    #[must_use]
    pub fn interface(&self, finish: Time) -> Time {
        let after = self.interface_free.checked_sub(finish).unwrap_or_default();
        self.interface.checked_sub(after).unwrap_or_default()
    }
}

/// The activities on which ranks spend time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activity {
    /// [`RankUsage::sends`].
    Sends,
    /// [`RankUsage::receptions`].
    Receptions,
    /// [`RankUsage::calculations`].
    Calculations,
    /// [`RankUsage::busy`]: the three together.
    Busy,
    /// [`RankUsage::interface`].
    Interface,
}

impl Activity {
    /// All activities.
    pub const ALL: [Self; 5] = [Self::Sends, Self::Receptions, Self::Calculations, Self::Busy, Self::Interface];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sends => "sends",
            Self::Receptions => "receptions",
            Self::Calculations => "calculations",
            Self::Busy => "busy",
            Self::Interface => "interface",
        }
    }

    /// The time that a rank spends on the activity, in a replay that takes `finish`.
    #[must_use]
    pub fn of(self, rank: &RankUsage, finish: Time) -> Time {
        match self {
            Self::Sends => rank.sends,
            Self::Receptions => rank.receptions,
            Self::Calculations => rank.calculations,
            Self::Busy => rank.busy(),
            Self::Interface => rank.interface(finish),
        }
    }
}

/// The part of the time that ranks spend on an [`Activity`], from 0 to 1: [`RankUsage::share`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The mean over all ranks.
    pub mean: f64,
    /// The least of any rank.
    pub least: f64,
    /// The largest of any rank.
    pub most: f64,
    /// The rank with the largest share; the first of equals.
    pub most_rank: u32,
}

/// A processor or a network interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Number {
    Processor(u8),
    Interface(u8),
}

/// The time that every rank spends on each activity: an [`Observer`] that keeps nothing else, for schedules whose
/// [`Timeline`] would be too large.
#[derive(Clone, Debug, Default)]
pub struct Usage<'a> {
    /// The schedule in which the reported operations are looked up.
    schedule: Option<&'a Schedule>,
    operations: u64,
    ranks: Vec<RankUsage>,
    /// The processors and network interfaces of ranks, besides those numbered 0, that did something.
    numbers: FxHashSet<(u32, Number)>,
    messages: u64,
    bytes: u64,
}

impl<'a> Usage<'a> {
    /// The usage before the replay.
    #[must_use]
    pub fn new(schedule: &'a Schedule) -> Self {
        let ranks = vec![RankUsage::default(); schedule.ranks() as usize];
        Self { schedule: Some(schedule), ranks, ..Self::default() }
    }

    /// The usage so far, continued with the operations of a part of the schedule.
    pub(super) fn of_part(mut self, part: &Schedule) -> Usage<'_> {
        self.ranks.resize(part.ranks() as usize, RankUsage::default());
        Usage { schedule: Some(part), ..self.without_schedule() }
    }

    /// The usage so far, to which nothing more is added.
    pub(super) fn without_schedule(self) -> Usage<'static> {
        let Self { operations, ranks, numbers, messages, bytes, .. } = self;
        Usage { schedule: None, operations, ranks, numbers, messages, bytes }
    }

    /// The usage of a recorded replay.
    #[must_use]
    pub fn of(timeline: &Timeline<'a>) -> Self {
        let mut usage = Self::new(timeline.schedule());
        let schedule = timeline.schedule();
        for rank in 0..schedule.ranks() {
            for at in schedule.range(rank) {
                if let Some(times) = timeline.times(at) {
                    usage.add((rank, timeline.processor(at)), &schedule.records()[at], times);
                }
            }
        }
        usage
    }

    /// Adds an operation of a rank on a processor, with its start, its end and the time at which its interface is free.
    fn add(&mut self, (number, processor): (u32, u8), operation: &Record, [start, end, free]: [Time; 3]) {
        let Some(rank) = self.ranks.get_mut(number as usize) else { return };
        let busy = end.checked_sub(start).unwrap_or_default();
        self.operations += 1;
        if !matches!(operation.operation(), Operation::Wait { .. }) {
            rank.processors.add(processor, || self.numbers.insert((number, Number::Processor(processor))));
        }
        match operation.operation() {
            Operation::Send { bytes, .. } => {
                let interface = operation.interface();
                rank.interfaces.add(interface, || self.numbers.insert((number, Number::Interface(interface))));
                rank.sends = saturating(rank.sends, busy);
                let kept = free.checked_sub(start).unwrap_or_default();
                rank.interface = saturating(rank.interface, kept);
                rank.interface_free = rank.interface_free.max(free);
                self.messages += 1;
                self.bytes = self.bytes.saturating_add(bytes);
            }
            Operation::Receive { .. } => rank.receptions = saturating(rank.receptions, busy),
            Operation::Calculate { .. } | Operation::Combine { .. } => {
                rank.calculations = saturating(rank.calculations, busy);
            }
            Operation::Wait { .. } => {}
        }
    }

    /// The usage of each rank.
    #[must_use]
    pub fn ranks(&self) -> &[RankUsage] {
        &self.ranks
    }

    /// The number of operations that were done.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.operations
    }

    /// The number of messages that were sent.
    #[must_use]
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// The number of bytes of all messages; at most 2^64 - 1.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The shares of a time that the ranks spend on an activity; 0 if there is no rank or no time.
    #[must_use]
    pub fn share(&self, activity: Activity, finish: Time) -> Share {
        let mut share = Share { least: f64::INFINITY, most: -1.0, ..Share::default() };
        if self.ranks.is_empty() || finish == Time::ZERO {
            return Share::default();
        }
        let mut sum = 0.0;
        for (rank, usage) in (0u32..).zip(&self.ranks) {
            let part = usage.share(activity, finish);
            sum += part;
            share.least = share.least.min(part);
            if part > share.most {
                (share.most, share.most_rank) = (part, rank);
            }
        }
        share.mean = sum / self.ranks.len() as f64;
        share
    }

    /// The activity that best shows how busy ranks are: that of their processors, or, if these are never busy, as under
    /// alpha-beta, the sends of their network interfaces.
    #[must_use]
    pub fn main_activity(&self, finish: Time) -> Activity {
        let most = |activity| self.share(activity, finish).most;
        if most(Activity::Busy) <= 0.0 && most(Activity::Interface) > 0.0 {
            Activity::Interface
        } else {
            Activity::Busy
        }
    }
}

/// Ignores spans of operations that the schedule does not have.
impl Observer for Usage<'_> {
    const SPANS: bool = true;

    fn span(&mut self, span: Span) {
        let operations = self.schedule.map_or(&[][..], |schedule| schedule.rank(span.rank));
        if let Some(operation) = operations.get(span.operation as usize) {
            self.add((span.rank, span.processor), operation, [span.start, span.end, span.free]);
        }
    }
}

fn saturating(time: Time, other: Time) -> Time {
    time.checked_add(other).unwrap_or(Time::MAX)
}

#[cfg(test)]
mod tests;
