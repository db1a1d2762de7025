//! Tables of observations, from which causal models are learnt.

use logpine_text::excerpt::{listed, short};
use logpine_text::suggest;
use logpine_text::text::TextError;
use rustc_hash::FxHashMap;

mod csv;

pub use csv::{ColumnChoice, Constants, ReadOptions};

/// A fault in a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A fault in the text of a table, with its place.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A fault in columns and values, wherever they come from.
    #[error("{0}")]
    Values(String),
}

/// A table without rows.
const EMPTY: &str = "the table is empty; the first line names the columns, and every further line is an observation";

/// The minimum number of rows for learning.
pub const LEAST_ROWS: usize = 20;

/// The maximum number of rows: every test compares all pairs of rows.
pub const MOST_ROWS: usize = 20_000;

/// The largest number of distinct values for which a column of integers is taken as discrete by default.
pub const MOST_DETECTED_LEVELS: usize = 5;

/// The relative difference that a few rounding steps can produce between equal numbers. It is much smaller than the
/// variation of actual columns: clocks that count nanoseconds from 1970 vary by 1e-12 in a millisecond.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The comparison of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Numbers, of which near ones are similar.
    Continuous,
    /// Categories, which are equal or not.
    Discrete,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Finite numbers.
    Continuous(Vec<f64>),
    /// Categories.
    Discrete {
        /// The index of the level for each row.
        codes: Vec<usize>,
        /// The categories.
        levels: Vec<String>,
    },
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Continuous(values) => values.len(),
            Self::Discrete { codes, .. } => codes.len(),
        }
    }

    fn is_constant(&self) -> bool {
        match self {
            Self::Continuous(values) => {
                let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
                // A difference by rounding alone is no variation. The halves avoid overflow for the largest numbers.
                let spread = most / 2.0 - least / 2.0;
                spread <= ROUNDING * (least.abs().max(most.abs()) / 2.0)
            }
            Self::Discrete { codes, .. } => codes.iter().all(|code| Some(code) == codes.first()),
        }
    }
}

/// A named column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The values, one for each row.
    pub values: Values,
}

impl Column {
    /// A column of numbers.
    #[must_use]
    pub fn continuous(name: &str, values: Vec<f64>) -> Self {
        Self { name: name.to_owned(), values: Values::Continuous(values) }
    }

    /// A column of categories, regardless of their order: levels are sorted by name.
    #[must_use]
    pub fn discrete<T: AsRef<str>>(name: &str, values: &[T]) -> Self {
        let mut levels: Vec<String> = values.iter().map(|value| value.as_ref().to_owned()).collect();
        levels.sort_unstable();
        levels.dedup();
        let code = |value: &T| levels.partition_point(|level| level.as_str() < value.as_ref());
        let codes = values.iter().map(code).collect();
        Self { name: name.to_owned(), values: Values::Discrete { codes, levels } }
    }
}

/// Named columns of the same length, none of which is constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
    left_out: Vec<String>,
}

impl Table {
    /// Creates a table from columns.
    ///
    /// # Errors
    /// [`TableError`] if there are fewer than two columns, fewer rows than [`LEAST_ROWS`] or more than [`MOST_ROWS`]; if
    /// columns have no name, the same name or different lengths; if a column is constant, has values that are not finite, or
    /// is discrete with hardly any repeated values.
    pub fn new(columns: Vec<Column>) -> Result<Self, TableError> {
        let rows = columns.first().map_or(0, |column| column.values.len());
        check_names(columns.iter().map(|column| column.name.as_str())).map_err(TableError::Values)?;
        for Column { name, values } in &columns {
            if values.len() != rows {
                let (column, found) = (short(name), values.len());
                return wrong(format!("`{column}` has {found} values where others have {rows}"));
            }
            if let Values::Continuous(numbers) = values
                && let Some(found) = numbers.iter().find(|number| !number.is_finite())
            {
                return wrong(not_finite(name, &found.to_string()));
            }
        }
        if columns.is_empty() {
            return wrong(EMPTY.to_owned());
        }
        if rows < LEAST_ROWS {
            let words = if rows == 1 { "row" } else { "rows" };
            return wrong(format!(
                "the table has {rows} {words}; dependencies cannot be told from chance with fewer than {LEAST_ROWS}: measure more"
            ));
        }
        if rows > MOST_ROWS {
            return wrong(format!(
                "the table has {rows} rows; every row is compared with every other, of at most {MOST_ROWS}: take a sample of them"
            ));
        }
        let constant: Vec<&str> =
            columns.iter().filter(|column| column.values.is_constant()).map(|column| column.name.as_str()).collect();
        if !constant.is_empty() {
            let (has, them) = if constant.len() == 1 { ("has", "it") } else { ("have", "them") };
            return wrong(format!(
                "{} {has} the same value in every row, so nothing can depend on {them}: leave {them} out (--leave-out-constants \
                 leaves out all such), or vary {them}",
                listed(constant.into_iter())
            ));
        }
        for Column { name, values } in &columns {
            if let Values::Discrete { levels, .. } = values
                && levels.len() * 3 > rows
            {
                let (column, levels, is_text) =
                    (short(name), levels.len(), levels.iter().any(|level| level.parse::<f64>().is_err()));
                let fault = format!("and has {levels} different values in {rows} rows");
                return wrong(if is_text {
                    format!("`{column}` is text {fault}, too many to compare rows by; leave it out (--leave-out)")
                } else {
                    format!("`{column}` is discrete {fault}; leave it out, or declare it continuous")
                });
            }
        }
        if columns.len() < 2 {
            return wrong(too_few_columns(columns.len()));
        }
        Ok(Self { columns, rows, left_out: Vec::new() })
    }

    /// Creates a table as [`Table::new`] does, with a choice of the treatment of constant columns.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn with_constants(columns: Vec<Column>, constants: Constants) -> Result<Self, TableError> {
        if constants == Constants::Refuse {
            return Self::new(columns);
        }
        let (constant, varied): (Vec<Column>, _) = columns.into_iter().partition(|column| column.values.is_constant());
        if varied.len() < 2 && !constant.is_empty() {
            return wrong(too_few_columns(varied.len()));
        }
        let left_out = constant.into_iter().map(|column| column.name).collect();
        Ok(Self { left_out, ..Self::new(varied)? })
    }

    /// Reads a table from comma-separated values: the first line names the columns, lines that begin with `#` are comments.
    ///
    /// A column whose first value is a number is continuous, or discrete if all its values are integers with few distinct
    /// values. Any other column is discrete. `options` overrides this.
    ///
    /// # Errors
    /// As [`Table::new`], and every fault in the text, with its place.
    pub fn from_csv(bytes: &[u8], path: &str, options: &ReadOptions) -> Result<Self, TableError> {
        csv::read(bytes, path, options)
    }

    /// The column names of a table as comma-separated values, without reading its values.
    ///
    /// # Errors
    /// Every fault in the first line, with its place.
    pub fn names_in_csv(bytes: &[u8], path: &str) -> Result<Vec<String>, TableError> {
        csv::names(bytes, path)
    }

    /// The values of one column of a table as comma-separated values, as text; rows without the column are left out.
    ///
    /// # Errors
    /// Every fault in the first line, a name that is not that of a column, and rows that cannot be split, with their place.
    pub fn texts_in_csv(bytes: &[u8], path: &str, column: &str) -> Result<Vec<String>, TableError> {
        csv::texts(bytes, path, column)
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The names of constant columns that were left out.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The number of the column with this name.
    ///
    /// # Errors
    /// [`TableError::Values`] if there is none.
    pub fn index_of(&self, name: &str) -> Result<usize, TableError> {
        let found = self.columns.iter().position(|column| column.name == name);
        found.ok_or_else(|| unknown(name, self.columns.iter().map(|column| column.name.as_str())))
    }
}

/// The error for a name that is not that of a column.
fn unknown<'a>(name: &str, columns: impl Iterator<Item = &'a str> + Clone) -> TableError {
    let nearest = suggest::nearest(name, columns.clone());
    let meant = nearest.map(|name| format!(" ({})", suggest::question(&short(name)))).unwrap_or_default();
    let all: Vec<&str> = columns.collect();
    let known = listed(all.into_iter());
    TableError::Values(format!("there is no column `{}`{meant}; the columns are {known}", short(name)))
}

const fn wrong<T>(fault: String) -> Result<T, TableError> {
    Err(TableError::Values(fault))
}

/// The fault of a value that is not a finite number.
fn not_finite(column: &str, found: &str) -> String {
    let column = short(column);
    format!("`{column}` is {found} here, which is not a finite number; leave out the row or the column")
}

fn too_few_columns(found: usize) -> String {
    let columns = if found == 1 { "column" } else { "columns" };
    format!("{found} {columns} of the table can be related, and at least 2 are needed; constant columns are left out")
}

fn check_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    for (name, index) in names.zip(1..) {
        if name.is_empty() {
            return Err(format!("column {index} has no name; the first line names every column"));
        }
        if let Some(first) = seen.insert(name, index) {
            let name = short(name);
            return Err(format!("columns {first} and {index} are both named `{name}`; rename one of them"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
