//! Plain tables: two blanks in front, three between columns, numbers to the right.

use comfy_table::{CellAlignment, presets};
use std::fmt;

/// A table without lines. The first column is aligned to the left, the others to the right.
pub struct Table(comfy_table::Table);

impl Table {
    pub fn new<'a>(header: impl IntoIterator<Item = &'a str>) -> Self {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(header.into_iter().map(str::to_owned).collect::<Vec<_>>());
        Self(table)
    }

    /// A table without a header.
    pub fn plain() -> Self {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::NOTHING);
        Self(table)
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.add_row(cells.into_iter().collect::<Vec<_>>());
    }

    /// Aligns one more column to the left.
    pub fn left_column(self, index: usize) -> Self {
        self.left_columns(&[index])
    }

    /// Aligns these columns to the left, besides the first.
    pub fn left_columns(mut self, indices: &[usize]) -> Self {
        self.align();
        for &index in indices {
            self.align_column(index, CellAlignment::Left);
        }
        self
    }

    /// Aligns the first column to the right as well, in a table that is aligned.
    pub fn right_first(mut self) -> Self {
        self.align_column(0, CellAlignment::Right);
        self
    }

    fn align_column(&mut self, index: usize, alignment: CellAlignment) {
        if let Some(column) = self.0.column_mut(index) {
            column.set_cell_alignment(alignment);
        }
    }

    /// Aligns the first column to the left and the others to the right.
    pub fn aligned(mut self) -> Self {
        self.align();
        self
    }

    fn align(&mut self) {
        for (index, column) in self.0.column_iter_mut().enumerate() {
            column.set_padding(if index == 0 { (2, 0) } else { (3, 0) });
            column.set_cell_alignment(if index == 0 { CellAlignment::Left } else { CellAlignment::Right });
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.lines() {
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
