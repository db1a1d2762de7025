//! The messages and the critical path of a Gantt chart.

use super::layout::{Layout, short};
use crate::schedule::replay::{CriticalPath, Timeline, messages};
use crate::units::Time;
use std::fmt::Write as _;

/// More messages are not drawn.
const MESSAGES: usize = 600;
/// More of them have no heads.
const HEADS: usize = 80;
/// Points of the path within so much are as good as one.
const NEAR: f64 = 0.4;

/// The messages, from the end of the send to the start of the reception; none where there are too many.
pub(super) fn arrows(layout: &Layout, timeline: &Timeline) -> String {
    let messages = messages(timeline);
    if messages.is_empty() || messages.len() > MESSAGES {
        return String::new();
    }
    let head = if messages.len() <= HEADS { " marker-end=\"url(#head)\"" } else { "" };
    let width = if layout.pitch < 10 { "0.5" } else { "0.9" };
    let mut text = format!("<g stroke=\"#555555\" stroke-width=\"{width}\" fill=\"none\">\n");
    for message in messages {
        let (Some(send), Some(receive)) = (timeline.at(message.send), timeline.at(message.receive)) else { continue };
        let (from, to) = (layout.x(send.end), layout.x(receive.start));
        // From the edge of one bar to the edge of the other.
        let half = if receive.rank > send.rank { layout.bar() / 2.0 } else { -layout.bar() / 2.0 };
        let (y, end) = (layout.middle(send.rank) + half, layout.middle(receive.rank) - half);
        let _ = writeln!(text, "<path d=\"M{} {}L{} {}\"{head}/>", short(from), short(y), short(to), short(end));
    }
    text + "</g>\n"
}

/// The critical path: along the ranks and from one to the other.
pub(super) fn critical_path(layout: &Layout, path: &CriticalPath) -> String {
    let mut line = Line { layout, points: Vec::new() };
    for step in path.steps() {
        line.to(step.span.start.min(step.until), step.span.rank);
        line.to(step.until, step.span.rank);
    }
    let points: Vec<String> = line.points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
    if points.len() < 2 {
        return String::new();
    }
    let points = points.join(" ");
    let (casing, width) = if layout.pitch < 10 { ("3", "1.4") } else { ("4.6", "2") };
    format!(
        "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\" pointer-events=\"none\">\n\
         <polyline points=\"{points}\" stroke=\"#ffffff\" stroke-opacity=\"0.75\" stroke-width=\"{casing}\"/>\n\
         <polyline points=\"{points}\" stroke=\"#c00040\" stroke-width=\"{width}\"/>\n</g>\n"
    )
}

/// A line without points that make no difference.
struct Line<'a> {
    layout: &'a Layout,
    points: Vec<(f64, f64)>,
}

impl Line<'_> {
    fn to(&mut self, time: Time, rank: u32) {
        let point = (self.layout.x(time), self.layout.middle(rank));
        let same = |a: f64, b: f64| (a - b).abs() < NEAR;
        // Of many points in one column, the first four stand for all.
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
