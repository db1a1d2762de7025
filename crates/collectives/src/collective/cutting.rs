//! The ways of cutting a message into segments, and the extent of a search over their sizes.

use logpine_models::model::PortTiming;
use logpine_text::units::Time;
use logpine_trees::tree::Segments;

/// A message cut into segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The size of every segment but the last, in bytes.
    pub segment: u64,
    /// The number of segments; the last has the rest.
    pub segments: u64,
    /// The time with this cut.
    pub time: Time,
}

/// A range of segment sizes, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The smallest size.
    pub least: u64,
    /// The largest size.
    pub most: u64,
}

impl Sizes {
    /// All sizes, from a single byte.
    pub const ALL: Self = Self { least: 1, most: u64::MAX };

    /// One size only.
    #[must_use]
    pub const fn only(bytes: u64) -> Self {
        Self { least: bytes, most: bytes }
    }

    /// True if a size is among them.
    #[must_use]
    pub const fn contains(self, bytes: u64) -> bool {
        self.least <= bytes && bytes <= self.most
    }

    /// The sizes of at most `bytes` bytes; `None` if there are none.
    #[must_use]
    pub fn up_to(self, bytes: u64) -> Option<Self> {
        (self.least <= bytes).then(|| Self { least: self.least, most: self.most.min(bytes) })
    }
}

/// The completeness of a search: every possibility was evaluated or excluded by a bound, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhaustive {
    /// The search was complete.
    Yes,
    /// The search was cut short.
    No,
}

impl Exhaustive {
    /// Exhaustive if both of two searches are.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match self {
            Self::Yes => other,
            Self::No => Self::No,
        }
    }
}

/// The way in which an algorithm cuts a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// Into any number of segments of equal size, the last with the rest.
    LastShort,
    /// Into any number of blocks that differ by at most a byte.
    Even,
    /// Into as many parts as there are ranks.
    ByRanks,
    /// Not at all.
    Never,
}

impl Cutting {
    /// The sizes of the messages of an algorithm that cuts `bytes` bytes: segments or blocks, or a part for each rank, up to half of which
    /// go together.
    #[must_use]
    pub fn sizes(self, bytes: u64, cut: Option<Cut>, ranks: u64) -> [u64; 2] {
        match (self, cut) {
            (Self::Even, Some(Cut { segments, .. })) => [bytes / segments.max(1), bytes.div_ceil(segments.max(1))],
            (_, Some(Cut { segment, segments, .. })) => {
                let before = segment.saturating_mul(segments.saturating_sub(1));
                [bytes.saturating_sub(before).min(segment), segment.min(bytes)]
            }
            (Self::ByRanks, None) => {
                let part = bytes.div_ceil(ranks.max(1));
                [part, bytes.div_ceil(2).max(part)]
            }
            (_, None) => [bytes, bytes],
        }
    }

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
