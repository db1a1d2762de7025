//! The writer of all schedules that are not read from a file: the operations of one rank after the other, with their
//! dependencies.

use super::{BuildError, MAX_BYTES};
use crate::schedule::{Added, Dependency, Operation, Record, Schedule, ScheduleBuilder};
use logpine_models::model::PortTiming;
use logpine_text::units::Time;
use std::iter::once;

/// One end of a message.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The other end.
    pub peer: u32,
    /// Its size.
    pub bytes: u64,
    /// The first block.
    pub(crate) tag: u32,
}

/// An upper bound on the size of a schedule, so that it is refused before memory is taken, and allocated once.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The number of ranks.
    pub ranks: u64,
    /// The number of operations of all ranks.
    pub(crate) operations: u64,
    /// The number of dependencies; if 0, none are kept.
    pub(crate) dependencies: u64,
}

impl Room {
    /// The given size, saturating.
    #[must_use]
    pub fn new(ranks: u64, operations: u128, dependencies: u128) -> Self {
        let [operations, dependencies] =
            [operations, dependencies].map(|count| u64::try_from(count).unwrap_or(u64::MAX));
        Self { ranks, operations, dependencies }
    }

    /// The memory, in bytes; saturating.
    const fn bytes(self) -> u64 {
        const OPERATION: u64 = size_of::<Record>() as u64;
        let ranks = self.ranks.saturating_mul(4);
        let operations = self.operations.saturating_mul(OPERATION);
        ranks.saturating_add(operations).saturating_add(self.dependencies.saturating_mul(4))
    }

    /// Refuses sizes of more than [`MAX_BYTES`].
    pub(crate) fn check(self) -> Result<(), BuildError> {
        let bytes = self.bytes();
        if bytes > MAX_BYTES {
            let operations = self.operations.max(self.ranks);
            return Err(BuildError::TooLarge { operations, bytes, limit: MAX_BYTES });
        }
        Ok(())
    }
}

/// Writes a schedule, rank by rank. A rank sends one message after the other: a send requires the one before it, unless it goes
/// beside others.
pub struct Writer {
    builder: ScheduleBuilder,
    /// True if dependencies are kept.
    keeps_order: bool,
    last_send: Option<Added>,
}

impl Writer {
    /// *Requires* a size that passed [`Room::check`].
    pub(crate) fn new(room: Room) -> Result<Self, BuildError> {
        let [ranks, operations, dependencies] =
            [room.ranks, room.operations, room.dependencies].map(|count| usize::try_from(count).unwrap_or(0));
        let builder = ScheduleBuilder::with_capacity(ranks, operations, dependencies)
            .map_err(|_| BuildError::Memory { operations: room.operations })?;
        Ok(Self { builder, keeps_order: dependencies > 0, last_send: None })
    }

    /// A writer of a changed copy of a schedule, which may be longer.
    pub(crate) fn of_copy(schedule: &Schedule) -> Result<Self, BuildError> {
        let room = Room::new(schedule.ranks().into(), schedule.len() as u128, 0);
        Ok(Self { keeps_order: true, ..Self::new(room)? })
    }

    pub(crate) fn begin_rank(&mut self) -> Result<u32, BuildError> {
        self.last_send = None;
        Ok(self.builder.begin_rank()?)
    }

    /// Sends a message after the operations of `given`, which gave the rank its data, and after the last send.
    pub(crate) fn send<'a>(
        &mut self,
        message: Message,
        given: impl IntoIterator<Item = &'a Added>,
    ) -> Result<(), BuildError> {
        let Message { peer, bytes, tag } = message;
        let before = given.into_iter().copied().chain(self.last_send);
        let sent = self.after(Operation::Send { to: peer, bytes, tag }, before)?;
        self.last_send = Some(sent);
        Ok(())
    }

    /// Sends a message after the operations of `given`, beside other sends.
    pub(crate) fn send_beside<'a>(
        &mut self,
        message: Message,
        given: impl IntoIterator<Item = &'a Added>,
    ) -> Result<(), BuildError> {
        let Message { peer, bytes, tag } = message;
        self.after(Operation::Send { to: peer, bytes, tag }, given.into_iter().copied())?;
        Ok(())
    }

    /// The rank's last send so far.
    pub(crate) const fn last_send(&self) -> Option<Added> {
        self.last_send
    }

    /// Adds a reception.
    ///
    /// # Errors
    /// [`BuildError`] if the schedule is full.
    pub fn receive(&mut self, message: Message) -> Result<Added, BuildError> {
        let Message { peer, bytes, tag } = message;
        Ok(self.builder.push(Operation::Receive { from: peer, bytes, tag })?)
    }

    /// Receives a message and combines it, after another operation if the order of the two matters. Returns the
    /// combination.
    pub(crate) fn combine(
        &mut self,
        message: Message,
        costs: &mut Combinations,
        after: Option<Added>,
    ) -> Result<Added, BuildError> {
        let received = self.receive(message)?;
        let time = costs.time(message.bytes)?;
        self.after(Operation::Combine { time }, once(received).chain(after))
    }

    /// Calculates after other operations.
    pub(crate) fn calculate<'a>(
        &mut self,
        time: Time,
        after: impl IntoIterator<Item = &'a Added>,
    ) -> Result<Added, BuildError> {
        self.after(Operation::Calculate { time }, after.into_iter().copied())
    }

    pub(crate) fn wait(&mut self, until: Time) -> Result<(), BuildError> {
        self.builder.push(Operation::Wait { until })?;
        Ok(())
    }

    /// Copies an operation of another schedule, without its dependencies.
    pub(crate) fn copy(&mut self, record: &Record) -> Result<Added, BuildError> {
        let (operation, processor, interface) = (record.operation(), record.processor(), record.interface());
        let copied = self.builder.push_on(operation, processor, interface)?;
        if matches!(operation, Operation::Send { .. }) {
            self.last_send = Some(copied);
        }
        Ok(copied)
    }

    /// Makes an operation of the rank wait for another.
    pub(crate) fn require(&mut self, waiting: Added, dependency: Dependency) {
        if self.keeps_order {
            self.builder.require(waiting, dependency);
        }
    }

    /// Adds an operation that waits for the end of others.
    fn after(&mut self, operation: Operation, before: impl Iterator<Item = Added>) -> Result<Added, BuildError> {
        let added = self.builder.push(operation)?;
        for before in before {
            self.require(added, Dependency::Done(before));
        }
        Ok(added)
    }

    pub(crate) fn finish(self) -> Result<Schedule, BuildError> {
        Ok(self.builder.finish()?)
    }
}

/// The times of combinations under a model; most messages of a schedule have the size of the message before.
pub struct Combinations<'a> {
    timing: &'a dyn PortTiming,
    /// The last size, and its time.
    last: Option<(u64, Time)>,
}

impl<'a> Combinations<'a> {
    pub(crate) const fn new(timing: &'a dyn PortTiming) -> Self {
        Self { timing, last: None }
    }

    fn time(&mut self, bytes: u64) -> Result<Time, BuildError> {
        let time = match self.last {
            Some((size, time)) if size == bytes => time,
            _ => self.timing.combine(bytes).ok_or(BuildError::NotRepresentable)?,
        };
        self.last = Some((bytes, time));
        Ok(time)
    }
}
