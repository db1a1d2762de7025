//! Building a schedule, rank by rank.

use super::{Kind, Operation, Record, START, Schedule};
use std::collections::TryReserveError;

/// An operation of the rank that is being built, as its index among the rank's operations, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Added(pub u32);

/// The event of another operation of the same rank for which an operation waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dependency {
    /// The end of the operation (`requires`).
    Done(Added),
    /// The start of the operation (`irequires`).
    Begun(Added),
}

/// An error: more items in a schedule than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the schedule has more than {limit} {what}")]
pub struct ScheduleTooLarge {
    /// The kind of item.
    pub what: &'static str,
    /// The largest supported number.
    pub limit: u64,
}

/// Makes a [`Schedule`], one rank after the other, from rank 0.
#[derive(Clone, Debug, Default)]
pub struct ScheduleBuilder {
    starts: Vec<u32>,
    records: Vec<Record>,
    dependents: Vec<u32>,
    /// Pairs of operations of the rank that is being built: the one waited for, then the one that waits, with [`START`].
    waits: Vec<(u32, u32)>,
}

impl ScheduleBuilder {
    /// A builder without any rank.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder without any rank, with room for the given numbers of ranks, operations and dependencies.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn with_capacity(ranks: usize, operations: usize, dependencies: usize) -> Result<Self, TryReserveError> {
        let mut builder = Self::default();
        builder.starts.try_reserve_exact(ranks.saturating_add(1))?;
        builder.records.try_reserve_exact(operations)?;
        builder.dependents.try_reserve_exact(dependencies)?;
        Ok(builder)
    }

    /// Begins the next rank, and returns its index.
    ///
    /// # Errors
    /// [`ScheduleTooLarge`] from 2^32 - 1 ranks on.
    pub fn begin_rank(&mut self) -> Result<u32, ScheduleTooLarge> {
        self.end_rank()?;
        let too_large = ScheduleTooLarge { what: "ranks", limit: u64::from(u32::MAX) - 1 };
        let rank = u32::try_from(self.starts.len()).ok().filter(|&rank| rank < u32::MAX - 1).ok_or(too_large)?;
        self.starts.push(self.next_record());
        Ok(rank)
    }

    /// The number of ranks begun so far.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.starts.len()
    }

    /// Adds an operation to the rank begun last, or to rank 0, on its first processor and network interface.
    ///
    /// # Errors
    /// [`ScheduleTooLarge`] past 2^32 - 1 operations in all or 2^31 of a rank.
    pub fn push(&mut self, operation: Operation) -> Result<Added, ScheduleTooLarge> {
        self.push_on(operation, 0, 0)
    }

    /// Adds an operation to the rank begun last, on one of its processors and network interfaces.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn push_on(&mut self, operation: Operation, processor: u8, interface: u8) -> Result<Added, ScheduleTooLarge> {
        if self.starts.is_empty() {
            self.begin_rank()?;
        }
        let first = self.starts.last().copied().unwrap_or(0) as usize;
        let all = ScheduleTooLarge { what: "operations", limit: u64::from(u32::MAX) };
        u32::try_from(self.records.len() + 1).map_err(|_| all)?;
        let of_rank = ScheduleTooLarge { what: "operations of one rank", limit: u64::from(START) };
        let index = u32::try_from(self.records.len() - first).ok().filter(|index| index & START == 0).ok_or(of_rank)?;
        let (kind, amount, peer, tag) = match operation {
            Operation::Send { to, bytes, tag } => (Kind::Send, bytes, to, tag),
            Operation::Receive { from, bytes, tag } => (Kind::Receive, bytes, from, tag),
            Operation::Calculate { time } => (Kind::Calculate, time.ticks(), 0, 0),
            Operation::Combine { time } => (Kind::Combine, time.ticks(), 0, 0),
            Operation::Wait { until } => (Kind::Wait, until.ticks(), 0, 0),
        };
        self.records.push(Record { amount, peer, tag, dependents: 0, kind, processor, interface });
        Ok(Added(index))
    }

    /// Makes an operation of the rank begun last wait for another one of it; either may be the later in program order.
    /// Has no effect if the rank does not have both operations by the time the next rank begins.
    ///
    /// The order of these calls counts: among operations that wait for the same one, [`Schedule::dependents`] keeps first
    /// those that wait for its start, then those that wait for its end, each in the order in which they were required.
    pub fn require(&mut self, waiting: Added, dependency: Dependency) {
        let (before, waiting) = match dependency {
            Dependency::Done(before) => (before, waiting.0),
            Dependency::Begun(before) => (before, waiting.0 | START),
        };
        self.waits.push((before.0, waiting));
    }

    /// The schedule.
    ///
    /// # Errors
    /// [`ScheduleTooLarge`] past 2^32 - 1 dependencies.
    pub fn finish(mut self) -> Result<Schedule, ScheduleTooLarge> {
        self.end_rank()?;
        self.starts.push(self.next_record());
        Ok(Schedule { starts: self.starts, records: self.records, dependents: self.dependents })
    }

    /// The number of operations; `push` never exceeds the range.
    fn next_record(&self) -> u32 {
        u32::try_from(self.records.len()).unwrap_or(u32::MAX)
    }

    /// Stores the dependencies of the rank begun last by the operation that they wait for.
    fn end_rank(&mut self) -> Result<(), ScheduleTooLarge> {
        let too_large = ScheduleTooLarge { what: "dependencies", limit: u64::from(u32::MAX) };
        let mut filed = u32::try_from(self.dependents.len()).map_err(|_| too_large)?;
        let waits = u32::try_from(self.waits.len()).map_err(|_| too_large)?;
        filed.checked_add(waits).ok_or(too_large)?;
        let first = self.starts.last().copied().unwrap_or(0) as usize;
        let operations = self.records.len() - first;
        self.waits.retain(|&(_, waiting)| ((waiting & !START) as usize) < operations);
        // Stable: the order in which they were required is that in which simulators free them.
        self.waits.sort_by_key(|&(before, waiting)| u64::from(before) << 1 | u64::from(waiting & START == 0));
        let mut waits = self.waits.drain(..).peekable();
        for (index, record) in (0u32..).zip(&mut self.records[first..]) {
            record.dependents = filed;
            while let Some((_, waiting)) = waits.next_if(|&(before, _)| before <= index) {
                self.dependents.push(waiting);
                filed += 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::units::Time;

    fn calculation(ticks: u64) -> Operation {
        Operation::Calculate { time: Time::from_ticks(ticks) }
    }

    #[test]
    fn dependencies_are_filed_under_what_they_wait_for() {
        let mut builder = ScheduleBuilder::new();
        for rank in 0..2 {
            assert_eq!(builder.begin_rank(), Ok(rank));
            let [first, second, third] = [1, 2, 3].map(|ticks| builder.push(calculation(ticks)).expect("few"));
            builder.require(third, Dependency::Begun(first));
            // A forward reference, and one to an operation that the rank does not have.
            builder.require(first, Dependency::Done(second));
            builder.require(Added(3), Dependency::Done(second));
            builder.require(second, Dependency::Done(Added(7)));
        }
        let schedule = builder.finish().expect("few");
        assert_eq!((schedule.ranks(), schedule.len(), schedule.dependencies()), (2, 6, 4));
        for rank in 0..2 {
            let of = |operation| schedule.dependents(rank, operation).collect::<Vec<_>>();
            assert_eq!(of(0), [Dependency::Begun(Added(2))]);
            assert_eq!(of(1), [Dependency::Done(Added(0))]);
            assert_eq!([of(2), of(3)], [[], []]);
            assert_eq!(schedule.rank(rank)[2].operation(), calculation(3));
        }
        assert_eq!((schedule.rank(2), schedule.range(5)), ([].as_slice(), 6..6));
    }

    #[test]
    fn dependents_keep_the_order_in_which_they_were_required() {
        let mut builder = ScheduleBuilder::new();
        let [first, second, third, fourth] = [1, 2, 3, 4].map(|ticks| builder.push(calculation(ticks)).expect("few"));
        builder.require(fourth, Dependency::Done(first));
        builder.require(third, Dependency::Begun(first));
        builder.require(third, Dependency::Done(second));
        builder.require(second, Dependency::Done(first));
        builder.require(second, Dependency::Begun(first));
        builder.require(third, Dependency::Done(first));
        let schedule = builder.finish().expect("few");
        let begun = [third, second].map(Dependency::Begun);
        let done = [fourth, second, third].map(Dependency::Done);
        assert_eq!(schedule.dependents(0, 0).collect::<Vec<_>>(), [&begun[..], &done[..]].concat());
    }

    #[test]
    fn the_first_operation_begins_rank_0_and_ranks_may_be_idle() {
        let mut builder = ScheduleBuilder::new();
        builder.push_on(calculation(5), 1, 2).expect("few");
        assert_eq!([builder.begin_rank(), builder.begin_rank()], [Ok(1), Ok(2)]);
        let schedule = builder.finish().expect("few");
        assert_eq!((schedule.ranks(), schedule.range(0), schedule.range(2)), (3, 0..1, 1..1));
        assert_eq!((schedule.rank(0)[0].processor(), schedule.rank(0)[0].interface()), (1, 2));
        let empty = ScheduleBuilder::new().finish().expect("few");
        assert_eq!((empty.ranks(), empty.is_empty()), (0, true));
    }
}
