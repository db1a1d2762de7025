//! Alpha-beta: Hockney, "The communication challenge for MPP", Parallel Computing 20, 1994.

use super::{Growth, HostClass, MessageSize, ModelError, Port, PortTiming};
use crate::machine::{AlphaBetaParameters, Combine, Machine};
use logpine_text::units::Time;

/// The alpha-beta model: a message of s bytes takes alpha + beta s, and occupies the port of either side for that time.
///
/// Processors are never busy. beta s is rounded to ticks once per message.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::PortModel;
/// use logpine_text::units::Clock;
/// let lecture = PortModel::AlphaBeta.timing(&Machine::load("lecture")?)?;
/// let delivery = lecture.port(16).map(|port| port.delivery.display(Clock::Cycle));
/// assert_eq!(delivery.as_deref(), Some("26 cycles"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBeta {
    parameters: AlphaBetaParameters,
    combine: Combine,
}

impl AlphaBeta {
    /// The model of a machine with `[alpha_beta]`.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if there is no such section.
    pub fn new(machine: &Machine) -> Result<Self, ModelError> {
        let parameters = machine.alpha_beta.ok_or_else(|| ModelError::missing_section(machine, "alpha_beta"))?;
        Ok(Self { parameters, combine: parameters.combine.or(machine.combine).unwrap_or_default() })
    }
}

impl PortTiming for AlphaBeta {
    fn name(&self) -> &'static str {
        "alpha_beta"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    #[inline]
    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let AlphaBetaParameters { alpha, beta, .. } = &self.parameters;
        beta.value.times(bytes)?.checked_add(alpha.value).map(Port::idle)
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.combine.at(bytes)
    }

    fn growth(&self) -> Growth {
        Growth::Held
    }

    fn is_convex(&self) -> bool {
        self.parameters.beta.value.scale() == 0 && self.combine.is_exact()
    }
}

impl Port {
    /// A message that keeps no processor busy, but occupies the ports of both sides until it is delivered.
    pub(super) const fn idle(time: Time) -> Self {
        Self { send_busy: Time::ZERO, send_gap: time, recv_busy: Time::ZERO, recv_gap: time, delivery: time }
    }
}
