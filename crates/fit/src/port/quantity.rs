//! Quantities described by lines, and the start of a line.

use crate::measurements::MessageQuantity;
use std::fmt;

/// A quantity described by a line. Its `Display` is a plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineQuantity {
    /// One-way times.
    OneWay,
    /// Gaps.
    Gap,
    /// Overheads of sending.
    OverheadSend,
    /// Overheads of receiving.
    OverheadReceive,
    /// Times of broadcasts, divided by the number of steps of a binomial tree.
    BroadcastStep,
    /// Times of reductions, divided by the number of steps of a binomial tree.
    ReductionStep,
}

impl fmt::Display for LineQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneWay => "one-way times",
            Self::Gap => "gaps",
            Self::OverheadSend => "send overheads",
            Self::OverheadReceive => "receive overheads",
            Self::BroadcastStep => "broadcast times a step",
            Self::ReductionStep => "reduction times a step",
        })
    }
}

impl From<MessageQuantity> for LineQuantity {
    fn from(quantity: MessageQuantity) -> Self {
        match quantity {
            MessageQuantity::OneWay => Self::OneWay,
            MessageQuantity::Gap => Self::Gap,
            MessageQuantity::Broadcast => Self::BroadcastStep,
            MessageQuantity::Reduction => Self::ReductionStep,
        }
    }
}

/// The size at which a line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(into = "u8")]
pub enum LineStart {
    /// The empty message: alpha + beta s.
    Empty,
    /// The first byte, as in LogGP: g + (s - 1) G. An empty message costs as much as one byte.
    FirstByte,
}

impl From<LineStart> for u8 {
    fn from(start: LineStart) -> Self {
        start as Self
    }
}

impl LineStart {
    /// The number of bytes of a message beyond the start.
    #[must_use]
    pub const fn beyond(self, bytes: u64) -> u64 {
        match self {
            Self::Empty => bytes,
            Self::FirstByte => bytes.saturating_sub(1),
        }
    }
}
