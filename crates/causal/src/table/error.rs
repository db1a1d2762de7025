//! Faults in tables.

use super::TablePlace;
use logpine_text::excerpt;
use logpine_text::suggest::question;
use std::fmt;

/// A fault in a table, with its place if the table comes from a file.
///
/// `Display` prints the place as compilers do, the fault, and the source line with carets under the faulty text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct TableError {
    /// The place of the fault.
    pub place: Option<Box<TablePlace>>,
    /// The fault.
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

/// A kind of fault in a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// Bytes that are not UTF-8 text.
    #[error("this is not UTF-8; save the file as UTF-8 (CSV UTF-8 in spreadsheets)")]
    NotUtf8,
    /// Text that the CSV reader cannot split into rows.
    #[error("{reason}")]
    Syntax {
        /// The message of the CSV reader.
        reason: String,
    },
    /// A file with no lines other than comments and blank lines.
    #[error("the table is empty; the first line names the columns, and every further line is an observation")]
    Empty,
    /// Too few rows to detect dependences.
    #[error(
        "the table has {found} {}; dependencies cannot be told from chance with fewer than {least}: measure more",
        if *.found == 1 { "row" } else { "rows" }
    )]
    TooFewRows {
        /// The number of rows.
        found: usize,
        /// The smallest number allowed.
        least: usize,
    },
    /// Too many rows to compare all pairs.
    #[error(
        "the table has {found} rows; every row is compared with every other, of at most {most}: take a sample of them"
    )]
    TooManyRows {
        /// The number of rows.
        found: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// Too few columns to relate.
    #[error(
        "{found} {} of the table can be related, and at least 2 are needed; constant columns are left out", if *.found == 1 { "column" } else { "columns" }
    )]
    TooFewColumns {
        /// The number of columns, without those left out.
        found: usize,
    },
    /// Columns with a separator other than the comma.
    #[error(
        "columns are separated by commas, and here they are by {separator}; save the file with commas (and points in numbers)"
    )]
    Separator {
        /// The separator found.
        separator: &'static str,
    },
    /// A column without a name.
    #[error("column {index} has no name; the first line names every column")]
    NoName {
        /// The number of the column, from 1.
        index: usize,
    },
    /// Two columns with the same name.
    #[error("columns {first} and {second} are both named `{name}`; rename one of them")]
    DuplicateName {
        /// The name.
        name: String,
        /// The number of the first column, from 1.
        first: usize,
        /// The number of the second column, from 1.
        second: usize,
    },
    /// A name in the first line that is a number, so that the header is missing.
    #[error("`{found}` is a number, and the first line names the columns; put their names before the values")]
    NoHeader {
        /// The text found.
        found: String,
    },
    /// A name that is not the name of a column.
    #[error("there is no column `{name}`{}; the columns are {}", meant(.nearest.as_ref()), listed(.columns))]
    UnknownColumn {
        /// The name.
        name: String,
        /// The most similar name, if any is similar.
        nearest: Option<String>,
        /// All columns.
        columns: Vec<String>,
    },
    /// A row with more or fewer fields than the first line.
    #[error("this row has {found} values and the first line names {expected} columns")]
    Ragged {
        /// The number of fields in the row.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// A cell without a value.
    #[error("`{column}` has no value here; fill it in, or leave out the row or the column")]
    Missing {
        /// The column.
        column: String,
    },
    /// A value that is not a finite number.
    #[error("`{column}` is {found} here, which is not a finite number; leave out the row or the column")]
    NotFinite {
        /// The column.
        column: String,
        /// The text found.
        found: String,
    },
    /// Text in a column of numbers.
    #[error(
        "`{found}` is not a number, as the values of `{column}` before it are; put it right, or declare the column discrete"
    )]
    NotANumber {
        /// The column.
        column: String,
        /// The text found.
        found: String,
    },
    /// Columns of different lengths.
    #[error("`{column}` has {found} values where others have {expected}")]
    UnequalLengths {
        /// The column.
        column: String,
        /// The number of its values.
        found: usize,
        /// The number of values of the first column.
        expected: usize,
    },
    /// Constant columns.
    #[error(
        "{} {} the same value in every row, so nothing can depend on {}: leave {} out \
         (--leave-out-constants leaves out all such), or vary {}",
        listed(.columns), if .columns.len() == 1 { "has" } else { "have" }, them(.columns), them(.columns), them(.columns)
    )]
    Constant {
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// A discrete column with hardly any repeated values.
    #[error(
        "`{column}` is discrete and has {levels} different values in {rows} rows; leave it out, or declare it continuous"
    )]
    TooManyLevels {
        /// The name of the column.
        column: String,
        /// The number of distinct values.
        levels: usize,
        /// The number of rows.
        rows: usize,
    },
    /// A column of text with hardly any repeated values, such as names of rows.
    #[error(
        "`{column}` is text and has {levels} different values in {rows} rows, too many to compare rows by; leave \
         it out (--leave-out)"
    )]
    TooManyTexts {
        /// The name of the column.
        column: String,
        /// The number of distinct values.
        levels: usize,
        /// The number of rows.
        rows: usize,
    },
}

fn them(columns: &[String]) -> &'static str {
    if columns.len() == 1 { "it" } else { "them" }
}

fn meant(nearest: Option<&String>) -> String {
    nearest.map(|name| format!(" ({})", question(name))).unwrap_or_default()
}

/// Names as text.
fn listed(names: &[String]) -> String {
    excerpt::listed(names.iter().map(String::as_str))
}
