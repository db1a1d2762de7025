//! The map as a picture.

use super::{MapSubject, Summary, rank_label, title};
use crate::answer::{Alternative, DecisionMap, MapCell};
use crate::report::draw::Picture;
use crate::report::draw::families::Style;
use crate::report::draw::font::SMALL;
use crate::report::draw::legend::Column;
use crate::report::draw::palette::{EMPTY, FAINT};
use crate::units::Bytes;
use crate::xml::escaped;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Strength of a colour by the margin over the runner-up: a bound on the margin in percent, and the percentage of the colour.
const STRENGTHS: [(f64, u16); 4] = [(1.0, 40), (10.0, 60), (50.0, 80), (f64::INFINITY, 100)];
/// The strength if there is no runner-up.
const ALONE: u16 = 100;

/// Height of a line of text.
const LINE: usize = 18;
/// Room above the cells, for the title.
const TOP: usize = 78;
/// Room to the left of the cells, for the sizes.
const LEFT: usize = 112;
/// Room to the right of the cells, for the legend.
const RIGHT: usize = 330;
/// Room below the cells, for the rank counts.
const BOTTOM: usize = 62;
/// The least width of all cells together.
const LEAST_WIDTH: usize = 320;
/// Approximate side of all cells together.
const SIDE: usize = 620;
/// Least and greatest side of a cell.
const CELL: (usize, usize) = (2, 44);
/// The least side of a cell with a letter.
const LETTER: usize = 15;

/// The map as an SVG picture: sizes upwards, rank counts to the right, in each cell the colour and letter of the winning
/// family. The colour is stronger for a larger margin over the runner-up. A cell's tooltip names winner, parameters, time,
/// margin and bound.
///
/// The map must be whole. Text from the profile is escaped.
#[must_use]
pub fn svg(map: &DecisionMap, subject: &MapSubject) -> String {
    let layout = Layout::new(map);
    let (width, height) = layout.size();
    let drawn = layout.cells(subject) + &layout.axes() + &layout.legend();
    let facts = Summary::new(map).proof(subject.operation);
    let about = "The fastest family of algorithms for each rank count and size.";
    let (width, height) = (width as f64, height as f64);
    Picture { title: &title(subject), facts: &facts, about, left: LEFT as f64, width, height }.of(&drawn)
}

/// The layout of the picture.
struct Layout<'a> {
    map: &'a DecisionMap,
    /// Rank counts and sizes.
    columns: usize,
    rows: usize,
    /// Sides of a cell.
    width: usize,
    height: usize,
}

impl<'a> Layout<'a> {
    fn new(map: &'a DecisionMap) -> Self {
        let columns = map.question().ranks.values().len();
        let rows = map.question().bytes.as_ref().map_or(1, |bytes| bytes.values().len());
        let side = |cells: usize| (SIDE / cells).clamp(CELL.0, CELL.1);
        // A map without sizes is a band; the cells of any other are no wider than high.
        let height = if rows == 1 { CELL.1 } else { side(rows) };
        Self { map, columns, rows, width: side(columns), height }
    }

    fn size(&self) -> (usize, usize) {
        let summary = Summary::new(self.map);
        let legend = LINE * (summary.winners().len() + self.only_tied(&summary).len() + 8);
        let cells = (self.columns * self.width, self.rows * self.height);
        (LEFT + cells.0.max(LEAST_WIDTH) + RIGHT, TOP + cells.1.max(legend) + BOTTOM)
    }

    /// Left and top edge of a cell.
    fn place(&self, column: usize, row: usize) -> (usize, usize) {
        (LEFT + column * self.width, TOP + (self.rows - 1 - row) * self.height)
    }

    fn cells(&self, subject: &MapSubject) -> String {
        let &Self { width, height, rows, .. } = self;
        let mut text = String::new();
        for (index, cell) in self.map.cells().iter().enumerate() {
            let (x, y) = self.place(index / rows, index % rows);
            let tip = escaped(&tooltip(cell, subject));
            let Some(answer) = &cell.answer else {
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{EMPTY}\"><title>{tip}</title></rect>"
                );
                continue;
            };
            let style = Style::of(answer.best.family);
            let strength = if answer.runner_up.is_none() { ALONE } else { strength(answer.margin_percent()) };
            let fill = hex(style.tint(strength));
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"><title>{tip}</title></rect>"
            );
            if width.min(height) >= LETTER {
                let (x, y) = (x + width / 2, y + height / 2 + 4);
                let _ = writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{SMALL}\" text-anchor=\"middle\" pointer-events=\"none\">{}</text>",
                    style.letter
                );
            }
            if let Some(other) = answer.runner_up.as_ref().filter(|other| other.time == answer.best.time) {
                text += &corner((x + width, y + height), width.min(height), Style::of(other.family));
            }
        }
        text
    }

    /// Rank counts below and sizes to the left, as many as fit.
    fn axes(&self) -> String {
        let question = self.map.question();
        let mut text = String::new();
        let bottom = TOP + self.rows * self.height;
        let every = 44usize.div_ceil(self.width);
        for (column, &ranks) in question.ranks.values().iter().enumerate().step_by(every) {
            let x = LEFT + column * self.width + self.width / 2;
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 18,
                rank_label(ranks)
            );
        }
        let middle = LEFT + self.columns * self.width / 2;
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" fill=\"{FAINT}\">ranks</text>",
            bottom + 40
        );
        let Some(bytes) = &question.bytes else { return text };
        let y = TOP + self.rows * self.height / 2;
        let _ = writeln!(
            text,
            "<text transform=\"translate(24,{y}) rotate(-90)\" text-anchor=\"middle\" fill=\"{FAINT}\">message size</text>"
        );
        let every = LINE.div_ceil(self.height);
        for (row, &size) in bytes.values().iter().enumerate().step_by(every) {
            let (_, top) = self.place(0, row);
            let y = top + self.height / 2 + 5;
            let _ = writeln!(text, "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>", LEFT - 8, Bytes(size));
        }
        text
    }

    /// Families that win no cell, but tie in one.
    fn only_tied(&self, summary: &Summary) -> BTreeSet<&'static str> {
        let answers = self.map.cells().iter().filter_map(|cell| cell.answer.as_ref());
        let tied =
            answers.filter_map(|answer| answer.runner_up.as_ref().filter(|other| other.time == answer.best.time));
        let wins = |family: &str| summary.winners().iter().any(|(winner, _)| *winner == family);
        tied.map(|other| other.family).filter(|family| !wins(family)).collect()
    }

    /// Families with their cells, and the strengths of colours.
    fn legend(&self) -> String {
        let summary = Summary::new(self.map);
        let x = LEFT + (self.columns * self.width).max(LEAST_WIDTH) + 28;
        let mut column = Column::new(x as f64, (TOP + 12) as f64);
        column.heading("fastest family (cells)");
        for (family, cells) in summary.winners() {
            let style = Style::of(family);
            let colours = STRENGTHS.map(|(_, strength)| hex(style.tint(strength)));
            column.patches(&colours, style.letter, &format!("{family} ({cells})"));
        }
        for family in self.only_tied(&summary) {
            let style = Style::of(family);
            column.patches(&[hex(style.colour)], style.letter, &format!("{family} (ties only)"));
        }
        if summary.unanswered > 0 {
            column.patch(EMPTY, &format!("no representable time ({})", summary.unanswered));
        }
        column.gap();
        column.words("from pale to dark: the runner-up is");
        column.words("less than 1, 10 or 50 % slower, or more;");
        column.words("a corner is the colour of a family that ties");
        column.finish()
    }
}

/// The strength of a colour for a margin in percent. Without a margin, the best time is zero and the runner-up's is not.
fn strength(margin: Option<f64>) -> u16 {
    let margin = margin.unwrap_or(f64::INFINITY);
    STRENGTHS.iter().find(|(limit, _)| margin < *limit).map_or(ALONE, |&(_, strength)| strength)
}

/// The lower right corner of a cell, in the colour of a family that is as fast.
fn corner((right, bottom): (usize, usize), side: usize, style: Style) -> String {
    let (part, colour) = ((side / 3).max(1), hex(style.colour));
    format!("<path d=\"M{right} {bottom}h-{part}l{part} -{part}z\" fill=\"{colour}\" pointer-events=\"none\"/>\n")
}

/// The tooltip of a cell.
fn tooltip(cell: &MapCell, subject: &MapSubject) -> String {
    let size = cell.bytes.map_or_else(String::new, |bytes| format!(", {}", Bytes(bytes)));
    let mut text = format!("{} ranks{size}\n", cell.ranks);
    let Some(answer) = &cell.answer else {
        return text + "every time is too long to be represented";
    };
    let algorithm = |Alternative { family, parameters, time }: &Alternative| {
        let parameters = if parameters.is_empty() { String::new() } else { format!(" ({parameters})") };
        format!("{family}{parameters}: {}", time.display(subject.clock))
    };
    let _ = writeln!(text, "{}", algorithm(&answer.best));
    if let Some(runner_up) = &answer.runner_up {
        let margin = answer.margin_percent().map_or_else(String::new, |margin| format!(", {margin:.2} % more"));
        let _ = writeln!(text, "then {}{margin}", algorithm(runner_up));
    }
    let gap = answer.claim.gap_percent().map_or_else(String::new, |gap| format!(", {gap:.2} % above the lower bound"));
    text + answer.claim.status.name() + &gap
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_margins_are_stronger() {
        let of = |margin| strength(Some(margin));
        assert_eq!([of(0.0), of(0.1), of(5.0), of(49.0), of(1e9)], [40, 40, 60, 80, 100]);
        assert_eq!(strength(None), 100);
    }
}
