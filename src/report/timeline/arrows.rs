//! The messages of a Gantt chart.

use super::flights::Flights;
use super::layout::{CHART, Layout, TOP};
use crate::report::draw::palette::FAINT;
use crate::report::draw::px;
use logpine_collectives::schedule::replay::{Message, Timeline, messages};
use std::collections::HashSet;
use std::fmt::Write as _;

/// The most messages that are drawn.
const MESSAGES: usize = 600;
/// The most messages drawn with heads of arrows.
const HEADS: usize = 80;
/// The number of parts, from left to right, in which the area covered by messages is measured.
const PARTS: usize = 10;
/// The share of a part above which messages are drawn paler, and the share at which they are palest.
const COVER: (f64, f64) = (0.04, 0.3);

/// The place of a message: from the end of its send to the start of its reception.
struct Arrow {
    from: (f64, f64),
    to: (f64, f64),
}

/// The messages: paler if they cover more of the picture, and none if there are too many.
pub(super) fn arrows(layout: &Layout, timeline: &Timeline, flights: &Flights) -> String {
    let arrows = all(layout, timeline, flights);
    if arrows.is_empty() || arrows.len() > MESSAGES {
        return String::new();
    }
    let head = if arrows.len() <= HEADS { " marker-end=\"url(#head)\"" } else { "" };
    let width = if layout.pitch < 10 { 0.5 } else { 0.9 };
    let opacity = match (COVER.0 / cover(layout, &arrows, width)).max(COVER.1) {
        pale if pale < 0.95 => format!(" opacity=\"{pale:.2}\""),
        _ => String::new(),
    };
    let mut text = format!("<g stroke=\"{FAINT}\" stroke-width=\"{width}\" fill=\"none\"{opacity}>\n");
    for Arrow { from, to } in arrows {
        let [x, y, end_x, end_y] = [from.0, from.1, to.0, to.1].map(px);
        let _ = writeln!(text, "<path d=\"M{x} {y}L{end_x} {end_y}\"{head}/>");
    }
    text + "</g>\n"
}

/// True if there are few enough messages among the ranks that are shown.
pub(super) fn are_drawn(layout: &Layout, timeline: &Timeline, flights: &Flights) -> bool {
    all(layout, timeline, flights).len() <= MESSAGES
}

/// The arrows among the rows that are shown, each once.
fn all(layout: &Layout, timeline: &Timeline, flights: &Flights) -> Vec<Arrow> {
    let arrow = |of| arrow(layout, timeline, flights, of);
    let mut arrows: Vec<Arrow> = messages(timeline).into_iter().filter_map(arrow).collect();
    let key = |arrow: &Arrow| [arrow.from.0, arrow.from.1, arrow.to.0, arrow.to.1].map(px);
    let mut seen = HashSet::new();
    arrows.retain(|arrow| seen.insert(key(arrow)));
    arrows
}

fn arrow(layout: &Layout, timeline: &Timeline, flights: &Flights, message: Message) -> Option<Arrow> {
    let (send, receive) = (timeline.at(message.send)?, timeline.at(message.receive)?);
    let (from, to) = (layout.row(&send)?, layout.row(&receive)?);
    if from == to && send.rank != receive.rank {
        return None;
    }
    // The arrow goes from the edge of one bar to the edge of the other.
    let half = if to > from { layout.bar() / 2.0 } else { -layout.bar() / 2.0 };
    let (sent, received) = (flights.drawn(&send).1, flights.drawn(&receive).0);
    let from = (layout.x(sent), layout.middle(from) + half);
    Some(Arrow { from, to: (layout.x(received), layout.middle(to) - half) })
}

/// The greatest share of a part of the picture that lines of a width would cover if none lay over another.
fn cover(layout: &Layout, arrows: &[Arrow], width: f64) -> f64 {
    let part = f64::from(CHART) / PARTS as f64;
    let mut lengths = [0.0; PARTS];
    for Arrow { from, to } in arrows {
        let (right, length) = ((to.0 - from.0).max(1.0), (to.0 - from.0).hypot(to.1 - from.1));
        for (index, sum) in lengths.iter_mut().enumerate() {
            let left = f64::from(layout.left) + part * index as f64;
            let inside = (from.0 + right).min(left + part) - from.0.max(left);
            *sum += length * inside.max(0.0) / right;
        }
    }
    let room = part * f64::from(layout.bottom() - TOP);
    lengths.into_iter().fold(0.0, f64::max) * width / room
}
