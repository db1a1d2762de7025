//! Tables of hosts as comma-separated values.

use super::host_entry::{expand, parse_slots};
use super::host_list_error::{Found, HostListError, HostListFault};
use crate::request::{Allocation, Host};
use csv::{ReaderBuilder, StringRecord, Trim};
use logpine_text::excerpt::short;
use logpine_text::suggest;
use logpine_text::units::Factor;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

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
/// [`HostListError`], the first fault and its place.
pub fn parse_host_table(text: &str) -> Result<Allocation, HostListError> {
    Table::read(text).map_err(|found| found.at(text))
}

struct Table<'a> {
    text: &'a str,
    columns: Vec<Column>,
    hosts: Vec<Host>,
    /// The first place of each name.
    places: FxHashMap<Arc<str>, usize>,
    factors: FxHashMap<Arc<str>, Factor>,
    /// The number of hosts of ranges, including those named in earlier rows.
    of_ranges: usize,
}

impl<'a> Table<'a> {
    fn read(text: &'a str) -> Result<Allocation, Found> {
        let mut table = Self {
            text,
            columns: Vec::new(),
            hosts: Vec::new(),
            places: FxHashMap::default(),
            factors: FxHashMap::default(),
            of_ranges: 0,
        };
        // Spreadsheets begin their files with a byte order mark.
        let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).comment(Some(b'#')).trim(Trim::All);
        let mut reader = builder.from_reader(&text.as_bytes()[skipped..]);
        let mut record = StringRecord::new();
        loop {
            let more = reader
                .read_record(&mut record)
                .map_err(|error| Found { span: 0..0, fault: HostListFault::Table { reason: error.to_string() } })?;
            if !more {
                break;
            }
            let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
            let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            let row = Row { record: &record, fields: fields(text, start + skipped..end.saturating_add(skipped)) };
            if table.columns.is_empty() { table.head(&row)? } else { table.row(&row)? }
        }
        if table.columns.is_empty() {
            return Err(Found { span: 0..0, fault: HostListFault::NoHostColumn });
        }
        if table.hosts.is_empty() {
            return Err(Found { span: text.len()..text.len(), fault: HostListFault::Empty });
        }
        Ok(Allocation::new(table.hosts))
    }

    fn head(&mut self, row: &Row<'_>) -> Result<(), Found> {
        for (index, name) in row.record.iter().enumerate() {
            let unknown = || HostListFault::UnknownColumn {
                name: short(name),
                nearest: suggest::nearest(name, Column::ALL.iter().map(|&(known, _)| known)),
            };
            let column = Column::named(name).ok_or_else(|| row.fault(index, unknown()))?;
            if self.columns.contains(&column) {
                let name = Column::ALL.iter().find(|(_, known)| *known == column).map_or("", |&(name, _)| name);
                return Err(row.fault(index, HostListFault::RepeatedColumn { name }));
            }
            self.columns.push(column);
        }
        if self.columns.contains(&Column::Host) { Ok(()) } else { Err(row.whole(HostListFault::NoHostColumn)) }
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Found> {
        let (found, expected) = (row.record.len(), self.columns.len());
        if found != expected {
            return Err(row.whole(HostListFault::Fields { found, expected }));
        }
        let class = self.words(row, Column::Class)?;
        let factor = self.factor(row, class.as_ref())?;
        let slots = match self.field(row, Column::Slots) {
            Some((index, slots)) => parse_slots(slots, row.span(index).start)?,
            None => 1,
        };
        let (rack, pod) = (self.words(row, Column::Rack)?, self.words(row, Column::Pod)?);
        let index = self.columns.iter().position(|&column| column == Column::Host).unwrap_or(0);
        let span = row.span(index);
        let pattern = row.record.get(index).unwrap_or_default();
        // In a quoted field, the pattern starts after the quote.
        let quote = usize::from(self.text[span.clone()].starts_with('"'));
        let names = expand(pattern, span.start + quote, span, self.hosts.len().max(self.of_ranges))?;
        self.of_ranges += if names.len() > 1 { names.len() } else { 0 };
        for name in names {
            let host = Host { name, slots, class: class.clone(), factor, rack: rack.clone(), pod: pod.clone() };
            self.add(host).map_err(|fault| row.fault(index, fault))?;
        }
        Ok(())
    }

    fn add(&mut self, host: Host) -> Result<(), HostListFault> {
        let Some(&place) = self.places.get(&host.name) else {
            self.places.insert(host.name.clone(), self.hosts.len());
            self.hosts.push(host);
            return Ok(());
        };
        let first = &mut self.hosts[place];
        let slots = first.slots.saturating_add(host.slots);
        if (Host { slots: first.slots, ..host.clone() }) != *first {
            return Err(HostListFault::TwoHosts { host: short(&host.name) });
        }
        first.slots = slots;
        Ok(())
    }

    /// The field of a column, unless it is empty or missing.
    fn field<'r>(&self, row: &Row<'r>, column: Column) -> Option<(usize, &'r str)> {
        let index = self.columns.iter().position(|&known| known == column)?;
        row.record.get(index).filter(|field| !field.is_empty()).map(|field| (index, field))
    }

    fn words(&self, row: &Row<'_>, column: Column) -> Result<Option<Arc<str>>, Found> {
        match self.field(row, column) {
            Some((index, text)) if text.chars().any(char::is_control) => {
                Err(row.fault(index, HostListFault::ControlCharacter))
            }
            field => Ok(field.map(|(_, text)| text.into())),
        }
    }

    fn factor(&mut self, row: &Row<'_>, class: Option<&Arc<str>>) -> Result<Factor, Found> {
        let field = self.field(row, Column::Factor);
        let factor = match field {
            None => Factor::ONE,
            Some((index, text)) => text.parse().map_err(|error| row.fault(index, HostListFault::Factor(error)))?,
        };
        let wrong = |fault| match field {
            Some((index, _)) => row.fault(index, fault),
            None => row.whole(fault),
        };
        if factor < Factor::ONE {
            return Err(wrong(HostListFault::FactorBelowOne { factor }));
        }
        if let Some(class) = class {
            let first = *self.factors.entry(Arc::clone(class)).or_insert(factor);
            if first != factor {
                let class = short(class);
                return Err(wrong(HostListFault::ClassFactors { class, first, second: factor }));
            }
        }
        Ok(factor)
    }
}

/// A row and the places of its fields in the text.
struct Row<'r> {
    record: &'r StringRecord,
    fields: Vec<Range<usize>>,
}

impl Row<'_> {
    fn span(&self, index: usize) -> Range<usize> {
        self.fields.get(index).cloned().unwrap_or(0..0)
    }

    fn fault(&self, index: usize, fault: HostListFault) -> Found {
        Found { span: self.span(index), fault }
    }

    fn whole(&self, fault: HostListFault) -> Found {
        let last = self.fields.last().map_or(0, |field| field.end);
        Found { span: self.span(0).start..last, fault }
    }
}

/// The spans of the fields of a row, without surrounding blanks. The CSV reader gives only the place of the row.
fn fields(text: &str, row: Range<usize>) -> Vec<Range<usize>> {
    let end = row.end.min(text.len());
    let start = row.start.min(end);
    // The row may be preceded by empty lines and comments.
    let mut at = start;
    while let Some(line) = text.get(at..end).and_then(|rest| rest.split_inclusive('\n').next()) {
        if !line.starts_with('#') && !line.trim_end_matches(['\r', '\n']).is_empty() {
            break;
        }
        at += line.len();
    }
    let content = text.get(at..end).unwrap_or_default().trim_end_matches(['\r', '\n']);
    let mut in_quotes = false;
    let separates = |character: char| {
        in_quotes ^= character == '"';
        character == ',' && !in_quotes
    };
    let mut found = Vec::new();
    for field in content.split(separates) {
        let blanks = field.len() - field.trim_start().len();
        found.push(at + blanks..(at + blanks + field.trim().len()));
        at += field.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests;
