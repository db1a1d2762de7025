//! What a line describes, and where it starts.

use crate::fit::measurements::MessageQuantity;
use std::fmt;

/// What a line describes. Its `Display` is a plural.
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
    /// Times of broadcasts, each divided by the steps of a binomial tree.
    BroadcastStep,
    /// Times of reductions, likewise.
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

/// Where a line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineStart {
    /// At the empty message: alpha + beta s.
    Empty,
    /// At the first byte, as LogGP has it: g + (s - 1) G. No bytes cost what one does.
    FirstByte,
}

impl LineStart {
    /// How many bytes of a message are beyond the start.
    #[must_use]
    pub const fn beyond(self, bytes: u64) -> u64 {
        match self {
            Self::Empty => bytes,
            Self::FirstByte => bytes.saturating_sub(1),
        }
    }
}
