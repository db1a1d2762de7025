//! What can be wrong with a table.

use super::TablePlace;
use crate::excerpt;
use std::fmt;

/// A fault of a table, with its place where it comes from a file.
///
/// Its `Display` is the place as compilers write it, the fault, and the source line with carets under what is meant.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct TableError {
    /// Where it is.
    pub place: Option<Box<TablePlace>>,
    /// What it is.
    pub fault: TableFault,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}\n{}", self.fault, place.excerpt),
            None => self.fault.fmt(f),
        }
    }
}

impl From<TableFault> for TableError {
    fn from(fault: TableFault) -> Self {
        Self { place: None, fault }
    }
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// Bytes that are no text.
    #[error("this is not UTF-8; save the file as UTF-8 (CSV UTF-8 in spreadsheets)")]
    NotUtf8,
    /// What the reader of comma-separated values cannot cut into rows.
    #[error("{reason}")]
    Syntax {
        /// Its words.
        reason: String,
    },
    /// No line that counts.
    #[error("the table is empty; the first line names the columns, and every further line is an observation")]
    Empty,
    /// Too few rows to say anything.
    #[error(
        "the table has {found} {}; dependencies cannot be told from chance with fewer than {least}: measure more",
        if *.found == 1 { "row" } else { "rows" }
    )]
    TooFewRows {
        /// How many there are.
        found: usize,
        /// How many it takes.
        least: usize,
    },
    /// More rows than can be compared with one another.
    #[error(
        "the table has {found} rows; every row is compared with every other, of at most {most}: take a sample of them"
    )]
    TooManyRows {
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// Nothing to relate.
    #[error(
        "the table has {found} {} to relate; at least 2 are needed", if *.found == 1 { "column" } else { "columns" }
    )]
    TooFewColumns {
        /// How many there are, without those that are left out.
        found: usize,
    },
    /// Columns that something else than commas separates.
    #[error(
        "columns are separated by commas, and here they are by {separator}; save the file with commas (and points in numbers)"
    )]
    Separator {
        /// What separates them.
        separator: &'static str,
    },
    /// A column without a name.
    #[error("column {index} has no name; the first line names every column")]
    NoName {
        /// Which, from 1.
        index: usize,
    },
    /// Two columns of the same name.
    #[error("columns {first} and {second} are both named `{name}`; rename one of them")]
    DuplicateName {
        /// The name.
        name: String,
        /// The first of them, from 1.
        first: usize,
        /// The second.
        second: usize,
    },
    /// A name in the first line that is a number: there is no header.
    #[error("`{found}` is a number, and the first line names the columns; put their names before the values")]
    NoHeader {
        /// What stands there.
        found: String,
    },
    /// A name that no column has.
    #[error("there is no column `{name}`{}; the columns are {}", meant(.nearest.as_ref()), listed(.columns))]
    UnknownColumn {
        /// The name.
        name: String,
        /// The most similar one, if any is.
        nearest: Option<String>,
        /// What there is.
        columns: Vec<String>,
    },
    /// A row that is longer or shorter than the first line.
    #[error("this row has {found} values and the first line names {expected} columns")]
    Ragged {
        /// How many values there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A cell without a value.
    #[error("`{column}` has no value here; fill it in, or leave out the row or the column")]
    Missing {
        /// The column.
        column: String,
    },
    /// A value that is no finite number.
    #[error("`{column}` is {found} here, which is not a finite number; leave out the row or the column")]
    NotFinite {
        /// The column.
        column: String,
        /// What stands there.
        found: String,
    },
    /// Text in a column of numbers.
    #[error(
        "`{found}` is not a number, as the values of `{column}` before it are; put it right, or declare the column discrete"
    )]
    NotANumber {
        /// The column.
        column: String,
        /// What stands there.
        found: String,
    },
    /// Columns of different lengths.
    #[error("`{column}` has {found} values where others have {expected}")]
    UnequalLengths {
        /// The column.
        column: String,
        /// How many values it has.
        found: usize,
        /// How many the first has.
        expected: usize,
    },
    /// Columns that say nothing.
    #[error(
        "{} {} the same value in every row, so nothing can depend on {}: leave {} out \
         (--leave-out-constants leaves out all such), or vary {}",
        listed(.columns), if .columns.len() == 1 { "has" } else { "have" }, them(.columns), them(.columns), them(.columns)
    )]
    Constant {
        /// Their names.
        columns: Vec<String>,
    },
    /// A discrete column in which hardly a value comes twice.
    #[error(
        "`{column}` is discrete and has {levels} different values in {rows} rows; leave it out, or declare it continuous"
    )]
    TooManyLevels {
        /// Its name.
        column: String,
        /// How many different values it has.
        levels: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// A column of text in which hardly a value comes twice: names of rows.
    #[error(
        "`{column}` is text and has {levels} different values in {rows} rows, so hardly two rows can be compared by it; leave \
         it out (--leave-out)"
    )]
    TooManyTexts {
        /// Its name.
        column: String,
        /// How many different values it has.
        levels: usize,
        /// How many rows there are.
        rows: usize,
    },
}

fn them(columns: &[String]) -> &'static str {
    if columns.len() == 1 { "it" } else { "them" }
}

fn meant(nearest: Option<&String>) -> String {
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// Names in words.
fn listed(names: &[String]) -> String {
    excerpt::listed(names.iter().map(String::as_str))
}
