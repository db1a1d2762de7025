//! The critical path of a Gantt chart.

use super::layout::Layout;
use crate::report::draw::palette::{ALERT, PAPER};
use crate::report::draw::px;
use logpine_collectives::schedule::replay::CriticalPath;
use logpine_text::units::Time;
use std::fmt::Write as _;

/// The distance within which points of the path count as one.
const NEAR: f64 = 0.4;
/// The dashes of the path between rows, where it runs through ranks that are not shown.
const DASHES: &str = "stroke-dasharray=\"3 2.4\"";

/// The critical path: along the ranks and from one to another, without a break.
pub(super) fn critical_path(layout: &Layout, path: &CriticalPath) -> String {
    let mut line = Line { layout, points: Vec::new() };
    let mut before = Time::ZERO;
    for step in path.steps() {
        let (y, is_shown) = (layout.middle_of_span(&step.span), layout.row(&step.span).is_some());
        // An operation may have begun before the step that it waits for is over.
        line.to(step.span.start.max(before).min(step.until), y, is_shown);
        line.to(step.until, y, is_shown);
        before = step.until;
    }
    let pieces = pieces(&line.points);
    if pieces.is_empty() {
        return String::new();
    }
    let (casing, width) = match layout.pitch {
        ..6 => (1.6, 1.0),
        6..10 => (3.0, 1.4),
        _ => (4.6, 2.0),
    };
    let mut drawn = String::new();
    for (is_casing, colour, opacity) in [(true, PAPER, " stroke-opacity=\"0.75\""), (false, ALERT, "")] {
        for Piece { points, is_shown } in &pieces {
            let width = if is_casing { casing } else { width } * if *is_shown { 1.0 } else { 0.7 };
            let dashes = if *is_shown || is_casing { String::new() } else { format!(" {DASHES}") };
            let width = px(width);
            let _ = writeln!(
                drawn,
                "<polyline points=\"{points}\" stroke=\"{colour}\"{opacity} stroke-width=\"{width}\"{dashes}/>"
            );
        }
    }
    format!(
        "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"butt\" pointer-events=\"none\">\n{drawn}</g>\n"
    )
}

/// True if the path runs through ranks that are not shown.
pub(super) fn leaves_rows(layout: &Layout, path: &CriticalPath) -> bool {
    path.steps().iter().any(|step| layout.row(&step.span).is_none())
}

/// The sign of the path through such ranks.
pub(super) fn sign() -> String {
    format!("<path d=\"M0 7H22\" stroke=\"{ALERT}\" stroke-width=\"1.4\" {DASHES}/>")
}

/// A point of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
    is_shown: bool,
}

/// A piece of the path that looks the same all along.
struct Piece {
    points: String,
    is_shown: bool,
}

/// The path in pieces; each begins where the one before ends.
fn pieces(points: &[Point]) -> Vec<Piece> {
    let place = |point: &Point| format!("{},{}", px(point.x), px(point.y));
    let mut pieces: Vec<Piece> = Vec::new();
    for pair in points.windows(2) {
        let is_shown = pair[0].is_shown && pair[1].is_shown;
        match pieces.last_mut() {
            Some(piece) if piece.is_shown == is_shown => {
                let _ = write!(piece.points, " {}", place(&pair[1]));
            }
            _ => pieces.push(Piece { points: format!("{} {}", place(&pair[0]), place(&pair[1])), is_shown }),
        }
    }
    pieces
}

/// A line without points that make no difference.
struct Line<'a> {
    layout: &'a Layout<'a>,
    points: Vec<Point>,
}

impl Line<'_> {
    fn to(&mut self, time: Time, y: f64, is_shown: bool) {
        let point = Point { x: self.layout.x(time), y, is_shown };
        let same = |a: f64, b: f64| (a - b).abs() < NEAR;
        // The first four points of a column stand for all.
        let column = self.points.iter().rev().take(4).filter(|last| same(last.x, point.x)).count();
        let is_level = |last: &Point| same(last.y, point.y) && last.is_shown == is_shown;
        let level = self.points.len() > 1 && self.points.iter().rev().take(2).all(is_level);
        match self.points.last_mut() {
            Some(last) if level || (same(last.x, point.x) && is_level(last)) || column == 4 => {
                let from = if column == 4 && !level { *last } else { point };
                *last = Point { x: point.x.max(last.x), ..from };
            }
            _ => self.points.push(point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_on_where_its_look_changes() {
        let point = |x: f64, y: f64, is_shown| Point { x, y, is_shown };
        let points = [point(0.0, 1.0, true), point(2.0, 1.0, true), point(3.0, 4.0, false), point(5.0, 9.0, true)];
        let found: Vec<(String, bool)> =
            pieces(&points).into_iter().map(|piece| (piece.points, piece.is_shown)).collect();
        assert_eq!(found, [("0,1 2,1".to_owned(), true), ("2,1 3,4 5,9".to_owned(), false)]);
    }
}
