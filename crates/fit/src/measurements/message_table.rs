//! Times by message size, as printed by benchmarks of MPI libraries.

use super::error::{MeasurementError, MeasurementFault};
use super::source::{Line, Source, Word};
use super::value::{at_least_zero, count};
use crate::{Sample, Samples};
use logpine_text::excerpt::few;
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

/// A table of words separated by blanks that is still being read, row by row.
pub(super) struct OpenTable {
    pub(super) table: MessageTable,
    /// The number of columns.
    pub(super) columns: usize,
    /// The index and the name of the column of sizes.
    pub(super) sizes: (usize, &'static str),
    /// The index and the name of the column of values.
    pub(super) value: (usize, &'static str),
    /// The place of the column names.
    pub(super) head: Range<usize>,
}

impl OpenTable {
    /// An empty set of samples for a file.
    pub(super) fn samples(source: &Source<'_>) -> Samples {
        Samples {
            origin: source.path().to_owned(),
            clock: Clock::Second,
            samples: Vec::new(),
            discarded: 0,
            warnings: Vec::new(),
        }
    }

    /// Reads a row; `time` converts its bytes and its value to seconds. Lines that are not rows, as launchers print them among the
    /// rows, are counted as discarded: those with other columns than the head, or with words in place of numbers.
    pub(super) fn row(
        &mut self,
        source: &Source<'_>,
        line: Line<'_>,
        words: &[Word<'_>],
        time: impl FnOnce(f64, f64) -> f64,
    ) -> Result<(), MeasurementError> {
        let ((size_place, sizes), (place, name)) = (self.sizes, self.value);
        let (Some(&size), Some(&value), true) = (words.get(size_place), words.get(place), words.len() == self.columns)
        else {
            self.discard();
            return Ok(());
        };
        if !is_number(size.text) || !is_number(value.text) {
            self.discard();
            return Ok(());
        }
        let bytes =
            count(size.text, sizes, "bytes of the message").map_err(|fault| source.error(size.span(), fault))?;
        let number = at_least_zero(value.text, name).map_err(|fault| source.error(value.span(), fault))?;
        let time = time(bytes as f64, number);
        let is_collective = matches!(self.table.quantity, MessageQuantity::Broadcast | MessageQuantity::Reduction);
        if time.is_finite() && !(bytes == 0 && is_collective) {
            self.table.samples.samples.push(Sample { at: bytes, time, line: line.number });
        } else {
            self.discard();
        }
        Ok(())
    }

    /// Counts a row without a time.
    pub(super) const fn discard(&mut self) {
        self.table.samples.discarded += 1;
    }

    /// Counts a row that the benchmark marks as failed.
    pub(super) const fn fail(&mut self) {
        self.table.failed += 1;
        self.discard();
    }
}

/// True for a number, which may be out of bounds.
fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}

/// Returns the tables, of which some but not all may be without rows, as jobs leave them that are cut short.
///
/// It is an error if there are none: [`MeasurementFault::NoUsefulTable`] if the file has tables of other benchmarks, otherwise
/// `none`.
pub(super) fn some(
    source: &Source<'_>,
    tables: Vec<OpenTable>,
    others: &BTreeSet<String>,
    wanted: &'static str,
    none: MeasurementFault,
) -> Result<Vec<MessageTable>, MeasurementError> {
    let failed: usize = tables.iter().map(|open| open.table.failed).sum();
    match tables.first() {
        Some(first) if failed > 0 && tables.iter().all(|open| open.table.samples.samples.is_empty()) => {
            Err(source.error(first.head.clone(), MeasurementFault::AllFailed { failed }))
        }
        Some(first) if tables.iter().all(|open| open.table.samples.samples.is_empty()) => {
            Err(source.error(first.head.clone(), MeasurementFault::NoRows))
        }
        Some(_) => {
            let mut tables: Vec<MessageTable> = tables.into_iter().map(|open| open.table).collect();
            if !others.is_empty() {
                let warning = format!(
                    "not read in {}, for it gives no parameters of messages: {}",
                    source.path(),
                    few(others.iter().cloned())
                );
                tables[0].samples.warnings.push(warning);
            }
            Ok(tables)
        }
        None if others.is_empty() => Err(source.error(0..0, none)),
        None => {
            let found = few(others.iter().cloned());
            Err(source.error(0..0, MeasurementFault::NoUsefulTable { found, wanted }))
        }
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
