//! Tables as comma-separated values.

use super::{Column, EMPTY, Kind, MOST_DETECTED_LEVELS, Table, TableError, Values, check_names, not_finite, unknown};
use logpine_text::csv_rows::Rows;
use logpine_text::excerpt::short;
use logpine_text::text::{Text, TextError};

/// The treatment of constant columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Constants {
    /// Constant columns are an error.
    #[default]
    Refuse,
    /// Constant columns are left out and listed by [`Table::left_out`].
    LeaveOut,
}

/// The choice of columns to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ColumnChoice {
    /// All columns.
    #[default]
    All,
    /// Only these columns, in this order.
    Only(Vec<String>),
    /// All columns but these.
    AllBut(Vec<String>),
}

/// Options for reading a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The columns to read.
    pub columns: ColumnChoice,
    /// Columns to be read as continuous, regardless of their values.
    pub continuous: Vec<String>,
    /// Columns to be read as discrete, regardless of their values.
    pub discrete: Vec<String>,
    /// The treatment of constant columns.
    pub constants: Constants,
}

pub(super) fn names(bytes: &[u8], path: &str) -> Result<Vec<String>, TableError> {
    let text = Text::new(bytes, path)?;
    Ok(header(text, &mut Rows::new(text))?)
}

pub(super) fn texts(bytes: &[u8], path: &str, column: &str) -> Result<Vec<String>, TableError> {
    let text = Text::new(bytes, path)?;
    let mut rows = Rows::new(text);
    let names = header(text, &mut rows)?;
    let found = names.iter().position(|name| name == column);
    let index = found.ok_or_else(|| unknown(column, names.iter().map(String::as_str)))?;
    let mut texts = Vec::new();
    while let Some(row) = rows.next_row()? {
        if index < row.len() {
            texts.push(row.field(index).to_owned());
        }
    }
    Ok(texts)
}

/// The names in the first row.
fn header(text: Text<'_>, rows: &mut Rows<'_>) -> Result<Vec<String>, TextError> {
    let row = rows.next_row()?.ok_or_else(|| text.error_at_end(EMPTY))?;
    let names: Vec<String> = row.fields().map(str::to_owned).collect();
    check_names(names.iter().map(String::as_str)).map_err(|fault| row.error_of_row(fault))?;
    if let [name] = names.as_slice()
        && let Some(found) = [';', '\t', '|'].into_iter().find(|&separator| name.contains(separator))
    {
        let separator = match found {
            ';' => "semicolons",
            '|' => "bars",
            _ => "tabs",
        };
        let fault = format!("columns are separated by commas, and here they are by {separator}");
        return Err(row.error_of_row(format!("{fault}; save the file with commas (and points in numbers)")));
    }
    if let Some(index) = names.iter().position(|name| name.parse::<f64>().is_ok()) {
        let found = short(&names[index]);
        let fault = "is a number, and the first line names the columns; put their names before the values";
        return Err(row.error(index, format!("`{found}` {fault}")));
    }
    Ok(names)
}

pub(super) fn read(bytes: &[u8], path: &str, options: &ReadOptions) -> Result<Table, TableError> {
    let text = Text::new(bytes, path)?;
    let mut rows = Rows::new(text);
    let names = header(text, &mut rows)?;
    let mut columns = chosen(&names, options)?;
    let mut count = 0;
    while let Some(row) = rows.next_row()? {
        let (found, expected) = (row.len(), names.len());
        if found != expected {
            let fault = format!("this row has {found} values and the first line names {expected} columns");
            return Err(row.error_of_row(fault).into());
        }
        for column in &mut columns {
            column.push(row.field(column.index)).map_err(|fault| row.error(column.index, fault))?;
        }
        count += 1;
    }
    if count == 0 {
        return Err(text.error_at_end(EMPTY).into());
    }
    Table::with_constants(columns.into_iter().map(Reading::finish).collect(), options.constants)
}

/// The columns to read.
fn chosen(names: &[String], options: &ReadOptions) -> Result<Vec<Reading>, TableError> {
    let index_of = |name: &String| {
        let found = names.iter().position(|other| other == name);
        found.ok_or_else(|| unknown(name, names.iter().map(String::as_str)))
    };
    let indices: Vec<usize> = match &options.columns {
        ColumnChoice::All => (0..names.len()).collect(),
        ColumnChoice::Only(only) => only.iter().map(index_of).collect::<Result<_, _>>()?,
        ColumnChoice::AllBut(but) => {
            let but = but.iter().map(index_of).collect::<Result<Vec<_>, _>>()?;
            (0..names.len()).filter(|index| !but.contains(index)).collect()
        }
    };
    for name in options.continuous.iter().chain(&options.discrete) {
        index_of(name)?;
    }
    let reading = |index: usize| {
        let name = names[index].clone();
        let kind = match (options.continuous.contains(&name), options.discrete.contains(&name)) {
            (_, true) => Some(Kind::Discrete),
            (true, false) => Some(Kind::Continuous),
            (false, false) => None,
        };
        Reading { index, name, declared: kind, numbers: Vec::new(), texts: Vec::new() }
    };
    Ok(indices.into_iter().map(reading).collect())
}

/// A column that is being read, as numbers or as texts.
struct Reading {
    index: usize,
    name: String,
    declared: Option<Kind>,
    numbers: Vec<f64>,
    texts: Vec<String>,
}

impl Reading {
    fn push(&mut self, field: &str) -> Result<(), String> {
        if field.is_empty() || matches!(field.to_ascii_lowercase().as_str(), "na" | "n/a" | "null" | "none" | "?") {
            let column = short(&self.name);
            return Err(format!("`{column}` has no value here; fill it in, or leave out the row or the column"));
        }
        let is_text = self.declared == Some(Kind::Discrete) || !self.texts.is_empty();
        match field.parse::<f64>() {
            Ok(number) if !number.is_finite() => return Err(not_finite(&self.name, &short(field))),
            Ok(number) if !is_text => self.numbers.push(number),
            Err(_) if !is_text && (self.declared.is_some() || !self.numbers.is_empty()) => {
                return Err(format!(
                    "`{}` is not a number, as the values of `{}` before it are; put it right, or declare the column discrete",
                    short(field),
                    short(&self.name)
                ));
            }
            _ => self.texts.push(field.to_owned()),
        }
        Ok(())
    }

    fn finish(self) -> Column {
        if !self.texts.is_empty() {
            return Column::discrete(&self.name, &self.texts);
        }
        let mut different = self.numbers.clone();
        different.sort_unstable_by(f64::total_cmp);
        different.dedup();
        let is_discrete =
            different.len() <= MOST_DETECTED_LEVELS && different.iter().all(|number| number.fract() == 0.0);
        if self.declared.is_none() && is_discrete {
            let texts: Vec<String> = self.numbers.iter().map(ToString::to_string).collect();
            return Column::discrete(&self.name, &texts);
        }
        Column { name: self.name, values: Values::Continuous(self.numbers) }
    }
}
