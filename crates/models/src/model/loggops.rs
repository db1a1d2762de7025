//! LogGOPS: Hoefler, Schneider and Lumsdaine, "LogGOPSim: Simulating Large-Scale Applications in the LogGOPS Model", HPDC
//! 2010.

use super::loggp::overlapping;
use super::{Growth, HostClass, InLoggops, MessageSize, ModelError, Port, PortTiming};
use crate::machine::{Combine, LoggopsParameters, LoggpParameters, Machine};
use logpine_text::units::Time;

/// The LogGOPS model: LogGP in which a processor is busy O longer for each byte after the first, and messages longer than S
/// wait for the receiver.
///
/// ```text
/// busy     = o + (s - 1) O
/// gap      = max(busy, g + (s - 1) G);  a send with s > S: at least o + L
/// delivery = L + 2o + (s - 1) max(O, G)
/// ```
///
/// The receiver of a collective is ready when a message comes; rendezvous then costs the time until the sender is told so.
/// Products are rounded to ticks once per message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loggops {
    parameters: LoggopsParameters,
    combine: Combine,
}

impl Loggops {
    /// The model of a machine with `[loggops]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.loggops.ok_or_else(|| ModelError::missing_section(machine, "loggops"))?;
        Ok(Self { parameters, combine: parameters.loggp.logp.combine.or(machine.combine).unwrap_or_default() })
    }

    /// True if the gap of a send jumps at the size at which rendezvous begins.
    fn gap_jumps(&self) -> bool {
        let Some(eager) = self.parameters.rendezvous_above.filter(|eager| eager.0 > 0) else {
            return false;
        };
        let without = Self { parameters: LoggopsParameters { rendezvous_above: None, ..self.parameters }, ..*self };
        let first = eager.0.saturating_add(1);
        self.port(first) != without.port(first)
    }

    fn waits_for_the_receiver(&self, bytes: u64) -> bool {
        self.parameters.rendezvous_above.is_some_and(|eager| bytes > eager.0)
    }
}

impl PortTiming for Loggops {
    fn name(&self) -> &'static str {
        "loggops"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    #[inline]
    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let parameters = &self.parameters;
        let LoggpParameters { logp, gap_per_byte } = &parameters.loggp;
        let (latency, overhead) = (logp.latency.value, logp.overhead_send.value);
        let further = bytes.saturating_sub(1);
        let copy = parameters.overhead_per_byte.value.times(further)?;
        let stream = gap_per_byte.value.times(further)?;
        let send_busy = overhead.checked_add(copy)?;
        let recv_busy = logp.overhead_receive.value.checked_add(copy)?;
        let gap = logp.gap.value.checked_add(stream)?;
        let header = latency.checked_add(overhead)?;
        let delivery = header.checked_add(logp.overhead_receive.value)?.checked_add(copy.max(stream))?;
        let eager = gap.max(send_busy);
        let send_gap = if self.waits_for_the_receiver(bytes) { eager.max(header) } else { eager };
        Some(Port { send_busy, send_gap, recv_busy, recv_gap: gap.max(recv_busy), delivery })
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }

    fn growth(&self) -> Growth {
        let LoggopsParameters { loggp, rendezvous_above, .. } = &self.parameters;
        if rendezvous_above.is_some() && loggp.logp.overhead_receive.value == Time::ZERO {
            // The gap of a long send may be as long as its delivery.
            return Growth::Unknown;
        }
        overlapping(&loggp.logp)
    }

    fn is_convex(&self) -> bool {
        let LoggopsParameters { loggp, overhead_per_byte, .. } = &self.parameters;
        let exact = loggp.gap_per_byte.value.scale() == 0 && overhead_per_byte.value.scale() == 0;
        exact && self.combine.is_exact() && !self.gap_jumps()
    }

    fn in_loggops(&self) -> InLoggops {
        InLoggops::Parameters(Box::new(self.parameters))
    }
}
