//! The messages and the critical path of a Gantt chart.

use super::layout::{CHART, LEFT, Layout, TOP};
use crate::report::draw::palette::{ALERT, FAINT};
use crate::report::draw::px;
use crate::schedule::replay::{CriticalPath, Message, Timeline, messages};
use crate::units::Time;
use std::fmt::Write as _;

/// The most messages that are drawn.
const MESSAGES: usize = 600;
/// The most messages whose arrows have heads.
const HEADS: usize = 80;
/// The number of parts, from left to right, in which the area covered by messages is measured.
const PARTS: usize = 10;
/// The share of a part above which messages are drawn paler, and the share at which they are palest.
const COVER: (f64, f64) = (0.04, 0.3);
/// The distance within which points of the path count as one.
const NEAR: f64 = 0.4;

/// The place of a message: from the end of its send to the start of its reception.
struct Arrow {
    from: (f64, f64),
    to: (f64, f64),
}

/// The messages: paler if they cover more of the picture, and none if there are too many.
pub(super) fn arrows(layout: &Layout, timeline: &Timeline) -> String {
    let arrows: Vec<Arrow> = messages(timeline).into_iter().filter_map(|of| arrow(layout, timeline, of)).collect();
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
pub(super) fn are_drawn(layout: &Layout, timeline: &Timeline) -> bool {
    messages(timeline).into_iter().filter_map(|of| arrow(layout, timeline, of)).count() <= MESSAGES
}

fn arrow(layout: &Layout, timeline: &Timeline, message: Message) -> Option<Arrow> {
    let (send, receive) = (timeline.at(message.send)?, timeline.at(message.receive)?);
    let (from, to) = (layout.row(&send)?, layout.row(&receive)?);
    // The arrow goes from the edge of one bar to the edge of the other.
    let half = if to > from { layout.bar() / 2.0 } else { -layout.bar() / 2.0 };
    let from = (layout.x(send.end), layout.middle(from) + half);
    Some(Arrow { from, to: (layout.x(receive.start), layout.middle(to) - half) })
}

/// The greatest share of a part of the picture that lines of a width would cover if none lay over another.
fn cover(layout: &Layout, arrows: &[Arrow], width: f64) -> f64 {
    let part = f64::from(CHART) / PARTS as f64;
    let mut lengths = [0.0; PARTS];
    for Arrow { from, to } in arrows {
        let (right, length) = ((to.0 - from.0).max(1.0), (to.0 - from.0).hypot(to.1 - from.1));
        for (index, sum) in lengths.iter_mut().enumerate() {
            let left = f64::from(LEFT) + part * index as f64;
            let inside = (from.0 + right).min(left + part) - from.0.max(left);
            *sum += length * inside.max(0.0) / right;
        }
    }
    let room = part * f64::from(layout.bottom() - TOP);
    lengths.into_iter().fold(0.0, f64::max) * width / room
}

/// The critical path: along the ranks and from one to another.
pub(super) fn critical_path(layout: &Layout, path: &CriticalPath) -> String {
    let mut lines = vec![Line { layout, points: Vec::new() }];
    let mut before = Time::ZERO;
    for step in path.steps() {
        let Some(row) = layout.row(&step.span) else {
            // The line is broken where it runs through ranks that are not shown.
            lines.push(Line { layout, points: Vec::new() });
            before = step.until;
            continue;
        };
        let Some(line) = lines.last_mut() else { break };
        // An operation may have begun before the step that it waits for is over.
        line.to(step.span.start.max(before).min(step.until), row);
        line.to(step.until, row);
        before = step.until;
    }
    let joined =
        |line: &Line| line.points.iter().map(|&(x, y)| format!("{},{}", px(x), px(y))).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = lines.iter().filter(|line| line.points.len() > 1).map(joined).collect();
    if lines.is_empty() {
        return String::new();
    }
    let (casing, width) = match layout.pitch {
        ..6 => ("1.6", "1"),
        6..10 => ("3", "1.4"),
        _ => ("4.6", "2"),
    };
    let drawn = |colour: &str| -> String {
        lines.iter().flat_map(|points| ["<polyline points=\"", points, "\" ", colour, "/>\n"]).collect()
    };
    let casing = drawn(&format!("stroke=\"#ffffff\" stroke-opacity=\"0.75\" stroke-width=\"{casing}\""));
    let line = drawn(&format!("stroke=\"{ALERT}\" stroke-width=\"{width}\""));
    format!(
        "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" pointer-events=\"none\">\n{casing}{line}</g>\n"
    )
}

/// A line without points that make no difference.
struct Line<'a> {
    layout: &'a Layout<'a>,
    points: Vec<(f64, f64)>,
}

impl Line<'_> {
    fn to(&mut self, time: Time, row: u32) {
        let point = (self.layout.x(time), self.layout.middle(row));
        let same = |a: f64, b: f64| (a - b).abs() < NEAR;
        // The first four points of a column stand for all.
        let column = self.points.iter().rev().take(4).filter(|last| same(last.0, point.0)).count();
        let level = self.points.len() > 1 && self.points.iter().rev().take(2).all(|last| same(last.1, point.1));
        match self.points.last_mut() {
            Some(last) if level || (same(last.0, point.0) && same(last.1, point.1)) || column == 4 => {
                let row = if column == 4 && !level { last.1 } else { point.1 };
                *last = (point.0.max(last.0), row);
            }
            _ => self.points.push(point),
        }
    }
}
