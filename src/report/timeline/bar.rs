//! The activities of a rank as bars: their colours and times.

use super::flights::Flights;
use crate::report::draw::legend::{patch, stroke};
use crate::report::draw::palette::{CALCULATE, FLIGHT, GAP, RECEIVE, SEND, WAIT};
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::replay::{Span, Timeline};
use logpine_text::units::Time;

/// The activity of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    Send,
    Receive,
    Calculate,
    /// The gap after a send.
    Gap,
    Wait,
    /// A message of an overlay tree on its way, which keeps no processor.
    Flight,
}

/// The colours are distinct for people with all kinds of colour vision (M. Okabe, K. Ito: "Color Universal Design", 2008),
/// also by their lightness.
impl Bar {
    pub(super) const ALL: [Self; 6] = [Self::Send, Self::Receive, Self::Calculate, Self::Gap, Self::Wait, Self::Flight];

    pub(super) const fn colour(self) -> &'static str {
        match self {
            Self::Send => SEND,
            Self::Receive => RECEIVE,
            Self::Calculate => CALCULATE,
            Self::Gap => GAP,
            Self::Wait => WAIT,
            Self::Flight => FLIGHT,
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Receive => "receive",
            Self::Calculate => "calculate",
            Self::Gap => "gap after a send",
            Self::Wait => "wait for the next round",
            Self::Flight => "message in flight",
        }
    }

    /// The thickness as a part of a bar's: flight is thin, and yet wider than the critical path over it.
    pub(super) const fn thickness(self) -> f64 {
        if matches!(self, Self::Flight) { 0.45 } else { 1.0 }
    }

    /// The sign in the legend.
    pub(super) fn sign(self) -> String {
        if self == Self::Flight { stroke(self.colour(), 2.0) } else { patch(self.colour()) }
    }

    const fn of(operation: Operation) -> Self {
        match operation {
            Operation::Send { .. } => Self::Send,
            Operation::Receive { .. } => Self::Receive,
            Operation::Calculate { .. } | Operation::Combine { .. } => Self::Calculate,
            Operation::Wait { .. } => Self::Wait,
        }
    }
}

/// The bars of an operation, each with its start and its end: first what keeps no processor, then the work.
pub(super) fn bars_of(timeline: &Timeline, span: &Span, flights: &Flights) -> Vec<(Bar, (Time, Time))> {
    let Some(operation) = timeline.operation(span) else { return Vec::new() };
    let mut bars: Vec<_> = gap(timeline, span).map(|lasts| (Bar::Gap, lasts)).into_iter().collect();
    bars.extend(flights.within(span).map(|lasts| (Bar::Flight, lasts)));
    // Waiting and calculations that take no time are nothing to see; messages are.
    if matches!(operation, Operation::Send { .. } | Operation::Receive { .. }) || span.end > span.start {
        bars.push((Bar::of(operation), flights.drawn(span)));
    }
    bars
}

/// The start and the end of the gap after a send, if there is one.
pub(super) fn gap(timeline: &Timeline, span: &Span) -> Option<(Time, Time)> {
    let send = matches!(timeline.operation(span)?, Operation::Send { .. });
    (send && span.free > span.end).then_some((span.end, span.free))
}
