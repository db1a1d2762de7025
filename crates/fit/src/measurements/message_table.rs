//! Times by message size, as printed by benchmarks of MPI libraries.

use super::column::unknown_column;
use super::source::{begins_with_a_number, without_tag};
use super::value::{NO_ROWS, at_least_zero, count, missing_column};
use crate::{Sample, Samples};
use logpine_text::excerpt::{few, short};
use logpine_text::text::{Line, Text, TextError};
use logpine_text::units::Clock;
use std::collections::BTreeSet;
use std::ops::Range;

/// The quantity in a table of times by size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageQuantity {
    /// One message, one way: half a ping-pong.
    OneWay,
    /// The time per message of a stream of messages from one rank to another: the inverse of the message rate.
    Gap,
    /// A broadcast: the time until the last rank has the message if the tool gives it, otherwise the mean over the ranks.
    Broadcast,
    /// A reduction: the time until the last rank is done if the tool gives it, otherwise the mean over the ranks.
    Reduction,
}

impl MessageQuantity {
    /// The quantity in words: `one-way times`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneWay => "one-way times",
            Self::Gap => "gaps",
            Self::Broadcast => "broadcasts",
            Self::Reduction => "reductions",
        }
    }
}

/// One table of a benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageTable {
    /// The name of the benchmark as printed.
    pub benchmark: String,
    /// The quantity measured.
    pub quantity: MessageQuantity,
    /// P, the number of processes, if the file gives it.
    pub ranks: Option<u64>,
    /// The number of pairs of ranks that exchanged messages at the same time.
    pub pairs: u64,
    /// Times by bytes. Rows without a time (out of memory, rate 0) are left out and counted as discarded, as are collectives
    /// of 0 bytes, which libraries complete without any message.
    pub samples: Samples,
    /// The number of rows that the benchmark marks as failed, which are among the discarded.
    pub failed: usize,
}

impl MessageTable {
    /// A table of one-way times by bytes, as [`read_experiment`](super::read_experiment) reads them from comma-separated
    /// values.
    #[must_use]
    pub fn one_way(samples: Samples) -> Self {
        let benchmark = "one-way times".to_owned();
        Self { benchmark, quantity: MessageQuantity::OneWay, ranks: None, pairs: 1, samples, failed: 0 }
    }
}

/// A column of a table of times by size, other than the size that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Column {
    /// Times in microseconds: of one message, or the mean over the ranks.
    Mean,
    /// The times of the last rank, in microseconds.
    Longest,
    /// Megabytes in a second.
    Bandwidth,
    /// Messages in a second.
    Rate,
    /// Whether the row is valid.
    Validation,
    /// The bytes that are sent, if they are not the size.
    Sent,
    Other,
}

/// A name of a column as printed, and its meaning.
pub(super) type Known = (&'static str, Column);

/// The columns of a line, or a name that is not known.
pub(super) type Columns = Result<Vec<Known>, String>;

/// The tables that a suite of benchmarks prints.
pub(super) struct Dialect {
    /// The suite in messages, and the lines of a table of it.
    pub(super) tool: &'static str,
    pub(super) expected: &'static str,
    /// The benchmarks that are read.
    pub(super) wanted: &'static str,
    /// Names of columns, for messages.
    pub(super) example: &'static str,
    /// The name of the column of sizes, the first.
    pub(super) sizes: &'static str,
    /// The benchmark that a line names.
    pub(super) benchmark: fn(&str) -> Option<&str>,
    /// The columns that a line names, without the sizes; or a name that is not known.
    pub(super) columns: fn(&str) -> Option<Columns>,
    /// The names that columns may have.
    pub(super) known: &'static [Known],
    /// Each benchmark that is read, its quantity, the columns with its values, the best first, and the name of the last.
    pub(super) benchmarks: &'static [(&'static str, MessageQuantity, &'static [Column], &'static str)],
}

/// A benchmark whose columns are not named yet.
struct Title {
    name: String,
    quantity: MessageQuantity,
    values: &'static [Column],
    missing: &'static str,
    ranks: Option<u64>,
    pairs: u64,
}

/// A table of words separated by blanks that is still being read, row by row.
struct Open {
    table: MessageTable,
    columns: usize,
    /// The index of the column of sizes.
    size: usize,
    /// The index, the name and the meaning of the column of values.
    value: (usize, &'static str, Column),
    /// The index of the column that says whether a row is valid.
    validation: Option<usize>,
    /// The place of the column names.
    head: Range<usize>,
}

impl Dialect {
    /// Reads the tables of a file.
    pub(super) fn read(&self, bytes: &[u8], path: &str) -> Result<Vec<MessageTable>, TextError> {
        let source = Text::new(bytes, path)?;
        let mut tables: Vec<Open> = Vec::new();
        let mut others = BTreeSet::new();
        let mut title: Option<Title> = None;
        let mut is_open = false;
        for line in source.lines().map(without_tag) {
            if let Some(name) = (self.benchmark)(line.text) {
                is_open = false;
                title = self.title(name);
                if title.is_none() {
                    others.insert(short(name));
                }
            } else if let Some(columns) = (self.columns)(line.text) {
                if let Some(title) = title.take() {
                    tables.push(self.open(source, line, columns, title)?);
                    is_open = true;
                }
            } else if let Some(title) = &mut title {
                title.ranks = after(line.text, "#processes").or(title.ranks);
                title.pairs = after(line.text, "pairs:").unwrap_or(title.pairs);
            } else if let Some(table) = tables.last_mut().filter(|_| is_open)
                && begins_with_a_number(line)
            {
                table.row(source, line, self.sizes)?;
            }
        }
        self.some(source, tables, &others)
    }

    fn title(&self, name: &str) -> Option<Title> {
        let &(_, quantity, values, missing) = self.benchmarks.iter().find(|(known, ..)| *known == name)?;
        Some(Title { name: short(name), quantity, values, missing, ranks: None, pairs: 1 })
    }

    fn open(&self, source: Text<'_>, line: Line<'_>, columns: Columns, title: Title) -> Result<Open, TextError> {
        let columns = columns.map_err(|name| {
            let known: Vec<&str> = self.known.iter().map(|&(name, _)| name).collect();
            source.error(line.span(), unknown_column(&name, None, &known.join(", ")))
        })?;
        let place_of = |kind| columns.iter().position(|&(_, column)| column == kind).map(|place| place + 1);
        let Title { name: benchmark, quantity, values, missing, ranks, pairs } = title;
        let place = values.iter().find_map(|&kind| place_of(kind));
        let place = place.ok_or_else(|| source.error(line.span(), missing_column(missing, self.example)))?;
        let (name, kind) = columns[place - 1];
        // Uniband streams from half of the processes to the other half.
        let pairs =
            if quantity == MessageQuantity::Gap { ranks.map_or(pairs, |ranks| (ranks / 2).max(1)) } else { pairs };
        let (origin, clock) = (source.path().to_owned(), Clock::Second);
        let samples = Samples { origin, clock, samples: Vec::new(), discarded: 0, warnings: Vec::new() };
        Ok(Open {
            table: MessageTable { benchmark, quantity, ranks, pairs, samples, failed: 0 },
            columns: columns.len() + 1,
            size: place_of(Column::Sent).unwrap_or(0),
            value: (place, name, kind),
            validation: place_of(Column::Validation),
            head: line.span(),
        })
    }

    /// Returns the tables, of which some but not all may be without rows, as jobs leave them that are cut short.
    ///
    /// It is an error if there are none, or only tables of other benchmarks.
    fn some(
        &self,
        source: Text<'_>,
        tables: Vec<Open>,
        others: &BTreeSet<String>,
    ) -> Result<Vec<MessageTable>, TextError> {
        let Self { tool, expected, wanted, .. } = self;
        let failed: usize = tables.iter().map(|open| open.table.failed).sum();
        let found = few(others.iter().cloned());
        let Some(first) = tables.first() else {
            return Err(source.error(
                0..0,
                if others.is_empty() {
                    format!("there is no table of {tool} in the file; {expected}")
                } else {
                    format!("the file has {found}, which gives no parameters of messages; it needs {wanted}")
                },
            ));
        };
        if tables.iter().all(|open| open.table.samples.samples.is_empty()) {
            let all_failed = "as failed, for the library delivered wrong data";
            return Err(source.error(
                first.head.clone(),
                match failed {
                    0 => NO_ROWS.to_owned(),
                    _ => format!("no rows are left: the benchmark marks {failed} {all_failed}"),
                },
            ));
        }
        let mut tables: Vec<MessageTable> = tables.into_iter().map(|open| open.table).collect();
        if !others.is_empty() {
            let path = source.path();
            let warning = format!("not read in {path}, for it gives no parameters of messages: {found}");
            tables[0].samples.warnings.push(warning);
        }
        Ok(tables)
    }
}

/// The number after some words of a line: 8 in `# #processes = 8`, 4 in `# [ pairs: 4 ] [ window size: 64 ]`.
fn after(line: &str, words: &str) -> Option<u64> {
    let (_, rest) = line.split_once(words)?;
    rest.trim_start_matches([' ', '=']).split_whitespace().next()?.parse().ok().filter(|&number| number > 0)
}

impl Open {
    /// Reads a row. Lines that are not rows, as launchers print them among the rows, are counted as discarded: those with other
    /// columns than the head, or with words in place of numbers. So are rows without a time, such as `8388608 out-of-mem.; needed X=
    /// 2.008 GB`.
    fn row(&mut self, source: Text<'_>, line: Line<'_>, sizes: &str) -> Result<(), TextError> {
        let words = line.words();
        let (place, name, kind) = self.value;
        if words.len() != self.columns {
            self.table.samples.discarded += 1;
            return Ok(());
        }
        if self.validation.is_some_and(|place| words[place].text.eq_ignore_ascii_case("Fail")) {
            self.table.failed += 1;
            self.table.samples.discarded += 1;
            return Ok(());
        }
        let (size, value) = (words[self.size], words[place]);
        if [size, value].iter().any(|word| word.text.parse::<f64>().is_err()) {
            self.table.samples.discarded += 1;
            return Ok(());
        }
        let bytes =
            count(size.text, sizes, "bytes of the message").map_err(|fault| source.error(size.span(), fault))?;
        let number = at_least_zero(value.text, name).map_err(|fault| source.error(value.span(), fault))?;
        let pairs = self.table.pairs as f64;
        let time = match kind {
            Column::Rate => pairs / number,
            Column::Bandwidth => bytes as f64 * pairs / (number * 1e6),
            _ => number / 1e6,
        };
        let is_collective = matches!(self.table.quantity, MessageQuantity::Broadcast | MessageQuantity::Reduction);
        if time.is_finite() && !(bytes == 0 && is_collective) {
            self.table.samples.samples.push(Sample { at: bytes, time, line: line.number });
        } else {
            self.table.samples.discarded += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_message_table_one_way() -> Result<(), Box<dyn std::error::Error>> {
        use crate::measurements::{Experiment, MessageTable, ReadOptions, read_experiment};
        use crate::port::{PortFit, PortOptions};
        let text = "bytes,round_trip_us\n1000,6\n2000,8\n4000,12\n";
        let samples = read_experiment(text.as_bytes(), "m.csv", Experiment::Messages, ReadOptions::default())?;
        let fit = PortFit::from_tables(&[MessageTable::one_way(samples)], &PortOptions::default())?;
        let alpha_beta = fit.alpha_beta.ok_or("no alpha-beta")?;
        assert!((alpha_beta.alpha.value - 2e-6).abs() < 1e-15 && (alpha_beta.beta.value - 1e-9).abs() < 1e-18);
        Ok(())
    }
}
