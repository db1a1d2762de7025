//! The two textbook models, in the form that the tests need.

use logpine::units::Time;
use logpine_models::model::{HostClass, MessageSize, Port, PortTiming};

/// alpha + beta s, in ticks.
#[derive(Clone, Copy)]
pub struct AlphaBeta {
    pub alpha: u64,
    pub beta: u64,
    /// Ticks to combine a byte.
    pub gamma: u64,
}

impl PortTiming for AlphaBeta {
    fn name(&self) -> &'static str {
        "alpha-beta"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        assert!(bytes > 0, "no message is empty");
        let time = Time::from_ticks(self.beta.checked_mul(bytes)?.checked_add(self.alpha)?);
        Some(Port { send_busy: Time::ZERO, send_gap: time, recv_busy: Time::ZERO, recv_gap: time, delivery: time })
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.gamma.checked_mul(bytes).map(Time::from_ticks)
    }
}

/// L, o, g and G, in ticks.
#[derive(Clone, Copy)]
pub struct LogGp {
    pub latency: u64,
    pub overhead: u64,
    pub gap: u64,
    pub gap_per_byte: u64,
}

impl PortTiming for LogGp {
    fn name(&self) -> &'static str {
        "LogGP"
    }

    fn message_size(&self) -> MessageSize {
        MessageSize::Bytes
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        let body = (bytes - 1).checked_mul(self.gap_per_byte)?;
        let gap = Time::from_ticks(self.gap.checked_add(body)?.max(self.overhead));
        let overhead = Time::from_ticks(self.overhead);
        let delivery = Time::from_ticks((self.latency + 2 * self.overhead).checked_add(body)?);
        Some(Port { send_busy: overhead, send_gap: gap, recv_busy: overhead, recv_gap: gap, delivery })
    }

    fn combine(&self, _: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}
