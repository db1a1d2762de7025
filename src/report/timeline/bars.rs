//! The bars of a Gantt chart: what each rank does when.

use super::layout::{Layout, short};
use super::{SimulationReport, columns, operation_name};
use crate::schedule::replay::{Span, Timeline};
use crate::schedule::{ANY, Operation};
use crate::units::{Bytes, Clock, Time};
use std::fmt::Write as _;

/// What a bar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bar {
    Send,
    Receive,
    Calculate,
    /// The gap after a send.
    Gap,
    Wait,
}

/// Colours that those who see colours differently can tell apart (M. Okabe, K. Ito: "Color Universal Design", 2008), also by
/// how light they are.
impl Bar {
    pub(super) const ALL: [Self; 5] = [Self::Send, Self::Receive, Self::Calculate, Self::Gap, Self::Wait];

    pub(super) const fn colour(self) -> &'static str {
        match self {
            Self::Send => "#0072b2",
            Self::Receive => "#e69f00",
            Self::Calculate => "#009e73",
            Self::Gap => "#b9d7ec",
            Self::Wait => "#e4e4e4",
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

/// With more operations, bars are pieces of lines rather than rectangles that say what they are.
const RECTANGLES: usize = 3_000;
/// A bar is at least so wide.
const LEAST_WIDTH: f64 = 1.2;

/// Which bars there are.
pub(super) fn used(timeline: &Timeline) -> Vec<Bar> {
    let spans = || (0..timeline.schedule().ranks()).flat_map(|rank| timeline.rank(rank));
    let found = |bar: &Bar| match bar {
        Bar::Gap => spans().any(|span| gap(timeline, &span).is_some()),
        bar => spans().any(|span| timeline.operation(&span).is_some_and(|operation| Bar::of(operation) == *bar)),
    };
    Bar::ALL.into_iter().filter(found).collect()
}

/// From when to when the gap after a send lasts, where there is one.
pub(super) fn gap(timeline: &Timeline, span: &Span) -> Option<(Time, Time)> {
    let send = matches!(timeline.operation(span)?, Operation::Send { .. });
    (send && span.free > span.end).then_some((span.end, span.free))
}

/// The bars of all ranks.
pub(super) fn bars(layout: &Layout, report: &SimulationReport, timeline: &Timeline) -> String {
    if timeline.len() <= RECTANGLES { rectangles(layout, report, timeline) } else { columns::lines(layout, timeline) }
}

/// Bars that say what they are when they are pointed at.
fn rectangles(layout: &Layout, report: &SimulationReport, timeline: &Timeline) -> String {
    let mut text = String::new();
    let height = short(layout.bar());
    let mut rectangle = |bar: Bar, rank: u32, from: Time, to: Time, tip: &str| {
        let (x, end) = (layout.x(from), layout.x(to));
        let (x, y, width) = (short(x), short(layout.top(rank)), short((end - x).max(LEAST_WIDTH)));
        let colour = bar.colour();
        let end = if tip.is_empty() { "/>".to_owned() } else { format!("><title>{tip}</title></rect>") };
        let _ =
            writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"{end}");
    };
    // What keeps the processor lies over the gaps, and those over waiting.
    for rank in 0..layout.ranks {
        let spans = || timeline.rank(rank).filter_map(|span| Some((span, timeline.operation(&span)?)));
        let (waits, works): (Vec<_>, Vec<_>) = spans().partition(|(_, operation)| Bar::of(*operation) == Bar::Wait);
        for (span, operation) in waits.iter().filter(|(span, _)| span.end > span.start) {
            rectangle(Bar::Wait, rank, span.start, span.end, &tip(span, *operation, report.clock));
        }
        for (from, to) in works.iter().filter_map(|(span, _)| gap(timeline, span)) {
            rectangle(Bar::Gap, rank, from, to, "");
        }
        for (span, operation) in &works {
            rectangle(Bar::of(*operation), rank, span.start, span.end, &tip(span, *operation, report.clock));
        }
    }
    text
}

/// What a bar says when it is pointed at.
fn tip(span: &Span, operation: Operation, clock: Clock) -> String {
    let what = match operation {
        Operation::Send { to, bytes, tag } => format!("{} to {to}, tag {tag}", Bytes(bytes)),
        Operation::Receive { from: ANY, bytes, .. } => Bytes(bytes).to_string(),
        Operation::Receive { from, bytes, .. } => format!("{} from {from}", Bytes(bytes)),
        Operation::Calculate { .. } | Operation::Combine { .. } | Operation::Wait { .. } => String::new(),
    };
    let blank = if what.is_empty() { "" } else { " " };
    let (name, start, end) = (operation_name(operation), span.start.display(clock), span.end.display(clock));
    format!("rank {}: {name}{blank}{what}, {start} to {end}", span.rank)
}
