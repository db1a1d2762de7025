//! The map as a picture.

use super::{MapSubject, Summary, rank_label, title};
use crate::answer::{Alternative, DecisionMap, MapCell};
use crate::report::draw::axis::{Axis, Side, Tick};
use crate::report::draw::font::LABEL;
use crate::report::draw::legend::Column;
use crate::report::draw::palette::{EMPTY, hex, ink_on};
use crate::report::draw::{Frame, Picture, words_at};
use logpine_collectives::collective::{self, Style};
use logpine_text::units::Bytes;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Strength of a colour by the margin over the runner-up: a bound on the margin in percent, and the percentage of the colour.
const STRENGTHS: [(f64, u16); 4] = [(1.0, 50), (10.0, 67), (50.0, 83), (f64::INFINITY, 100)];
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
            let frame = Frame { left: x as f64, top: y as f64, width: width as f64, height: height as f64 };
            let tip = tooltip(cell, subject);
            let Some(answer) = &cell.answer else {
                text += &frame.tipped(EMPTY, &tip);
                continue;
            };
            let style = collective::style(answer.best.family);
            let strength = if answer.runner_up.is_none() { ALONE } else { strength(answer.margin_percent()) };
            let colour = style.tint(strength);
            text += &frame.tipped(&hex(colour), &tip);
            if width.min(height) >= LETTER {
                let (x, y, ink) = (x + width / 2, y + height / 2 + 4, ink_on(colour));
                let look = format!(
                    "font-size=\"{LABEL}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\" pointer-events=\"none\""
                );
                text += &words_at((x as f64, y as f64), &look, &style.letter.to_string());
            }
            if let Some(other) = answer.runner_up.as_ref().filter(|other| other.time == answer.best.time) {
                text += &corner((x + width, y + height), width.min(height), collective::style(other.family));
            }
        }
        text
    }

    /// Rank counts below and sizes to the left, as many as fit, each in the middle of its cells.
    fn axes(&self) -> String {
        let question = self.map.question();
        let (columns, rows) = (self.columns as f64, self.rows as f64);
        let frame = Frame {
            left: LEFT as f64,
            top: TOP as f64,
            width: columns * self.width as f64,
            height: rows * self.height as f64,
        };
        let axis = |side, cells: f64| Axis { side, frame, ends: (-0.5, cells - 0.5), has_grid: false };
        let ticks = |labels: Vec<String>| -> Vec<Tick> {
            let number = |(index, label): (usize, String)| Tick { value: index as f64, label };
            labels.into_iter().enumerate().map(number).collect()
        };
        let ranks = ticks(question.ranks.values().iter().map(|&ranks| rank_label(ranks)).collect());
        let below = axis(Side::Below, columns).drawn(&ranks, Some("ranks"));
        let Some(bytes) = &question.bytes else { return below };
        let sizes = ticks(bytes.values().iter().map(|&size| Bytes(size).to_string()).collect());
        below + &axis(Side::Left, rows).drawn(&sizes, Some("message size"))
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
            let style = collective::style(family);
            let colours = STRENGTHS.map(|(_, strength)| style.tint(strength));
            column.patches(&colours, style.letter, &format!("{family} ({cells})"));
        }
        for family in self.only_tied(&summary) {
            let style = collective::style(family);
            column.patches(&[style.colour], style.letter, &format!("{family} (ties only)"));
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
    let algorithm = |Alternative { family, parameters, time, .. }: &Alternative| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::draw::palette::{PAPER, contrast};
    use crate::request::MpiCollective;
    use logpine_collectives::collective::{AlgorithmFamily, families};

    /// The contrast that WCAG 2 asks of text.
    #[test]
    fn letters_can_be_read_on_the_colours_of_all_cells() {
        for family in MpiCollective::ALL.into_iter().flat_map(families).map(AlgorithmFamily::name) {
            for (_, strength) in STRENGTHS {
                let colour = collective::style(family).tint(strength);
                let contrast = contrast(colour, if ink_on(colour) == PAPER { [255; 3] } else { [0; 3] });
                assert!(contrast >= 4.5, "{family} {strength}: {contrast}");
            }
        }
    }

    #[test]
    fn larger_margins_are_stronger() {
        let of = |margin| strength(Some(margin));
        assert_eq!([of(0.0), of(0.1), of(5.0), of(49.0), of(1e9)], [50, 50, 67, 83, 100]);
        assert_eq!(strength(None), 100);
    }
}
