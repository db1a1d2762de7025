//! The map as text: a letter for each cell, a legend, and the crossovers.

use super::{MapSubject, Summary, rank_label, title};
use crate::answer::{Along, Crossover, DecisionMap, MapCell, Unsettled};
use crate::report::text::{Page, Table};
use crate::report::times::{counted, number, sentence};
use itertools::Itertools;
use logpine_collectives::collective::{self, Style};
use logpine_text::units::Bytes;
use std::fmt::Write as _;

/// Columns of characters for the cells; a terminal of 80 has room for the labels beside them.
const WIDTH: usize = 68;
/// The most rows of cells, and of crossovers.
const HEIGHT: usize = 48;
/// The margin over the runner-up, in percent, below which a cell's letter is small.
const CLOSE: f64 = 1.0;

/// The map as text for people: sizes upwards, rank counts to the right, in each cell the letter of the winning family, small
/// if the runner-up is within 1 %; then a legend, and the crossovers along the sizes (or the rank counts, if the model has no
/// sizes). Rows and columns too many for a terminal are thinned out, and the text says so.
///
/// The map must be whole. The machine's name is printed as it is.
pub fn text(map: &DecisionMap, subject: &MapSubject) -> Page {
    let mut page = Page::warned(&subject.warnings(map));
    let summary = Summary::new(map);
    page.headline(&sentence(&title(subject)), &leaders(&summary, map.cells().len()), "");
    page.facts([summary.proof(subject.operation)]);
    let drawn = |colour| Layout::new(map).cells(colour) + "\n" + &legend(map, &summary, colour);
    page.drawing(drawn(Colour::Plain), drawn(Colour::Ansi));
    page.note("small letters: the runner-up is within 1%. A = stands for equal times");
    winners_by_size(&mut page, map);
    page
}

/// The families that win the most cells: `n-block in 23 of 126 cells, chain in 10`.
fn leaders(summary: &Summary, all: usize) -> String {
    let cells = |(place, (family, cells)): (usize, &(&str, usize))| match place {
        0 => format!("{family} in {} of {}", number(*cells as u64), counted(all as u64, "cell", "cells")),
        _ => format!("{family} in {}", number(*cells as u64)),
    };
    summary.winners().iter().take(2).enumerate().map(cells).join(", ")
}

/// The colours of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    /// Escape sequences of terminals with 256 colours.
    Ansi,
    /// No colours.
    Plain,
}

/// The layout of the cells.
struct Layout<'a> {
    map: &'a DecisionMap,
    /// Sizes of the map.
    sizes: usize,
    /// Indices of the shown rank counts.
    columns: Vec<usize>,
    /// Characters for each of them.
    width: usize,
    /// Indices of the shown sizes, the largest first.
    rows: Vec<usize>,
    /// Characters for the sizes beside the cells.
    margin: usize,
}

impl<'a> Layout<'a> {
    fn new(map: &'a DecisionMap) -> Self {
        let ranks = map.question().ranks.values();
        let sizes = map.question().bytes.as_ref().map_or(1, |bytes| bytes.values().len());
        let columns = thinned(ranks.len(), WIDTH);
        let longest = columns.iter().map(|&column| rank_label(ranks[column]).len()).max().unwrap_or(1);
        let width = [longest + 1, 3, 2].into_iter().find(|width| columns.len() * width <= WIDTH).unwrap_or(1);
        let mut rows = thinned(sizes, HEIGHT);
        rows.reverse();
        let margin = rows.iter().map(|&row| size_label(map, row).len()).max().unwrap_or(0);
        Self { map, sizes, columns, width, rows, margin }
    }

    /// The rows of cells with their labels.
    fn cells(&self, colour: Colour) -> String {
        let &Self { map, sizes, width, margin, .. } = self;
        let mut text = String::new();
        for &row in &self.rows {
            let mut line = format!("  {:>margin$} ", size_label(map, row));
            for &column in &self.columns {
                let cell = map.cells().get(column * sizes + row);
                line += &cell.map_or_else(String::new, |cell| mark(cell, width, colour));
            }
            text += line.trim_end();
            text.push('\n');
        }
        text += &self.rank_labels();
        let ranks = map.question().ranks.values().len();
        if self.columns.len() < ranks || self.rows.len() < sizes {
            let (columns, rows) = (self.columns.len(), self.rows.len());
            let of_sizes = if sizes > 1 { format!(", {rows} of {sizes} sizes") } else { String::new() };
            let _ = writeln!(text, "  (shown: {columns} of {ranks} rank counts{of_sizes})");
        }
        text
    }

    /// The line of rank counts below the cells, as many as fit.
    fn rank_labels(&self) -> String {
        let mut line = " ".repeat(self.margin + 3);
        let start = line.len();
        for (index, &column) in self.columns.iter().enumerate() {
            let label = rank_label(self.map.question().ranks.values()[column]);
            // Centred like the letter.
            let at = start + index * self.width + self.width.saturating_sub(label.len()) / 2;
            if index == 0 || line.len() < at {
                line.extend(std::iter::repeat_n(' ', at - line.len()));
                line += &label;
            }
        }
        line + "  ranks\n"
    }
}

/// At most `most` of `count` indices, in equal steps from the first.
fn thinned(count: usize, most: usize) -> Vec<usize> {
    (0..count).step_by(count.div_ceil(most).max(1)).collect()
}

fn size_label(map: &DecisionMap, row: usize) -> String {
    map.question().bytes.as_ref().map_or_else(String::new, |bytes| Bytes(bytes.values()[row]).to_string())
}

/// A cell: the letter of its family on the family's colour.
fn mark(cell: &MapCell, width: usize, colour: Colour) -> String {
    let Some(answer) = &cell.answer else {
        return format!("{:^width$}", '?');
    };
    let style = collective::style(answer.best.family);
    let close = answer.margin_percent().is_some_and(|margin| margin < CLOSE);
    let letter = if close { style.letter.to_ascii_lowercase() } else { style.letter };
    let ties = answer.runner_up.as_ref().is_some_and(|other| other.time == answer.best.time);
    let left = width.saturating_sub(1) / 2;
    let (tie, right) = (if ties && width > 1 { "=" } else { "" }, width.saturating_sub(left + 1));
    painted(&format!("{:left$}{letter}{tie:right$}", ""), style, colour)
}

fn painted(text: &str, style: Style, colour: Colour) -> String {
    match colour {
        Colour::Plain => text.to_owned(),
        Colour::Ansi => format!("\u{1b}[30;48;5;{}m{text}\u{1b}[0m", style.terminal),
    }
}

/// The letters of the families, and the numbers of cells they win.
fn legend(map: &DecisionMap, summary: &Summary, colour: Colour) -> String {
    let (winners, all) = (summary.winners(), map.cells().len());
    let mut table = Table::plain();
    for &(family, cells) in &winners {
        let share = 100.0 * cells as f64 / all as f64;
        table.row([family.to_owned(), counted(cells as u64, "cell", "cells"), format!("{share:.1}%")]);
    }
    let mut text = String::new();
    let lines = table.unbroken().plain_text();
    for ((family, _), line) in winners.iter().zip(lines.lines()) {
        // Colours have no width, which the table does not know.
        let style = collective::style(family);
        let letter = painted(&format!(" {} ", style.letter), style, colour);
        let _ = writeln!(text, "  {letter}{}", &line[1..]);
    }
    if summary.unanswered > 0 {
        let _ = writeln!(text, "   ?  no time is representable in {} of {all} cells", summary.unanswered);
    }
    text
}

/// The winners of each rank count: the one at the smallest size, and its successors, each with the size at which it takes
/// over. For a model without sizes, the same over the rank counts.
fn winners_by_size(page: &mut Page, map: &DecisionMap) {
    let question = map.question();
    let winner = |cell: usize| {
        let answer = map.cells().get(cell).and_then(|cell| cell.answer.as_ref());
        answer.map_or("?", |answer| answer.best.family)
    };
    let Some(bytes) = &question.bytes else {
        let mut text = format!("Winners by ranks: {}", winner(0));
        for crossover in map.crossovers() {
            let _ = write!(text, ", from {} {}", number(crossover.ranks), crossover.to);
        }
        let open = runs(map.unsettled().iter().map(|open| open.ranks));
        return page.line(text + &perhaps_more(&open, number));
    };
    if bytes.values().len() == 1 {
        return;
    }
    let ranks = question.ranks.values();
    let mut table = Table::new(["ranks", "fastest, by bytes"]);
    for row in thinned(ranks.len(), HEIGHT) {
        let mut winners = winner(row * bytes.values().len()).to_owned();
        let here = |found: &&Crossover| found.along == Along::Bytes && found.ranks == ranks[row];
        for crossover in map.crossovers().iter().filter(here) {
            let _ = write!(winners, ", from {} {}", number(crossover.bytes.unwrap_or(0)), crossover.to);
        }
        let here = |open: &&Unsettled| open.along == Along::Bytes && open.ranks[0] == ranks[row];
        winners += &perhaps_more(&runs(map.unsettled().iter().filter(here).filter_map(|open| open.bytes)), number);
        table.row([rank_label(ranks[row]), winners]);
    }
    page.table(table.left_column(1).right_first());
}

/// Intervals, with adjoining ones merged.
fn runs(intervals: impl Iterator<Item = [u64; 2]>) -> Vec<[u64; 2]> {
    let mut runs: Vec<[u64; 2]> = Vec::new();
    for [low, high] in intervals {
        match runs.last_mut() {
            Some([_, end]) if *end == low => *end = high,
            _ => runs.push([low, high]),
        }
    }
    runs
}

/// The most intervals that a line names.
const MOST_RUNS: usize = 3;

/// The intervals with possibly more changes than those listed; empty if there are none.
fn perhaps_more(open: &[[u64; 2]], shown: impl Fn(u64) -> String) -> String {
    let Some(last) = open.last() else { return String::new() };
    let mut names: Vec<String> =
        open.iter().take(MOST_RUNS).map(|[low, high]| format!("{} to {}", shown(*low), shown(*high))).collect();
    if open.len() > MOST_RUNS {
        names.push(format!("... up to {}", shown(last[1])));
    }
    format!(" (perhaps more in {})", names.join(", "))
}
