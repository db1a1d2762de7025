//! LogGP: Alexandrov, Ionescu, Schauser and Scheiman, "LogGP: Incorporating Long Messages into the LogP Model", SPAA 1995.

use super::{Growth, HostClass, InLoggops, MessageSize, ModelError, Port, PortTiming};
use crate::closed_form::{LoggpCost, LogpCost, PortCost};
use crate::machine::{Combine, LoggopsParameters, LoggpParameters, LogpParameters, Machine};
use logpine_text::units::Time;

/// The LogGP model: a message of s bytes takes L + 2o + (s - 1) G, since L includes the first byte, and its sender may send
/// the next one max(o, g + (s - 1) G) after it.
///
/// (s - 1) G is rounded to ticks once per message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loggp {
    parameters: LoggpParameters,
    combine: Combine,
}

impl Loggp {
    /// The model of a machine with `[loggp]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.loggp.ok_or_else(|| ModelError::missing_section(machine, "loggp"))?;
        Ok(Self { parameters, combine: parameters.logp.combine.or(machine.combine).unwrap_or_default() })
    }
}

impl PortTiming for Loggp {
    fn name(&self) -> &'static str {
        "loggp"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    #[inline]
    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let LoggpParameters { logp, gap_per_byte } = &self.parameters;
        let LogpParameters { latency, overhead_send, overhead_receive, gap, .. } = logp;
        let (send_busy, recv_busy) = (overhead_send.value, overhead_receive.value);
        let stream = gap_per_byte.value.times(bytes.saturating_sub(1))?;
        let gap = gap.value.checked_add(stream)?;
        let delivery = latency.value.checked_add(send_busy)?.checked_add(recv_busy)?.checked_add(stream)?;
        Some(Port { send_busy, send_gap: gap.max(send_busy), recv_busy, recv_gap: gap.max(recv_busy), delivery })
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }

    fn growth(&self) -> Growth {
        overlapping(&self.parameters.logp)
    }

    fn is_convex(&self) -> bool {
        self.parameters.gap_per_byte.value.scale() == 0 && self.combine.is_exact()
    }

    fn reals(&self) -> Option<PortCost> {
        let LoggpParameters { logp, gap_per_byte } = &self.parameters;
        let LogpCost { latency, overhead, gap } = LogpCost::of(logp)?;
        Some(PortCost::Loggp(LoggpCost { latency, overhead, gap, gap_per_byte: gap_per_byte.value.to_f64() }))
    }

    fn in_loggops(&self) -> InLoggops {
        InLoggops::Parameters(Box::new(LoggopsParameters::of(&self.parameters)))
    }
}

/// [`Growth::Overlapping`] if every message, apart from the time of its bytes, is delivered (L and both overheads after its
/// start) later than its sender and its receiver may go on, which is after the gap or the overhead.
pub(super) fn overlapping(logp: &LogpParameters) -> Growth {
    let [latency, send, receive, gap] =
        [logp.latency, logp.overhead_send, logp.overhead_receive, logp.gap].map(|parameter| parameter.value);
    let least = latency.checked_add(send).and_then(|header| header.checked_add(receive));
    let later_than = |time: Time| least.is_none_or(|least| least > time);
    if [gap, send, receive].into_iter().all(later_than) { Growth::Overlapping } else { Growth::Unknown }
}
