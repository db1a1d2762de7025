//! A message cut in segments.

use logpine_models::model::{Port, PortTiming};
use logpine_text::units::Time;

/// A message cut in segments of equal size; the last may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The number of segments, at least 1.
    pub count: u64,
    /// The port of every segment but the last.
    pub full: Port,
    /// The port of the last segment.
    pub last: Port,
}

impl Segments {
    /// The duration of a round in which some ranks may pass on a full segment and others the last; `None` past
    /// [`Time::MAX`].
    #[must_use]
    pub fn round(&self) -> Option<Time> {
        self.full.max_of_each(self.last).round()
    }

    /// One message that is not cut.
    #[must_use]
    pub const fn whole(port: Port) -> Self {
        Self { count: 1, full: port, last: port }
    }

    /// `bytes` in segments of `segment` bytes; the last has what is left. `None` if a time exceeds [`Time::MAX`]. A segment
    /// of 0 bytes counts as 1, one above `bytes` as `bytes`.
    #[must_use]
    pub fn new(timing: &dyn PortTiming, bytes: u64, segment: u64) -> Option<Self> {
        let segment = segment.clamp(1, bytes.max(1));
        let count = bytes.div_ceil(segment).max(1);
        let full = timing.port(segment)?;
        let last = bytes - (count - 1) * segment;
        let last = if last == segment { full } else { timing.port(last)? };
        Some(Self { count, full, last })
    }

    /// `bytes` in `count` blocks that differ by at most a byte; `full` stands for the larger ones. `None` if a time exceeds
    /// [`Time::MAX`]. A count of 0 counts as 1, one above `bytes` as `bytes`.
    #[must_use]
    pub fn even(timing: &dyn PortTiming, bytes: u64, count: u64) -> Option<Self> {
        let count = count.clamp(1, bytes.max(1));
        let full = timing.port(bytes.div_ceil(count).max(1))?;
        let last = if bytes.is_multiple_of(count) { full } else { timing.port(bytes / count)? };
        Some(Self { count, full, last })
    }

    /// The time from one message to the next in a stream of messages, each cut in the same way, at a rank whose segments
    /// take `period(port)`. `None` past [`Time::MAX`].
    #[must_use]
    pub fn period(&self, period: impl Fn(Port) -> Option<Time>) -> Option<Time> {
        period(self.full)?.checked_mul(self.count - 1)?.checked_add(period(self.last)?)
    }
}
