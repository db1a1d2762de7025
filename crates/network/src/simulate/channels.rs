//! The queues that messages wait in.

use super::measurements::{LinkUse, Way};
use super::options::Duplex;
use logpine_text::units::Time;

/// The queue that a step waits in: one per link, or with full duplex one per direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channels {
    pub shift: u32,
    pub count: usize,
}

impl Channels {
    pub fn new(links: usize, duplex: Duplex) -> Self {
        match duplex {
            Duplex::Half => Self { shift: 1, count: links },
            Duplex::Full => Self { shift: 0, count: 2 * links },
        }
    }

    #[inline]
    pub fn of(self, step: u32) -> usize {
        (step >> self.shift) as usize
    }

    /// The use of a channel.
    pub fn usage(self, channel: usize, messages: u64, busy: Time) -> LinkUse {
        let number = u32::try_from(channel).unwrap_or(u32::MAX);
        let (link, way) = match (self.shift, number & 1) {
            (0, 0) => (number >> 1, Way::Forward),
            (0, _) => (number >> 1, Way::Backward),
            _ => (number, Way::Any),
        };
        LinkUse { link, way, messages, busy }
    }
}
