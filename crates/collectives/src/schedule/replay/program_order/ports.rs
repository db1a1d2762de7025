//! The ports of the messages of a schedule.

use super::ReplayError;
use logpine_models::model::PortTiming;
use rustc_hash::FxHashMap;

/// The five numbers of a port in ticks.
#[derive(Clone, Copy)]
pub(super) struct Ticks {
    pub(super) send_busy: u64,
    pub(super) send_gap: u64,
    pub(super) recv_busy: u64,
    pub(super) recv_gap: u64,
    pub(super) delivery: u64,
}

/// The ports of the sizes met so far; most schedules have few.
pub(super) struct Ports<'a> {
    timing: &'a dyn PortTiming,
    known: FxHashMap<u64, Ticks>,
    last: Option<(u64, Ticks)>,
}

impl<'a> Ports<'a> {
    pub(super) fn new(timing: &'a dyn PortTiming) -> Self {
        Self { timing, known: FxHashMap::default(), last: None }
    }

    #[inline]
    pub(super) fn of(&mut self, bytes: u64) -> Result<Ticks, ReplayError> {
        match self.last {
            Some((size, ticks)) if size == bytes => Ok(ticks),
            _ => self.look_up(bytes),
        }
    }

    fn look_up(&mut self, bytes: u64) -> Result<Ticks, ReplayError> {
        let ticks = if let Some(&ticks) = self.known.get(&bytes) {
            ticks
        } else {
            // Models have no empty messages.
            let port = self.timing.port(bytes.max(1)).ok_or(ReplayError::NotRepresentable)?;
            let ticks = Ticks {
                send_busy: port.send_busy.ticks(),
                send_gap: port.send_gap.ticks(),
                recv_busy: port.recv_busy.ticks(),
                recv_gap: port.recv_gap.ticks(),
                delivery: port.delivery.ticks(),
            };
            self.known.insert(bytes, ticks);
            ticks
        };
        self.last = Some((bytes, ticks));
        Ok(ticks)
    }
}
