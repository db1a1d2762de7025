//! Bars of a Gantt chart that are too many to be drawn one by one.
//!
//! A row is cut into columns. The bars of a column with few are drawn as they are. A column with more shows one bar for each
//! kind, as long as those bars are together, so that the colours keep their shares of the picture.

use super::bar::{Bar, bars_of};
use super::flights::Flights;
use super::layout::{CHART, Layout};
use crate::report::draw::px;
use logpine_collectives::schedule::replay::{Span, Timeline};
use logpine_text::units::Time;
use std::fmt::Write as _;

/// The most columns of all rows together.
const COLUMNS: u32 = 32_000;
/// The most columns of a row.
const MOST_COLUMNS: u32 = 500;
/// The most bars of a column that is not summed up.
const FEW: usize = 4;
/// Steps per pixel, in which lengths are measured.
const STEPS: u32 = 10;
/// The length in steps of an instantaneous operation in a sum, and the most that all of one kind add to a column.
const INSTANT: (f64, f64) = (3.0, 10.0);

/// The extent of a bar, in steps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    bar: Bar,
    from: f64,
    to: f64,
}

/// The bars of all rows.
pub(super) struct Rows<'a> {
    layout: &'a Layout<'a>,
    /// The pieces of each row, from left to right.
    pieces: Vec<Vec<Piece>>,
}

impl<'a> Rows<'a> {
    /// Cuts the rows of a timeline into columns.
    pub(super) fn new(layout: &'a Layout<'a>, timeline: &Timeline, flights: &Flights) -> Self {
        let columns = (COLUMNS / layout.rows().max(1)).clamp(1, MOST_COLUMNS) as usize;
        let mut pieces = Vec::new();
        for (place, ranks) in layout.places() {
            let mut rows: Vec<Vec<Span>> = vec![Vec::new(); layout.rows_of(place) as usize];
            let first = pieces.len();
            for span in timeline.rank(ranks.first) {
                if let Some(row) = layout.row(&span) {
                    rows[row as usize - first].push(span);
                }
            }
            pieces.extend(rows.into_iter().map(|spans| row(timeline, flights, &spans, layout, columns)));
        }
        Self { layout, pieces }
    }

    /// The bars of some kinds as lines as thick as a bar; the first kinds are drawn below the others.
    pub(super) fn lines(&self, bars: &[Bar]) -> String {
        let (left, scale) = (self.layout.left, 1.0 / f64::from(STEPS));
        let mut text = format!("<g transform=\"translate({left},0) scale({scale},1)\" fill=\"none\">\n");
        for (row, pieces) in (0..).zip(&self.pieces) {
            for &bar in bars {
                let of_kind = pieces.iter().filter(|piece| piece.bar == bar);
                let path = path(of_kind, self.layout.middle(row));
                if !path.is_empty() {
                    let (colour, width) = (bar.colour(), px(self.layout.bar() * bar.thickness()));
                    let _ = writeln!(text, "<path stroke=\"{colour}\" stroke-width=\"{width}\" d=\"{path}\"/>");
                }
            }
        }
        text + "</g>\n"
    }
}

/// Pieces from left to right as a path, with adjoining ones merged.
fn path<'a>(pieces: impl Iterator<Item = &'a Piece>, y: f64) -> String {
    let mut runs: Vec<(f64, f64)> = Vec::new();
    for piece in pieces {
        let (from, to) = (piece.from.round(), piece.to.round().max(piece.from.round() + 1.0));
        match runs.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => runs.push((from, to)),
        }
    }
    let mut path = String::new();
    let mut at = None;
    for (from, to) in runs {
        match at {
            None => _ = write!(path, "M{from} {}", px(y)),
            Some(at) => _ = write!(path, "m{} 0", from - at),
        }
        let _ = write!(path, "h{}", to - from);
        at = Some(to);
    }
    path
}

/// The bars of a row, column by column.
fn row(timeline: &Timeline, flights: &Flights, spans: &[Span], layout: &Layout, columns: usize) -> Vec<Piece> {
    let all = f64::from(CHART * STEPS);
    let width = all / columns as f64;
    let mut by_column: Vec<Vec<Piece>> = vec![Vec::new(); columns];
    let mut place = |bar: Bar, from: Time, to: Time| {
        let (from, to) = (layout.share(from) * all, layout.share(to) * all);
        // Shares are from 0 to 1.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let first = ((from / width) as usize).min(columns - 1);
        for (column, pieces) in by_column.iter_mut().enumerate().skip(first) {
            let (left, right) = (column as f64 * width, (column + 1) as f64 * width);
            pieces.push(Piece { bar, from: from.max(left), to: to.min(right) });
            if to <= right {
                break;
            }
        }
    };
    for (bar, (from, to)) in spans.iter().flat_map(|span| bars_of(timeline, span, flights)) {
        place(bar, from, to);
    }
    for (column, pieces) in by_column.iter_mut().enumerate() {
        if pieces.len() > FEW {
            *pieces = summed(pieces, column as f64 * width, width);
        } else {
            pieces.sort_by(|a, b| a.from.total_cmp(&b.from));
        }
    }
    by_column.concat()
}

/// One bar for each kind, as long as all of that kind: first those of the processor, then gaps and waiting as far as there is
/// room.
fn summed(pieces: &[Piece], left: f64, width: f64) -> Vec<Piece> {
    let mut from = left;
    let mut sums = Vec::new();
    for bar in Bar::ALL {
        let of_kind = || pieces.iter().filter(|piece| piece.bar == bar).map(|piece| piece.to - piece.from);
        let instants = of_kind().filter(|&length| length == 0.0).count() as f64 * INSTANT.0;
        let length = of_kind().sum::<f64>() + instants.min(INSTANT.1);
        let to = (from + length).min(left + width);
        if to > from {
            sums.push(Piece { bar, from, to });
            from = to;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(bar: Bar, from: f64, to: f64) -> Piece {
        Piece { bar, from, to }
    }

    #[test]
    fn many_bars_of_a_column_become_one_of_each_kind() {
        use Bar::{Calculate, Gap, Receive, Send};
        let many = [
            piece(Send, 100.0, 110.0),
            piece(Gap, 110.0, 145.0),
            piece(Receive, 115.0, 115.0),
            piece(Send, 120.0, 125.0),
            piece(Calculate, 125.0, 131.0),
        ];
        let expected = [
            piece(Send, 100.0, 115.0),
            piece(Receive, 115.0, 118.0),
            piece(Calculate, 118.0, 124.0),
            piece(Gap, 124.0, 150.0),
        ];
        assert_eq!(summed(&many, 100.0, 50.0), expected);
    }

    #[test]
    fn bars_that_touch_are_drawn_as_one() {
        let row = [piece(Bar::Send, 0.0, 20.0), piece(Bar::Send, 20.2, 30.0), piece(Bar::Send, 40.0, 40.0)];
        assert_eq!(path(row.iter(), 12.0), "M0 12h30m10 0h1");
        assert_eq!(path([].iter(), 12.0), "");
    }
}
