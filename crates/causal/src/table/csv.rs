//! Tables as comma-separated values.

use super::{
    Column, Kind, MOST_DETECTED_LEVELS, Table, TableError, TableFault, TablePlace, Values, check_names, unknown,
};
use ::csv::{ByteRecord, Reader, ReaderBuilder};
use logpine_text::excerpt::short;

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
    header(&mut Rows::new(text_of(bytes, path)?, path))
}

pub(super) fn texts(bytes: &[u8], path: &str, column: &str) -> Result<Vec<String>, TableError> {
    let mut rows = Rows::new(text_of(bytes, path)?, path);
    let names = header(&mut rows)?;
    let found = names.iter().position(|name| name == column);
    let index = found.ok_or_else(|| unknown(column, names.iter().map(String::as_str)))?;
    let mut texts = Vec::new();
    while rows.next()? {
        if index < rows.record.len() {
            texts.push(rows.field(index).to_owned());
        }
    }
    Ok(texts)
}

fn text_of<'a>(bytes: &'a [u8], path: &str) -> Result<&'a str, TableError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(bytes);
        let place = TablePlace::new(path, &good, error.valid_up_to(), 1);
        TableError { place: Some(Box::new(place)), fault: TableFault::NotUtf8 }
    })
}

/// The names in the first row.
fn header(rows: &mut Rows) -> Result<Vec<String>, TableError> {
    if !rows.next()? {
        return Err(rows.error_at(rows.text.len(), 1, TableFault::Empty));
    }
    let names: Vec<String> = (0..rows.record.len()).map(|index| rows.field(index).to_owned()).collect();
    check_names(names.iter().map(String::as_str)).map_err(|fault| rows.error_of_row(fault))?;
    if let [name] = names.as_slice()
        && let Some(found) = [';', '\t', '|'].into_iter().find(|&separator| name.contains(separator))
    {
        let separator = match found {
            ';' => "semicolons",
            '|' => "bars",
            _ => "tabs",
        };
        return Err(rows.error_of_row(TableFault::Separator { separator }));
    }
    if let Some(index) = names.iter().position(|name| name.parse::<f64>().is_ok()) {
        return Err(rows.error(index, TableFault::NoHeader { found: short(&names[index]) }));
    }
    Ok(names)
}

pub(super) fn read(bytes: &[u8], path: &str, options: &ReadOptions) -> Result<Table, TableError> {
    let text = text_of(bytes, path)?;
    let mut rows = Rows::new(text, path);
    let names = header(&mut rows)?;
    let mut columns = chosen(&names, options)?;
    let mut count = 0;
    while rows.next()? {
        if rows.record.len() != names.len() {
            return Err(rows.error_of_row(TableFault::Ragged { found: rows.record.len(), expected: names.len() }));
        }
        for column in &mut columns {
            column.push(rows.field(column.index)).map_err(|fault| rows.error(column.index, fault))?;
        }
        count += 1;
    }
    if count == 0 {
        return Err(rows.error_at(text.len(), 1, TableFault::Empty));
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
    fn push(&mut self, field: &str) -> Result<(), TableFault> {
        let column = || short(&self.name);
        if field.is_empty() || matches!(field.to_ascii_lowercase().as_str(), "na" | "n/a" | "null" | "none" | "?") {
            return Err(TableFault::Missing { column: column() });
        }
        let is_text = self.declared == Some(Kind::Discrete) || !self.texts.is_empty();
        match field.parse::<f64>() {
            Ok(number) if !number.is_finite() => {
                return Err(TableFault::NotFinite { column: column(), found: short(field) });
            }
            Ok(number) if !is_text => self.numbers.push(number),
            Err(_) if !is_text && (self.declared.is_some() || !self.numbers.is_empty()) => {
                return Err(TableFault::NotANumber { column: column(), found: short(field) });
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

/// The rows of a text, without comments and blank lines.
struct Rows<'a> {
    path: &'a str,
    text: &'a str,
    /// The offset of the content, after the byte order mark.
    offset: usize,
    reader: Reader<&'a [u8]>,
    record: ByteRecord,
    /// The start and the end of the current row.
    span: (usize, usize),
}

impl<'a> Rows<'a> {
    fn new(text: &'a str, path: &'a str) -> Self {
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).comment(Some(b'#'));
        let offset = text.len() - content.len();
        Self {
            path,
            text,
            offset,
            reader: builder.from_reader(content.as_bytes()),
            record: ByteRecord::new(),
            span: (0, 0),
        }
    }

    /// Reads the next row; returns false if there is none.
    fn next(&mut self) -> Result<bool, TableError> {
        loop {
            let at = |byte: u64| self.offset + usize::try_from(byte).unwrap_or(usize::MAX);
            let start = at(self.reader.position().byte());
            let more = self.reader.read_byte_record(&mut self.record);
            let end = at(self.reader.position().byte()).min(self.text.len());
            match more {
                Err(error) => return Err(self.error_at(start, 1, TableFault::Syntax { reason: error.to_string() })),
                Ok(false) => return Ok(false),
                Ok(true) if self.record.len() == 1 && self.field(0).is_empty() => {}
                Ok(true) => {
                    // The CSV reader counts comments and blank lines before a row as part of it.
                    let passed = |line: &&str| line.starts_with('#') || line.trim().is_empty();
                    let before = self.text[start..end].split_inclusive('\n').take_while(passed);
                    self.span = (start + before.map(str::len).sum::<usize>(), end);
                    return Ok(true);
                }
            }
        }
    }

    /// A field without surrounding blanks.
    fn field(&self, index: usize) -> &str {
        // Commas, quotes and line ends are ASCII, so fields of valid UTF-8 text are valid UTF-8.
        self.record.get(index).and_then(|field| std::str::from_utf8(field).ok()).unwrap_or_default().trim()
    }

    fn error_at(&self, start: usize, length: usize, fault: TableFault) -> TableError {
        TableError { place: Some(Box::new(TablePlace::new(self.path, self.text, start, length))), fault }
    }

    fn error_of_row(&self, fault: TableFault) -> TableError {
        let row = self.text[self.span.0..self.span.1].trim_end();
        self.error_at(self.span.0, row.len(), fault)
    }

    /// A fault in a field of the row.
    fn error(&self, index: usize, fault: TableFault) -> TableError {
        let row = self.text[self.span.0..self.span.1].trim_end();
        let mut in_quotes = false;
        let separates = |character: char| {
            in_quotes ^= character == '"';
            character == ',' && !in_quotes
        };
        let (mut at, mut length) = (self.span.0, 0);
        for (place, field) in row.split(separates).enumerate() {
            let blanks = field.len() - field.trim_start().len();
            (at, length) = (at + blanks, field.trim().len());
            if place == index {
                break;
            }
            at += field.len() - blanks + 1;
        }
        self.error_at(at, length.max(1), fault)
    }
}
