//! Tables of hosts as comma-separated values.

use super::host_entry::{NO_HOST, expand, parse_slots};
use logpine_models::job::{Allocation, Host};
use logpine_text::csv_rows::{Row, Rows};
use logpine_text::excerpt::short;
use logpine_text::placed::{Found, PlacedError};
use logpine_text::suggest;
use logpine_text::text::{Text, TextError};
use logpine_text::units::{Factor, UnitError};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The columns of a table of hosts, for messages.
const COLUMNS: &str = "host, slots, class, factor, rack and pod";

/// A column of a table of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Host,
    Slots,
    Class,
    Factor,
    Rack,
    Pod,
}

impl Column {
    const ALL: [(&str, Self); 6] = [
        ("host", Self::Host),
        ("slots", Self::Slots),
        ("class", Self::Class),
        ("factor", Self::Factor),
        ("rack", Self::Rack),
        ("pod", Self::Pod),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, column)| column)
    }
}

/// True if the first line that is not a comment names several columns, including `host`.
pub(super) fn names_columns(text: &str) -> bool {
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let Some(line) = text.trim_start_matches('\u{feff}').lines().map(str::trim).find(is_content) else { return false };
    let columns: Option<Vec<Column>> = line.split(',').map(|name| Column::named(name.trim())).collect();
    columns.is_some_and(|columns| columns.len() > 1 && columns.contains(&Column::Host))
}

/// Reads a table of hosts whose first line names the columns `host`, `slots`, `class`, `factor`, `rack` and `pod`, in any
/// order; only `host` is required.
///
/// A `host` may be a range (`n[1-4]`); the row then describes each of its hosts. `slots` is 1 if it is empty or missing.
/// `class` is any text. All hosts of a class have the same `factor`, the processing time of the host relative to the
/// machine's profile: at least 1, and 1 if it is empty. Lines that begin with `#` are comments. A host in several rows has
/// the slots of all of them; everything else must agree.
///
/// # Errors
/// [`PlacedError`], the first fault and its place.
pub fn parse_host_table(text: &str) -> Result<Allocation, PlacedError> {
    Table::read(text).map_err(|found| found.at(text))
}

#[derive(Default)]
struct Table {
    columns: Vec<Column>,
    hosts: Vec<Host>,
    /// The first place of each name.
    places: FxHashMap<Arc<str>, usize>,
    factors: FxHashMap<Arc<str>, Factor>,
    /// The number of hosts of ranges, including those named in earlier rows.
    of_ranges: usize,
}

impl Table {
    fn read(text: &str) -> Result<Allocation, Found> {
        let mut table = Self::default();
        let mut rows = Rows::new(Text::of(text, ""));
        let broken =
            |error: TextError| Found::new(0..0, format!("not a table of comma-separated values: {}", error.message));
        let no_column = || format!("there is no column \"host\"; the first line names the columns, of {COLUMNS}");
        let head = rows.next_row().map_err(broken)?.ok_or_else(|| Found::new(0..0, no_column()))?;
        table.head(&head)?;
        if !table.columns.contains(&Column::Host) {
            return Err(whole(&head, no_column()));
        }
        while let Some(row) = rows.next_row().map_err(broken)? {
            table.row(text, &row)?;
        }
        if table.hosts.is_empty() {
            return Err(Found::new(text.len()..text.len(), NO_HOST));
        }
        Ok(Allocation::new(table.hosts))
    }

    fn head(&mut self, row: &Row<'_, '_>) -> Result<(), Found> {
        for (index, name) in row.fields().enumerate() {
            let column = Column::named(name).ok_or_else(|| {
                let nearest = suggest::nearest(name, Column::ALL.iter().map(|&(known, _)| known));
                let meant = nearest.map_or_else(String::new, |name| format!("did you mean \"{name}\"? "));
                let name = short(name);
                Found::new(row.span_of(index), format!("unknown column \"{name}\"; {meant}the columns are {COLUMNS}"))
            })?;
            if self.columns.contains(&column) {
                return Err(Found::new(row.span_of(index), format!("the column \"{name}\" is listed twice; keep one")));
            }
            self.columns.push(column);
        }
        Ok(())
    }

    fn row(&mut self, text: &str, row: &Row<'_, '_>) -> Result<(), Found> {
        let (found, expected) = (row.len(), self.columns.len());
        if found != expected {
            let fault = format!("{found} fields in this row, but the first line names {expected} columns");
            return Err(whole(row, format!("{fault}; a range with a comma goes in quotes")));
        }
        let class = self.words(row, Column::Class)?;
        let factor = self.factor(row, class.as_ref())?;
        let slots = match self.field(row, Column::Slots) {
            Some((index, slots)) => parse_slots(slots, row.span_of(index).start)?,
            None => 1,
        };
        let (rack, pod) = (self.words(row, Column::Rack)?, self.words(row, Column::Pod)?);
        let index = self.columns.iter().position(|&column| column == Column::Host).unwrap_or(0);
        let span = row.span_of(index);
        // In a quoted field, the pattern starts after the quote.
        let quote = usize::from(text[span.clone()].starts_with('"'));
        let known = self.hosts.len().max(self.of_ranges);
        let names = expand(row.field(index), span.start + quote, span.clone(), known)?;
        self.of_ranges += if names.len() > 1 { names.len() } else { 0 };
        for name in names {
            let host = Host { name, slots, class: class.clone(), factor, rack: rack.clone(), pod: pod.clone() };
            self.add(host).map_err(|message| Found { span: span.clone(), message })?;
        }
        Ok(())
    }

    fn add(&mut self, host: Host) -> Result<(), String> {
        let Some(&place) = self.places.get(&host.name) else {
            self.places.insert(host.name.clone(), self.hosts.len());
            self.hosts.push(host);
            return Ok(());
        };
        let first = &mut self.hosts[place];
        let slots = first.slots.saturating_add(host.slots);
        if (Host { slots: first.slots, ..host.clone() }) != *first {
            let host = short(&host.name);
            return Err(format!("the host \"{host}\" is in an earlier row with another class, factor, rack or pod"));
        }
        first.slots = slots;
        Ok(())
    }

    /// The field of a column, unless it is empty or missing.
    fn field<'r>(&self, row: &'r Row<'_, '_>, column: Column) -> Option<(usize, &'r str)> {
        let index = self.columns.iter().position(|&known| known == column)?;
        Some((index, row.field(index))).filter(|(_, field)| !field.is_empty())
    }

    fn words(&self, row: &Row<'_, '_>, column: Column) -> Result<Option<Arc<str>>, Found> {
        match self.field(row, column) {
            Some((index, text)) if text.chars().any(char::is_control) => {
                let fault = "a class, a rack or a pod is a line of text; this one has control characters";
                Err(Found::new(row.span_of(index), fault))
            }
            field => Ok(field.map(|(_, text)| text.into())),
        }
    }

    fn factor(&mut self, row: &Row<'_, '_>, class: Option<&Arc<str>>) -> Result<Factor, Found> {
        let field = self.field(row, Column::Factor);
        let factor = match field {
            None => Factor::ONE,
            Some((index, text)) => {
                text.parse().map_err(|error: UnitError| Found::new(row.span_of(index), error.to_string()))?
            }
        };
        let wrong = |fault: String| match field {
            Some((index, _)) => Found::new(row.span_of(index), fault),
            None => whole(row, fault),
        };
        if factor < Factor::ONE {
            let fault = format!("the factor {factor} is below 1");
            let way_out = "the machine's profile describes the fastest hosts, others take 1 or more";
            return Err(wrong(format!("{fault}; {way_out}")));
        }
        if let Some(class) = class {
            let first = *self.factors.entry(Arc::clone(class)).or_insert(factor);
            if first != factor {
                let class = short(class);
                let fault = format!("hosts of class \"{class}\" have the factors {first} and {factor}");
                return Err(wrong(format!("{fault}; a class has one factor")));
            }
        }
        Ok(factor)
    }
}

/// A fault of a whole row.
fn whole(row: &Row<'_, '_>, fault: String) -> Found {
    Found { span: row.span(), message: fault }
}

#[cfg(test)]
mod tests;
