//! Costs of messages of limited sizes.

use super::{HostClass, MessageSize, Port, PortTiming};
use logpine_text::units::Time;

/// The costs of another model, with a limit on the size of messages.
#[derive(Clone, Copy)]
pub struct SizesWithin<'a> {
    /// The costs of messages.
    pub timing: &'a dyn PortTiming,
    /// Shorter messages cost as much as those of this size.
    pub least: u64,
    /// The largest size of a message.
    pub most: u64,
}

impl SizesWithin<'_> {
    /// The size that determines the cost; `None` of messages that are too long.
    fn charged(&self, bytes: u64) -> Option<u64> {
        (bytes <= self.most).then(|| bytes.max(self.least))
    }
}

impl PortTiming for SizesWithin<'_> {
    fn name(&self) -> &'static str {
        self.timing.name()
    }

    fn host_classes(&self) -> u16 {
        self.timing.host_classes()
    }

    fn message_size(&self) -> MessageSize {
        self.timing.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        self.timing.between(self.charged(bytes)?, sender, receiver)
    }

    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        self.timing.port_at_least(self.charged(bytes)?)
    }

    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        self.timing.port_up_to(self.charged(bytes)?)
    }

    fn is_convex(&self) -> bool {
        self.timing.is_convex()
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.timing.combine(bytes)
    }
}
