//! A replay as a Gantt chart.

use super::bar::Bar;
use super::bars::{self, Bars};
use super::flights::Flights;
use super::layout::{Layout, TOP};
use super::{SimulationReport, arrows, axis, path};
use crate::report::draw::font::SMALL;
use crate::report::draw::legend::{Row, stroke};
use crate::report::draw::palette::{ALERT, BAND, FAINT};
use crate::report::draw::{Frame, Picture, arrow_head, words_at};
use crate::report::times::counted;
use crate::report::times::time;
use logpine_collectives::schedule::replay::{Activity, Part, Timeline};
use logpine_text::units::{Bytes, Time};
use std::fmt::Write as _;

/// The multiple of the processors' utilization above which that of the ports is shown in its place.
const PORTS_DOMINATE: f64 = 4.0;

/// A replay as a Gantt chart in SVG: a row for each rank, or for each of its processors, with its sends, receptions,
/// calculations, gaps after sends and waiting for the next round; the messages, if they are few; the critical path, if the report
/// has it; and the utilization of each rank. Messages of an overlay tree fly before they are received. If bars are few, they have tooltips. If they are many, those too short to be seen
/// are drawn as one bar of each kind, as long as all together. Neighbours without work share a row. Of more than 64 ranks, all
/// neighbours that do the same at the same times do; if rows are still too many, the first is shown, those of the critical path
/// as far as there is room, and others evenly spaced.
///
/// Title and names are escaped. A file has about 2 MB at most.
#[must_use]
pub fn svg(report: &SimulationReport, timeline: &Timeline) -> String {
    let layout = Layout::new(timeline, report.critical_path, report.replayed.finish);
    let flights = Flights::new(&layout, timeline, report.node_costs());
    let bars = Bars::new(&layout, timeline, &flights, report);
    let mut text = arrow_head("head", FAINT);
    text += &axis::axes(&layout, report);
    text += &legend(&layout, report, timeline, &flights);
    text += &bars.below;
    text += &arrows::arrows(&layout, timeline, &flights);
    text += &bars.above;
    if let Some(path) = report.critical_path {
        text += &path::critical_path(&layout, path);
    }
    text += &busy(&layout, report, timeline, &flights);
    whole(&layout, report, arrows::are_drawn(&layout, timeline, &flights), &text)
}

/// The picture with its headings.
fn whole(layout: &Layout, report: &SimulationReport, has_arrows: bool, drawn: &str) -> String {
    let (width, height) = layout.size();
    let SimulationReport { title, machine, model, semantics, .. } = *report;
    let title = format!("{title}: {}", time(report.replayed.finish, report.clock));
    let not_drawn = if has_arrows { "" } else { " (too many to be drawn)" };
    let [one, several] = report.members();
    let shared = if layout.shown().iter().any(|ranks| ranks.count() > 1) {
        format!("; consecutive {several} with the same timing share a row")
    } else {
        String::new()
    };
    let shown = layout.ranks();
    let which = if report.critical_path.is_some() {
        "some on the critical path, others evenly spaced"
    } else {
        "evenly spaced"
    };
    let sample = if shown < u64::from(report.ranks()) {
        format!("; {shown} of the {several} are shown, named at the left: {which}")
    } else {
        String::new()
    };
    let facts = format!(
        "on {} ({model}, {}); {}, {}, {}{not_drawn}, {} in all{shared}{sample}",
        machine,
        semantics.name(),
        counted(report.ranks(), one, several),
        counted(report.operations(), "operation", "operations"),
        counted(report.usage.messages(), "message", "messages"),
        Bytes(report.usage.bytes())
    );
    let (width, height) = (f64::from(width), f64::from(height));
    Picture { title: &title, facts: &facts, about: &description(report), left: f64::from(layout.left), width, height }
        .of(drawn)
}

/// The picture in words.
fn description(report: &SimulationReport) -> String {
    let of_ports = shows_ports(report);
    let activity = if of_ports { Activity::Interface } else { Activity::Busy };
    let busy = report.usage.share(activity, report.replayed.finish);
    let [_, several] = report.members();
    let who = if of_ports { "ports are busy with sends" } else { "busy" };
    let mut text = format!(
        "The activities of {} {several} over {}: {who} {:.1} % of the time.",
        report.ranks(),
        time(report.replayed.finish, report.clock),
        100.0 * busy.mean
    );
    if let Some(path) = report.critical_path {
        let parts = Part::ALL.into_iter().map(|part| (part, path.total(part))).filter(|&(_, time)| time > Time::ZERO);
        let parts: Vec<_> = parts.map(|(part, took)| format!("{} {}", part.name(), time(took, report.clock))).collect();
        let _ = write!(text, " The critical path takes: {}.", parts.join(", "));
    }
    text
}

/// The legend.
fn legend(layout: &Layout, report: &SimulationReport, timeline: &Timeline, flights: &Flights) -> String {
    let mut row = Row::new(f64::from(layout.left), f64::from(TOP - 32), f64::from(layout.right()));
    for bar in bars::used(layout, timeline, flights) {
        row.sign(&bar.sign(), bar.words());
    }
    if let Some(path) = report.critical_path {
        row.sign(&stroke(ALERT, 2.0), "critical path");
        if path::leaves_rows(layout, path) {
            row.sign(&path::sign(), &format!("through {} that are not shown", report.members()[1]));
        }
    }
    row.finish()
}

/// True if sends keep the ports far longer than work keeps the processors.
fn shows_ports(report: &SimulationReport) -> bool {
    let mean = |activity| report.usage.share(activity, report.replayed.finish).mean;
    mean(Activity::Interface) > PORTS_DOMINATE * mean(Activity::Busy)
}

/// The utilization of each rank, to the right of its row: of its processors, or of its port if that is far busier.
fn busy(layout: &Layout, report: &SimulationReport, timeline: &Timeline, flights: &Flights) -> String {
    let left = f64::from(layout.right() + 16);
    let numbers = layout.least_height() >= 12;
    let room = if numbers { 70.0 } else { 110.0 };
    let finish = report.replayed.finish;
    let (heading, kinds): (_, &[(Bar, Activity)]) = if shows_ports(report) {
        ("port sends", &[(Bar::Gap, Activity::Interface)])
    } else {
        let kinds = &[
            (Bar::Send, Activity::Sends),
            (Bar::Receive, Activity::Receptions),
            (Bar::Calculate, Activity::Calculations),
        ];
        ("busy", kinds)
    };
    let above = f64::from(TOP - 8);
    let mut text = words_at((left, above), &format!("font-size=\"{SMALL}\" fill=\"{FAINT}\""), heading);
    let _ = writeln!(text, "<g font-size=\"{SMALL}\">");
    if !numbers {
        text += &words_at((left + room, above), &format!("text-anchor=\"end\" fill=\"{FAINT}\""), "100 %");
    }
    for (place, ranks) in layout.places() {
        let rank = ranks.first;
        let Some(usage) = report.usage.ranks().get(rank as usize) else { continue };
        let without = in_flight(timeline, rank, flights, finish);
        let share = |activity| {
            let flight = if activity == Activity::Calculations { without } else { 0.0 };
            usage.share(activity, finish) - flight
        };
        let mut x = left;
        let track = Frame { left, top: layout.top_of(place), width: room, height: layout.height_of(place) };
        text += &track.filled(BAND);
        for &(bar, activity) in kinds {
            // A gap that lasts beyond the finish could exceed the room.
            let width = (share(activity) * room).min(left + room - x);
            if width >= 0.05 {
                text += &Frame { left: x, width, ..track }.filled(bar.colour());
            }
            x += width;
        }
        if numbers {
            let share: f64 = kinds.iter().map(|&(_, activity)| 100.0 * share(activity)).sum();
            let y = layout.middle_of(place) + 4.0;
            text += &words_at((left + room + 6.0, y), "", &format!("{share:.0} %"));
        }
    }
    text + "</g>\n"
}

/// The share of the time in which a rank of an overlay tree only waits for messages in flight.
fn in_flight(timeline: &Timeline, rank: u32, flights: &Flights, finish: Time) -> f64 {
    let spans = timeline.rank(rank).filter_map(|span| flights.within(&span));
    let ticks: u64 = spans.map(|(from, to)| to.ticks() - from.ticks()).sum();
    ticks as f64 / finish.ticks().max(1) as f64
}
