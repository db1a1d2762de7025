//! Plain tables: two blanks in front, three between columns, numbers to the right, no wider than a report.

mod cell;

use super::detail::COLUMNS;
use super::detail::harmless;
use super::page::{dim, green};
use cell::{broken, longest_piece, width};
use comfy_table::{CellAlignment, presets};

/// Blanks in front of the first column, and of the others.
const GAPS: [u16; 2] = [2, 3];

/// The columns of a head that stays in one line, such as `slower by`.
const SHORT_HEAD: usize = 9;

/// A table without lines. The first column is aligned to the left, the others to the right. Where it would be wider than a
/// report, words of its head, and else of its cells, go to further lines.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns besides the first that are aligned to the left.
    left: Vec<usize>,
    first: CellAlignment,
    is_broken: bool,
}

impl Table {
    pub fn new<'a>(header: impl IntoIterator<Item = &'a str>) -> Self {
        let header = header.into_iter().map(str::to_owned).collect();
        Self { header, rows: Vec::new(), left: Vec::new(), first: CellAlignment::Left, is_broken: true }
    }

    /// A table without a header.
    pub fn plain() -> Self {
        Self::new([])
    }

    /// True without rows.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Aligns one more column to the left.
    pub fn left_column(self, index: usize) -> Self {
        self.left_columns(&[index])
    }

    /// Aligns these columns to the left, besides the first.
    pub fn left_columns(mut self, indices: &[usize]) -> Self {
        self.left.extend(indices);
        self
    }

    /// Aligns the first column to the right as well.
    pub const fn right_first(mut self) -> Self {
        self.first = CellAlignment::Right;
        self
    }

    /// Leaves every row in one line, for those who break lines themselves.
    pub const fn unbroken(mut self) -> Self {
        self.is_broken = false;
        self
    }

    /// The widths of the columns: of their cells, with those of the head where they are wider, and of their longest pieces.
    fn widths(&self) -> Widths {
        let lines = || self.rows.iter();
        let columns = lines().map(Vec::len).max().unwrap_or(0).max(self.header.len());
        let widest = |of: fn(&str) -> usize| -> Vec<usize> {
            (0..columns)
                .map(|at| lines().filter_map(|row| row.get(at)).map(|cell| of(cell)).max().unwrap_or(0))
                .collect()
        };
        let head = |of: fn(&str) -> usize| -> Vec<usize> {
            (0..columns).map(|at| self.header.get(at).map_or(0, |cell| of(cell))).collect()
        };
        let of_head = |cell: &str| if width(cell) <= SHORT_HEAD { width(cell) } else { longest_piece(cell) };
        Widths {
            cells: widest(width),
            cell_pieces: widest(longest_piece),
            head: head(width),
            head_pieces: head(of_head),
        }
    }

    fn alignment(&self, column: usize) -> CellAlignment {
        match column {
            0 => self.first,
            column if self.left.contains(&column) => CellAlignment::Left,
            _ => CellAlignment::Right,
        }
    }
}

/// The widths of columns.
struct Widths {
    cells: Vec<usize>,
    cell_pieces: Vec<usize>,
    head: Vec<usize>,
    head_pieces: Vec<usize>,
}

impl Widths {
    /// The widths with every cell in one line.
    fn whole(&self) -> Vec<usize> {
        wider(&self.cells, &self.head)
    }

    /// The widths with which the table has at most so many columns; as they are if there are none.
    fn fitted(&self, columns: usize) -> Vec<usize> {
        let whole = self.whole();
        let narrow_head = wider(&self.cells, &self.head_pieces);
        let narrow_cells = wider(&self.cell_pieces, &self.head);
        let narrowest = wider(&self.cell_pieces, &self.head_pieces);
        let fits = |least: &Vec<usize>| excess(least, columns) == 0;
        let least = [&whole, &narrow_head, &narrow_cells, &narrowest].into_iter().find(|least| fits(least));
        least.map_or_else(|| whole.clone(), |least| narrowed(whole.clone(), least, columns))
    }
}

/// The wider of each two widths.
fn wider(these: &[usize], those: &[usize]) -> Vec<usize> {
    these.iter().zip(those).map(|(this, that)| *this.max(that)).collect()
}

/// The columns by which a table is too wide.
fn excess(widths: &[usize], columns: usize) -> usize {
    let gaps = usize::from(GAPS[0]) + usize::from(GAPS[1]) * widths.len().saturating_sub(1);
    (widths.iter().sum::<usize>() + gaps).saturating_sub(columns)
}

/// Takes from the widest columns that can be narrower until the table fits.
fn narrowed(mut widths: Vec<usize>, least: &[usize], columns: usize) -> Vec<usize> {
    while excess(&widths, columns) > 0 {
        let may_shrink = |&at: &usize| widths[at] > least[at];
        let Some(widest) = (0..widths.len()).filter(may_shrink).max_by_key(|&at| widths[at]) else { break };
        widths[widest] -= 1;
    }
    widths
}

impl Table {
    /// The rows in lines of at most so many columns, as far as words can be broken; with colours, the head is dim and the best row green.
    pub(super) fn text(&self, columns: usize, is_coloured: bool) -> String {
        let widths = self.widths();
        let widths = if self.is_broken { widths.fitted(columns) } else { widths.whole() };
        let cells = |row: &[String]| -> Vec<String> {
            row.iter()
                .zip(&widths)
                .enumerate()
                .map(|(at, (cell, &width))| broken(&harmless(cell), width, at == 0))
                .collect()
        };
        let head = Some(&self.header).filter(|head| !head.is_empty()).map(|head| cells(head));
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| cells(row)).collect();
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        if let Some(head) = &head {
            table.set_header(head);
        }
        table.add_rows(&rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((GAPS[usize::from(index > 0)], 0));
            column.set_cell_alignment(self.alignment(index));
        }
        let paints = head.iter().map(|row| (row, Some(dim as Paint)));
        let paints = paints.chain(rows.iter().map(|row| (row, self.is_best(row).then_some(green as Paint))));
        let paints = paints.flat_map(|(row, paint)| std::iter::repeat_n(paint, height(row)));
        let line = |(line, paint): (String, Option<Paint>)| match paint.filter(|_| is_coloured) {
            Some(paint) => paint(line.trim_end()) + "\n",
            None => line.trim_end().to_owned() + "\n",
        };
        table.lines().zip(paints).map(line).collect()
    }

    /// The rows as plain text, for a drawing.
    pub fn plain_text(&self) -> String {
        self.text(COLUMNS, false)
    }

    /// True for the row of the best, in a table of ratios to its time.
    fn is_best(&self, row: &[String]) -> bool {
        let ratio = self.header.iter().position(|head| head == VS_BEST);
        ratio.and_then(|at| row.get(at)).is_some_and(|cell| cell == "1.00×")
    }

    /// The table in Markdown; without a head, it has an empty one.
    pub(super) fn markdown(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0).max(self.header.len());
        let row = |cells: &[String]| {
            let cell = |at: usize| {
                cells
                    .get(at)
                    .map_or_else(String::new, |cell| cell.replace('\\', r"\\").replace('|', r"\|").replace('\n', " "))
            };
            format!("| {} |", (0..columns).map(cell).collect::<Vec<_>>().join(" | "))
        };
        let rule = (0..columns).map(|at| if self.alignment(at) == CellAlignment::Left { ":--|" } else { "--:|" });
        let rule = format!("|{}", rule.collect::<String>());
        [row(&self.header), rule]
            .into_iter()
            .chain(self.rows.iter().map(|cells| row(cells)))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// The head of the column of ratios to the best time.
pub(super) const VS_BEST: &str = "vs best";

/// A function that colours a line.
type Paint = fn(&str) -> String;

/// The lines of a row.
fn height(row: &[String]) -> usize {
    row.iter().map(|cell| 1 + cell.matches('\n').count()).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Table};

    #[test]
    fn narrow_tables_stay_as_they_are() {
        let mut table = Table::new(["name", "time", "slower by"]);
        table.row(["a: k = 2", "1.5 us", "-"].map(str::to_owned));
        assert_eq!(table.text(COLUMNS, false), "  name         time   slower by\n  a: k = 2   1.5 us           -\n");
    }

    #[test]
    fn words_of_the_head_go_to_further_lines_first() {
        let mut table = Table::new(["name", "another wins up to", "loses at high end"]);
        table.row(["n".repeat(60), "2.0 us".to_owned(), "1234567890".to_owned()]);
        let text = table.text(COLUMNS, false);
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert!(text.contains("   2.0 us   "), "{text}");
    }

    #[test]
    fn numbers_stay_whole_where_words_make_room() {
        let mut table = Table::new(["best of each family", "time", "slower by"]);
        let name = format!("{}: radix = 4, recursive-doubling", "f".repeat(40));
        table.row([name, "1126.548 us".repeat(2), "2.1 x".to_owned()]);
        table.row(["chain".to_owned(), "1 us".to_owned(), "-".to_owned()]);
        let text = table.text(COLUMNS, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[2].starts_with("    ") && lines.iter().all(|line| line.len() <= 100), "{text}");
        assert!(lines[1].ends_with("2.1 x") && lines[3].ends_with('-'), "{text}");
    }

    #[test]
    fn numbers_alone_stay_in_one_line() {
        let mut table = Table::new(["a", "b"]);
        table.row([64, 64].map(|length| "1".repeat(length)));
        assert_eq!(table.text(COLUMNS, false).lines().count(), 2);
    }
}
