//! How a message can be cut in segments, and how far a search of their sizes may go.

use crate::model::PortTiming;
use crate::tree::Segments;
use crate::units::Time;

/// A message cut in segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes of every segment but the last.
    pub segment: u64,
    /// Number of segments; the last has what is left.
    pub segments: u64,
    /// The time that this cut takes.
    pub time: Time,
}

/// Segment sizes from the least to the most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The smallest size.
    pub least: u64,
    /// The largest.
    pub most: u64,
}

impl Sizes {
    /// From a single byte.
    pub const ALL: Self = Self { least: 1, most: u64::MAX };

    /// One size only.
    #[must_use]
    pub const fn only(bytes: u64) -> Self {
        Self { least: bytes, most: bytes }
    }

    /// Whether a size is among them.
    #[must_use]
    pub const fn contains(self, bytes: u64) -> bool {
        self.least <= bytes && bytes <= self.most
    }

    /// Those of at most so many bytes; `None` where there is none.
    #[must_use]
    pub fn up_to(self, bytes: u64) -> Option<Self> {
        (self.least <= bytes).then(|| Self { least: self.least, most: self.most.min(bytes) })
    }
}

/// Whether every possibility was evaluated or excluded by a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhaustive {
    /// All were.
    Yes,
    /// The search was cut short.
    No,
}

impl Exhaustive {
    /// Whether both of two searches left nothing out.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match self {
            Self::Yes => other,
            Self::No => Self::No,
        }
    }
}

/// How an algorithm cuts a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// Into any number of segments of equal size, the last with what is left.
    LastShort,
    /// Into any number of blocks that differ by at most a byte.
    Even,
    /// Into as many parts as there are ranks.
    ByRanks,
    /// Not at all.
    Never,
}

impl Cutting {
    /// The segments of a message of `bytes` if none has more than `segment`; `None` past [`Time::MAX`].
    #[must_use]
    pub fn segments(self, timing: &dyn PortTiming, bytes: u64, segment: u64) -> Option<Segments> {
        match self {
            Self::LastShort => Segments::new(timing, bytes, segment),
            Self::Even => Segments::even(timing, bytes, bytes.div_ceil(segment.max(1))),
            Self::ByRanks | Self::Never => timing.port(bytes).map(Segments::whole),
        }
    }
}
