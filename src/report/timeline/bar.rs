//! The activities of a rank as bars: their colours and times.

use crate::report::draw::palette::{CALCULATE, GAP, RECEIVE, SEND, WAIT};
use crate::schedule::Operation;
use crate::schedule::replay::{Span, Timeline};
use crate::units::Time;

/// The activity of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    Send,
    Receive,
    Calculate,
    /// The gap after a send.
    Gap,
    Wait,
}

/// The colours are distinct for people with all kinds of colour vision (M. Okabe, K. Ito: "Color Universal Design", 2008),
/// also by their lightness.
impl Bar {
    pub(super) const ALL: [Self; 5] = [Self::Send, Self::Receive, Self::Calculate, Self::Gap, Self::Wait];

    pub(super) const fn colour(self) -> &'static str {
        match self {
            Self::Send => SEND,
            Self::Receive => RECEIVE,
            Self::Calculate => CALCULATE,
            Self::Gap => GAP,
            Self::Wait => WAIT,
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Receive => "receive",
            Self::Calculate => "calculate",
            Self::Gap => "gap after a send",
            Self::Wait => "wait for the clock",
        }
    }

    pub(super) const fn of(operation: Operation) -> Self {
        match operation {
            Operation::Send { .. } => Self::Send,
            Operation::Receive { .. } => Self::Receive,
            Operation::Calculate { .. } | Operation::Combine { .. } => Self::Calculate,
            Operation::Wait { .. } => Self::Wait,
        }
    }
}

/// The start and the end of the gap after a send, if there is one.
pub(super) fn gap(timeline: &Timeline, span: &Span) -> Option<(Time, Time)> {
    let send = matches!(timeline.operation(span)?, Operation::Send { .. });
    (send && span.free > span.end).then_some((span.end, span.free))
}
