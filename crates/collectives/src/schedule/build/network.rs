//! Schedules as programs for a network.

use super::BuildError;
use super::writer::Writer;
use crate::schedule::{Operation, Schedule};
use logpine_models::model::PortTiming;
use logpine_text::units::Time;

/// The schedule with the processor time of its messages as calculations: `send_busy` before every send, and `recv_busy`
/// after every reception. All else that a message takes is up to the network. Ranks wait for messages only, not for the
/// rounds of a clock, which belong to the model.
///
/// # Errors
/// [`BuildError`] if there are too many operations, or a time is past [`Time::MAX`].
pub fn for_network(schedule: &Schedule, timing: &dyn PortTiming) -> Result<Schedule, BuildError> {
    let mut busy = Busy { timing, bytes: 0, send: Time::ZERO, receive: Time::ZERO };
    let mut writer = Writer::of_copy(schedule)?;
    for rank in 0..schedule.ranks() {
        writer.begin_rank()?;
        for record in schedule.rank(rank) {
            let [before, after] = match record.operation() {
                Operation::Wait { .. } => continue,
                Operation::Send { bytes, .. } => [busy.of(bytes)?.send, Time::ZERO],
                Operation::Receive { bytes, .. } => [Time::ZERO, busy.of(bytes)?.receive],
                Operation::Calculate { .. } | Operation::Combine { .. } => [Time::ZERO; 2],
            };
            if before > Time::ZERO {
                writer.calculate(before, &[])?;
            }
            writer.copy(record)?;
            if after > Time::ZERO {
                writer.calculate(after, &[])?;
            }
        }
    }
    writer.finish()
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
