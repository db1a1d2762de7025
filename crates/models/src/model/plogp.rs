//! PLogP: Kielmann, Bal and Verstoep, "Fast Measurement of LogP Parameters for Message Passing Platforms", IPDPS 2000
//! workshops.

use super::{Growth, HostClass, MessageSize, ModelError, Port, PortTiming};
use crate::machine::{Combine, Machine, PlogpParameters};
use logpine_text::units::Time;

/// The parameterised LogP model: a message of m bytes takes L + g(m) and keeps the processors busy for `o_s`(m) and
/// `o_r`(m), all measured by size.
///
/// By definition g(m) includes both overheads; if measurements disagree, the largest of the three is used as the gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plogp {
    parameters: PlogpParameters,
    combine: Combine,
}

impl Plogp {
    /// The model of a machine with `[plogp]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.plogp.as_ref().ok_or_else(|| ModelError::missing_section(machine, "plogp"))?.clone();
        let combine = parameters.combine.or(machine.combine).unwrap_or_default();
        Ok(Self { parameters, combine })
    }

    #[inline]
    fn made_of(&self, send_busy: Option<Time>, recv_busy: Option<Time>, gap: Option<Time>) -> Option<Port> {
        let (send_busy, recv_busy) = (send_busy?, recv_busy?);
        let gap = gap?.max(send_busy).max(recv_busy);
        let delivery = self.parameters.latency.value.checked_add(gap)?;
        Some(Port { send_busy, send_gap: gap, recv_busy, recv_gap: gap, delivery })
    }
}

impl PortTiming for Plogp {
    fn name(&self) -> &'static str {
        "plogp"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    #[inline]
    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let PlogpParameters { overhead_send, overhead_receive, gap, .. } = &self.parameters;
        self.made_of(overhead_send.at(bytes), overhead_receive.at(bytes), gap.at(bytes))
    }

    /// The least time of every table from `bytes` on. The gap may be below the least gap, never above it, since the maximum
    /// of three minima is at most the minimum of the maxima.
    #[inline]
    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        let PlogpParameters { overhead_send, overhead_receive, gap, .. } = &self.parameters;
        self.made_of(overhead_send.at_least(bytes), overhead_receive.at_least(bytes), gap.at_least(bytes))
    }

    /// The greatest time of every table up to `bytes`.
    #[inline]
    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        let PlogpParameters { overhead_send, overhead_receive, gap, .. } = &self.parameters;
        self.made_of(overhead_send.up_to(bytes), overhead_receive.up_to(bytes), gap.up_to(bytes))
    }

    /// The delivery exceeds the gap by the latency, and is never shorter than the overheads.
    fn growth(&self) -> Growth {
        let PlogpParameters { latency, overhead_send, overhead_receive, gap, .. } = &self.parameters;
        if ![overhead_send, overhead_receive, gap].iter().all(|table| table.never_falls()) {
            Growth::Unknown
        } else if latency.value == Time::ZERO {
            Growth::Held
        } else {
            Growth::Overlapping
        }
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }
}
