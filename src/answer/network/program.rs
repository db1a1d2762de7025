//! Schedules as programs for a network.

use crate::answer::ScheduleError;
use crate::model::PortTiming;
use crate::schedule::build::BuildError;
use crate::schedule::{Operation, Schedule, ScheduleBuilder};
use crate::units::Time;

/// The schedule with the processor time of its messages as calculations: `send_busy` before every send, and `recv_busy`
/// after every reception. All else that a message takes is up to the network. Ranks wait for messages only, not for the
/// rounds of a clock, which belong to the model.
///
/// # Errors
/// [`ScheduleError`] if there are too many operations, or a time is past [`Time::MAX`].
pub(super) fn for_network(schedule: &Schedule, timing: &dyn PortTiming) -> Result<Schedule, ScheduleError> {
    let mut busy = Busy { timing, bytes: 0, send: Time::ZERO, receive: Time::ZERO };
    let mut builder = ScheduleBuilder::new();
    for rank in 0..schedule.ranks() {
        builder.begin_rank().map_err(BuildError::from)?;
        for record in schedule.rank(rank) {
            let operation = record.operation();
            let [before, after] = match operation {
                Operation::Wait { .. } => continue,
                Operation::Send { bytes, .. } => [busy.of(bytes)?.send, Time::ZERO],
                Operation::Receive { bytes, .. } => [Time::ZERO, busy.of(bytes)?.receive],
                Operation::Calculate { .. } | Operation::Combine { .. } => [Time::ZERO; 2],
            };
            let calculation = |time: Time| (time > Time::ZERO).then_some(Operation::Calculate { time });
            for operation in [calculation(before), Some(operation), calculation(after)].into_iter().flatten() {
                builder.push(operation).map_err(BuildError::from)?;
            }
        }
    }
    Ok(builder.finish().map_err(BuildError::from)?)
}

/// The processor time of messages of the last size; most messages of a schedule have the same size.
struct Busy<'a> {
    timing: &'a dyn PortTiming,
    bytes: u64,
    send: Time,
    receive: Time,
}

impl Busy<'_> {
    fn of(&mut self, bytes: u64) -> Result<&Self, BuildError> {
        // Ports are of at least 1 byte.
        let bytes = bytes.max(1);
        if self.bytes != bytes {
            let port = self.timing.port(bytes).ok_or(BuildError::NotRepresentable)?;
            (self.bytes, self.send, self.receive) = (bytes, port.send_busy, port.recv_busy);
        }
        Ok(self)
    }
}
