//! LogP: Culler, Karp, Patterson, Sahay, Schauser, Santos, Subramonian and von Eicken, "LogP: Towards a Realistic Model of
//! Parallel Computation", Principles and Practice of Parallel Programming 1993.

use super::{HostClass, InLoggops, MessageSize, ModelError, Port, PortTiming};
use crate::closed_form::{LogpCost, PortCost};
use crate::machine::{Combine, LoggopsParameters, LoggpParameters, LogpParameters, Machine, Measured, Simplification};
use logpine_text::units::Time;

/// The LogP model: one short message that cannot be cut takes L + 2o, and its sender may send the next one max(g, o) after
/// it.
///
/// The profile may ask for simplifications, see [`Simplification`].
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::PortModel;
/// use logpine_text::units::Clock;
/// let logp = PortModel::Logp.timing(&Machine::load("logp-textbook")?)?;
/// let port = logp.port(1).expect("short times");
/// assert_eq!(port.delivery.display(Clock::Cycle), "10 cycles", "L + 2o");
/// assert_eq!(port.send_gap.display(Clock::Cycle), "4 cycles", "max(g, o)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logp {
    parameters: LogpParameters,
    combine: Combine,
    /// The cost of every message; `None` past [`Time::MAX`].
    port: Option<Port>,
}

impl Logp {
    /// The model of a machine with `[logp]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.logp.ok_or_else(|| ModelError::missing_section(machine, "logp"))?;
        let parameters = simplified(parameters);
        let combine = parameters.combine.or(machine.combine).unwrap_or_default();
        Ok(Self { parameters, combine, port: port(&parameters) })
    }

    /// L, o, g and P; parameters that the profile simplifies away are 0.
    #[must_use]
    pub const fn parameters(&self) -> &LogpParameters {
        &self.parameters
    }

    /// ceil(L / g), the largest number of messages that may be in flight to or from a processor; `None`, no limit, if g = 0.
    ///
    /// No tree and no pipeline reaches it, since a rank sends and receives at most one message every g.
    #[must_use]
    pub const fn capacity(&self) -> Option<u64> {
        match self.parameters.gap.value.ticks() {
            0 => None,
            gap => Some(self.parameters.latency.value.ticks().div_ceil(gap)),
        }
    }
}

/// The parameters without those that the profile leaves out.
fn simplified(mut parameters: LogpParameters) -> LogpParameters {
    let none = Measured::default();
    if parameters.simplify.contains(Simplification::NoGap) {
        parameters.gap = none;
    }
    if parameters.simplify.contains(Simplification::NoOverhead) {
        (parameters.overhead_send, parameters.overhead_receive) = (none, none);
    }
    if parameters.simplify.contains(Simplification::NoLatency) {
        parameters.latency = none;
    }
    parameters
}

fn port(parameters: &LogpParameters) -> Option<Port> {
    let (send_busy, recv_busy) = (parameters.overhead_send.value, parameters.overhead_receive.value);
    let gap = parameters.gap.value;
    let (send_gap, recv_gap) = (gap.max(send_busy), gap.max(recv_busy));
    let delivery = parameters.latency.value.checked_add(send_busy)?.checked_add(recv_busy)?;
    let first = if parameters.simplify.contains(Simplification::GapFirst) { send_gap } else { Time::ZERO };
    let delivery = delivery.checked_add(first)?;
    Some(Port { send_busy, send_gap, recv_busy, recv_gap, delivery })
}

impl PortTiming for Logp {
    fn name(&self) -> &'static str {
        "logp"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Indivisible
    }

    #[inline]
    fn between(&self, _: u64, _: HostClass, _: HostClass) -> Option<Port> {
        self.port
    }

    /// With a rate per byte the bytes count, though the message itself has no size.
    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }

    fn is_convex(&self) -> bool {
        self.combine.is_exact()
    }

    fn reals(&self) -> Option<PortCost> {
        LogpCost::of(&self.parameters).map(PortCost::Logp)
    }

    /// A gap before the first message lengthens the delivery of every message by itself.
    fn in_loggops(&self) -> InLoggops {
        let LogpParameters { latency, overhead_send, gap, simplify, .. } = &self.parameters;
        let is_first = simplify.contains(Simplification::GapFirst);
        let first = if is_first { gap.value.max(overhead_send.value) } else { Time::ZERO };
        latency.value.checked_add(first).map_or(InLoggops::NotRepresentable, |latency| {
            let logp = LogpParameters { latency: Measured::exactly(latency), ..self.parameters };
            let loggp = LoggpParameters { logp, gap_per_byte: Measured::default() };
            InLoggops::Parameters(Box::new(LoggopsParameters::of(&loggp)))
        })
    }
}
