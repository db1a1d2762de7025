//! Alpha-beta: Hockney, "The communication challenge for MPP", Parallel Computing 20, 1994.

use super::{Growth, HostClass, InLoggops, MessageSize, ModelError, Port, PortTiming};
use crate::closed_form::{AlphaBetaCost, PortCost, ticks};
use crate::machine::{AlphaBetaParameters, Combine, LoggopsParameters, LoggpParameters, LogpParameters, Machine};
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

    fn reals(&self) -> Option<PortCost> {
        let AlphaBetaParameters { alpha, beta, .. } = &self.parameters;
        Some(PortCost::AlphaBeta(AlphaBetaCost { alpha: ticks(alpha.value), beta: beta.value.to_f64() }))
    }

    /// o = 0, and a message of one byte takes L = g = alpha + beta.
    ///
    /// So a message of s bytes takes alpha + beta + (s - 1) beta under the rules of `LogGOPSim` and occupies both ports for that time, as
    /// here; with g = 0 the messages of one sender would overlap. The rules of ATLAHS charge the gap at the receiver once more, and differ
    /// from this model.
    fn in_loggops(&self) -> InLoggops {
        let AlphaBetaParameters { alpha, beta, .. } = &self.parameters;
        let first_byte = beta.value.times(1).and_then(|byte| alpha.value.checked_add(byte));
        first_byte.map_or(InLoggops::NotRepresentable, |first_byte| {
            let logp = LogpParameters::of(first_byte, Time::ZERO, first_byte);
            let loggp = LoggpParameters { logp, gap_per_byte: *beta };
            InLoggops::Parameters(Box::new(LoggopsParameters::of(&loggp)))
        })
    }
}

impl Port {
    /// A message that keeps no processor busy, but occupies the ports of both sides until it is delivered.
    pub(super) const fn idle(time: Time) -> Self {
        Self { send_busy: Time::ZERO, send_gap: time, recv_busy: Time::ZERO, recv_gap: time, delivery: time }
    }
}
