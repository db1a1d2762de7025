//! The operations of every rank of a schedule: sends, receptions and calculations with their dependencies, in flat
//! arrays.
//!
//! An operation takes 24 bytes and a dependency 4. The operations of a rank are listed in program order; dependencies
//! additionally name operations that must be done, or begun, before. The semantics of the [replay](super::replay) decide
//! which of the two counts.

mod builder;

pub use builder::{Added, Dependency, ScheduleBuilder, ScheduleTooLarge};

use logpine_text::units::Time;
use std::ops::Range;

/// Any sender, or any tag, of a reception. No send uses it as a tag.
pub const ANY: u32 = u32::MAX;

impl Operation {
    /// Any sender, or any tag, of a reception.
    pub const ANY: u32 = ANY;
}

/// An operation of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Sends a message.
    Send {
        /// The receiving rank.
        to: u32,
        /// The size of the message.
        bytes: u64,
        /// The tag, which distinguishes messages to the same rank; in collectives of this crate, the first block.
        tag: u32,
    },
    /// Receives the oldest message of a rank that has the tag.
    Receive {
        /// The sending rank, or [`Operation::ANY`].
        from: u32,
        /// The size of the message.
        bytes: u64,
        /// The tag, or [`Operation::ANY`].
        tag: u32,
    },
    /// Calculates.
    Calculate {
        /// The duration.
        time: Time,
    },
    /// Combines the message received by the operation listed before with the rank's own operand.
    Combine {
        /// The duration.
        time: Time,
    },
    /// Waits for a time of the clock, at which a synchronous round begins. No operation depends on it, and formats and
    /// simulators that know no clock leave it out.
    Wait {
        /// The time from the beginning.
        until: Time,
    },
}

/// The stored kinds of [`Operation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// [`Operation::Send`].
    Send,
    /// [`Operation::Receive`].
    Receive,
    /// [`Operation::Calculate`].
    Calculate,
    /// [`Operation::Combine`].
    Combine,
    /// [`Operation::Wait`].
    Wait,
}

/// An operation of a rank as a [`Schedule`] stores it, small enough for 10^7 of them. [`Record::operation`] is the operation itself: a message with the other rank and its bytes,
/// or a pause, a calculation or a combination with its time.
///
/// **Units** sizes are in bytes, times in ticks. Records are made by
/// [`ScheduleBuilder`] only, which refuses what does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Bytes, or ticks.
    pub amount: u64,
    /// The other rank of a message.
    pub peer: u32,
    pub(super) tag: u32,
    /// The start of its dependents in [`Schedule::dependents`]; they end where those of the next operation begin.
    pub(super) dependents: u32,
    /// What it is.
    pub kind: Kind,
    pub(super) processor: u8,
    pub(super) interface: u8,
}

impl Record {
    /// The operation.
    #[must_use]
    pub const fn operation(&self) -> Operation {
        let (bytes, tag, time) = (self.amount, self.tag, Time::from_ticks(self.amount));
        match self.kind {
            Kind::Send => Operation::Send { to: self.peer, bytes, tag },
            Kind::Receive => Operation::Receive { from: self.peer, bytes, tag },
            Kind::Calculate => Operation::Calculate { time },
            Kind::Combine => Operation::Combine { time },
            Kind::Wait => Operation::Wait { until: time },
        }
    }

    /// The processor of the rank that performs it, from 0.
    #[must_use]
    pub const fn processor(&self) -> u8 {
        self.processor
    }

    /// The network interface of the rank that carries it, from 0.
    #[must_use]
    pub const fn interface(&self) -> u8 {
        self.interface
    }
}

/// The bit of a stored dependent that waits for the start only.
const START: u32 = 1 << 31;

/// The operations of every rank.
///
/// ```
/// use logpine_collectives::schedule::{Dependency, Operation, ScheduleBuilder};
/// // Rank 1 passes on to rank 2 what it has from rank 0.
/// let mut builder = ScheduleBuilder::new();
/// builder.begin_rank()?;
/// builder.push(Operation::Send { to: 1, bytes: 8, tag: 0 })?;
/// builder.begin_rank()?;
/// let received = builder.push(Operation::Receive { from: 0, bytes: 8, tag: 0 })?;
/// let sent = builder.push(Operation::Send { to: 2, bytes: 8, tag: 0 })?;
/// builder.require(sent, Dependency::Done(received));
/// builder.begin_rank()?;
/// builder.push(Operation::Receive { from: 1, bytes: 8, tag: 0 })?;
/// let schedule = builder.finish()?;
/// assert_eq!((schedule.ranks(), schedule.len()), (3, 4));
/// assert_eq!(schedule.dependents(1, 0).collect::<Vec<_>>(), [Dependency::Done(sent)]);
/// # Ok::<(), logpine_collectives::schedule::ScheduleTooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The start of each rank's operations in `records`, with one more entry at the end.
    starts: Vec<u32>,
    records: Vec<Record>,
    /// Indices within the rank, with [`START`]; for each operation first those with it, all in the order of requiring.
    dependents: Vec<u32>,
}

impl Schedule {
    /// P: the number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        // One more start than ranks, and at most 2^32 - 1 ranks: the builder guarantees both.
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }

    /// The number of operations of all ranks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// True if no rank does anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The number of dependencies.
    #[must_use]
    pub fn dependencies(&self) -> usize {
        self.dependents.len()
    }

    /// The range of a rank's operations among those of all ranks; empty if there is no such rank.
    #[must_use]
    pub fn range(&self, rank: u32) -> Range<usize> {
        let bound = |index: usize| self.starts.get(index).map_or(self.records.len(), |&start| start as usize);
        bound(rank as usize)..bound(rank as usize + 1)
    }

    /// The rank of an operation, by its index among those of all ranks: as many ranks as end at the index or before come first.
    pub(crate) fn rank_of(&self, at: usize) -> u32 {
        let before = self.starts[1..].partition_point(|&end| end as usize <= at);
        u32::try_from(before).unwrap_or(u32::MAX)
    }

    /// The operations of all ranks, one rank after the other.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The operations of a rank, in program order.
    #[must_use]
    pub fn rank(&self, rank: u32) -> &[Record] {
        &self.records[self.range(rank)]
    }

    /// The dependents of the operation with the given index of a rank, with the event that they wait for. First come
    /// those that wait for its start, then those that wait for its end, each in the order in which they were
    /// [required](ScheduleBuilder::require), which is that of the dependency lines of a GOAL file.
    pub fn dependents(&self, rank: u32, operation: u32) -> impl Iterator<Item = Dependency> + '_ {
        let range = self.range(rank);
        let at = range.start + operation as usize;
        let stored = if at < range.end { self.dependents_of(at) } else { &[] };
        stored.iter().map(|&dependent| match Self::dependent(dependent) {
            (waiting, false) => Dependency::Done(Added(waiting)),
            (waiting, true) => Dependency::Begun(Added(waiting)),
        })
    }

    /// The stored dependents of an operation, by its index among those of all ranks.
    #[must_use]
    pub fn dependents_of(&self, at: usize) -> &[u32] {
        let first = self.records[at].dependents as usize;
        let end = self.records.get(at + 1).map_or(self.dependents.len(), |next| next.dependents as usize);
        &self.dependents[first..end]
    }

    /// The index of a stored dependent within its rank, and true if it waits for the start only.
    #[must_use]
    pub const fn dependent(stored: u32) -> (u32, bool) {
        (stored & !START, stored & START != 0)
    }
}
