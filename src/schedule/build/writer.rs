//! Writing the operations of one rank after the other, with the dependencies that all collectives have.

use super::{BuildError, MAX_BYTES};
use crate::model::PortTiming;
use crate::schedule::{Added, Dependency, Operation, Record, Schedule, ScheduleBuilder};
use crate::units::Time;

/// One end of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    /// The other end.
    pub(crate) peer: u32,
    pub(crate) bytes: u64,
    /// The first block.
    pub(crate) tag: u32,
}

/// The use of a received message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    Kept,
    /// Combined, after another operation if the order of the two matters.
    Combined(Option<Added>),
}

/// An upper bound on the size of a schedule, so that it is refused before memory is taken, and allocated once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) ranks: u64,
    pub(crate) operations: u64,
    /// The number of dependencies; if 0, none are kept.
    pub(crate) dependencies: u64,
}

impl Room {
    /// The given size, saturating.
    pub(crate) fn new(ranks: u64, operations: u128, dependencies: u128) -> Self {
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

pub(crate) struct Writer<'a> {
    builder: ScheduleBuilder,
    timing: &'a dyn PortTiming,
    /// True if dependencies are kept.
    keeps_order: bool,
    last_send: Option<Added>,
    /// The last size of a combination, and its time.
    combination: Option<(u64, Time)>,
}

impl<'a> Writer<'a> {
    /// *Requires* a size that passed [`Room::check`].
    pub(crate) fn new(timing: &'a dyn PortTiming, room: Room) -> Result<Self, BuildError> {
        let [ranks, operations, dependencies] =
            [room.ranks, room.operations, room.dependencies].map(|count| usize::try_from(count).unwrap_or(0));
        let builder = ScheduleBuilder::with_capacity(ranks, operations, dependencies)
            .map_err(|_| BuildError::Memory { operations: room.operations })?;
        Ok(Self { builder, timing, keeps_order: dependencies > 0, last_send: None, combination: None })
    }

    pub(crate) fn begin_rank(&mut self) -> Result<u32, BuildError> {
        self.last_send = None;
        Ok(self.builder.begin_rank()?)
    }

    /// Sends data that the rank got by the operations of `given`.
    pub(crate) fn send(&mut self, message: Message, given: &[Added]) -> Result<(), BuildError> {
        let Message { peer, bytes, tag } = message;
        let sent = self.builder.push(Operation::Send { to: peer, bytes, tag })?;
        for &before in given.iter().chain(&self.last_send).filter(|_| self.keeps_order) {
            self.builder.require(sent, Dependency::Done(before));
        }
        self.last_send = Some(sent);
        Ok(())
    }

    /// The rank's last send so far.
    pub(crate) const fn last_send(&self) -> Option<Added> {
        self.last_send
    }

    /// Receives a message. Returns the operation that completes its use.
    pub(crate) fn receive(&mut self, message: Message, received: Received) -> Result<Added, BuildError> {
        let Message { peer, bytes, tag } = message;
        let reception = self.builder.push(Operation::Receive { from: peer, bytes, tag })?;
        let Received::Combined(after) = received else { return Ok(reception) };
        let time = match self.combination {
            Some((size, time)) if size == bytes => time,
            _ => self.timing.combine(bytes).ok_or(BuildError::NotRepresentable)?,
        };
        self.combination = Some((bytes, time));
        let combined = self.builder.push(Operation::Combine { time })?;
        for before in [Some(reception), after].into_iter().flatten().filter(|_| self.keeps_order) {
            self.builder.require(combined, Dependency::Done(before));
        }
        Ok(combined)
    }

    pub(crate) fn wait(&mut self, until: Time) -> Result<(), BuildError> {
        self.builder.push(Operation::Wait { until })?;
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Schedule, BuildError> {
        Ok(self.builder.finish()?)
    }
}
