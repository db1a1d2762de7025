//! The bars of a Gantt chart: each rank's activities over time.

use super::bar::{Bar, bars_of};
use super::flights::Flights;
use super::layout::Layout;
use super::{SimulationReport, columns, operation_name};
use crate::report::draw::Frame;
use logpine_collectives::schedule::replay::{Span, Timeline};
use logpine_collectives::schedule::{ANY, Operation};
use logpine_text::units::{Bytes, Time};

/// The most operations drawn as rectangles with tooltips; with more, bars are pieces of lines.
const RECTANGLES: usize = 3_000;
/// The least width of a bar.
const LEAST_WIDTH: f64 = 1.2;

/// The kinds of bars in the chart.
pub(super) fn used(layout: &Layout, timeline: &Timeline, flights: &Flights) -> Vec<Bar> {
    let found =
        |bar: &Bar| layout.spans().any(|span| bars_of(timeline, &span, flights).iter().any(|(found, _)| found == bar));
    Bar::ALL.into_iter().filter(found).collect()
}

/// The bars of all ranks.
pub(super) struct Bars {
    /// Waiting, and over it the gaps: the messages are drawn over both.
    pub(super) below: String,
    /// The work of processors, drawn over the messages.
    pub(super) above: String,
}

impl Bars {
    /// The bars of a timeline.
    pub(super) fn new(layout: &Layout, timeline: &Timeline, flights: &Flights, report: &SimulationReport) -> Self {
        if layout.spans().count() > RECTANGLES {
            let rows = columns::Rows::new(layout, timeline, flights);
            let (below, above) = ([Bar::Wait, Bar::Gap, Bar::Flight], [Bar::Send, Bar::Receive, Bar::Calculate]);
            return Self { below: rows.lines(&below), above: rows.lines(&above) };
        }
        let (mut waits, mut gaps, mut above, mut instants) =
            (String::new(), String::new(), String::new(), String::new());
        for span in layout.spans() {
            let Some(operation) = timeline.operation(&span) else { continue };
            for (bar, lasts) in bars_of(timeline, &span, flights) {
                let tip = tip(layout, (&span, operation), lasts, report);
                match bar {
                    Bar::Wait => waits += &rectangle(layout, bar, &span, lasts, &tip),
                    Bar::Gap | Bar::Flight => gaps += &rectangle(layout, bar, &span, lasts, ""),
                    // Work that begins at once would hide them.
                    _ if lasts.0 == lasts.1 => instants += &rectangle(layout, bar, &span, lasts, &tip),
                    _ => above += &rectangle(layout, bar, &span, lasts, &tip),
                }
            }
        }
        Self { below: waits + &gaps, above: above + &instants }
    }
}

/// A bar with a tooltip.
fn rectangle(layout: &Layout, bar: Bar, span: &Span, (from, to): (Time, Time), tip: &str) -> String {
    let (left, end) = (layout.x(from), layout.x(to));
    let Some(row) = layout.row(span) else { return String::new() };
    let height = layout.bar() * bar.thickness();
    let frame = Frame { left, top: layout.middle(row) - height / 2.0, width: (end - left).max(LEAST_WIDTH), height };
    if tip.is_empty() { frame.filled(bar.colour()) } else { frame.tipped(bar.colour(), tip) }
}

/// The tooltip of a bar.
fn tip(
    layout: &Layout,
    (span, operation): (&Span, Operation),
    (start, end): (Time, Time),
    report: &SimulationReport,
) -> String {
    let ([member, _], clock) = (report.members(), report.clock);
    let what = match operation {
        Operation::Send { to, bytes, tag } => format!("{} to {to}, tag {tag}", Bytes(bytes)),
        Operation::Receive { from: ANY, bytes, .. } => Bytes(bytes).to_string(),
        Operation::Receive { from, bytes, .. } => format!("{} from {from}", Bytes(bytes)),
        Operation::Calculate { .. } | Operation::Combine { .. } | Operation::Wait { .. } => String::new(),
    };
    let blank = if what.is_empty() { "" } else { " " };
    let (name, start, end) = (operation_name(operation), start.display(clock), end.display(clock));
    let on = if layout.has_processors() { format!(", cpu {}", span.processor) } else { String::new() };
    format!("{member} {}{on}: {name}{blank}{what}, {start} to {end}", span.rank)
}
