//! Times by message size, as printed by benchmarks of MPI libraries.

use super::error::{MeasurementError, MeasurementFault};
use super::source::{Line, Source, Word};
use super::value::{at_least_zero, count};
use crate::fit::{Sample, Samples};
use crate::units::Clock;
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
    #[cfg(test)]
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
}

impl MessageTable {
    /// A table of one-way times by bytes, as [`read_experiment`](super::read_experiment) reads them from comma-separated
    /// values.
    #[must_use]
    pub fn one_way(samples: Samples) -> Self {
        let benchmark = "one-way times".to_owned();
        Self { benchmark, quantity: MessageQuantity::OneWay, ranks: None, pairs: 1, samples }
    }
}

/// A table of words separated by blanks that is still being read, with the sizes in the first column.
pub(super) struct OpenTable {
    pub(super) table: MessageTable,
    /// The number of columns.
    pub(super) columns: usize,
    /// The name of the column of sizes.
    pub(super) sizes: &'static str,
    /// The index and the name of the column of values.
    pub(super) value: (usize, &'static str),
    /// The place of the column names.
    pub(super) head: Range<usize>,
}

impl OpenTable {
    /// An empty set of samples for a file.
    pub(super) fn samples(source: &Source<'_>) -> Samples {
        Samples { origin: source.path().to_owned(), clock: Clock::Second, samples: Vec::new(), discarded: 0 }
    }

    /// Reads a row; `time` converts its bytes and its value to seconds.
    pub(super) fn row(
        &mut self,
        source: &Source<'_>,
        line: Line<'_>,
        words: &[Word<'_>],
        time: impl FnOnce(f64, f64) -> f64,
    ) -> Result<(), MeasurementError> {
        let (place, name) = self.value;
        let (Some(&size), Some(&value), true) = (words.first(), words.get(place), words.len() == self.columns) else {
            let fault = MeasurementFault::Fields { found: words.len(), expected: self.columns };
            return Err(source.error(line.span(), fault));
        };
        let bytes =
            count(size.text, self.sizes, "bytes of the message").map_err(|fault| source.error(size.span(), fault))?;
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

    /// Returns the completed table, which must have at least one row.
    pub(super) fn close(self, source: &Source<'_>) -> Result<MessageTable, MeasurementError> {
        if self.table.samples.samples.is_empty() {
            return Err(source.error(self.head, MeasurementFault::NoRows));
        }
        Ok(self.table)
    }
}

/// Returns the tables, or an error if there are none: [`MeasurementFault::NoUsefulTable`] if the file has tables of other
/// benchmarks, otherwise `none`.
pub(super) fn some(
    source: &Source<'_>,
    tables: Vec<MessageTable>,
    others: &[String],
    wanted: &'static str,
    none: MeasurementFault,
) -> Result<Vec<MessageTable>, MeasurementError> {
    match (tables.is_empty(), others.is_empty()) {
        (false, _) => Ok(tables),
        (true, false) => Err(source.error(0..0, MeasurementFault::NoUsefulTable { found: others.join(", "), wanted })),
        (true, true) => Err(source.error(0..0, none)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_message_table_one_way() -> Result<(), Box<dyn std::error::Error>> {
        use logpine::fit::measurements::{Experiment, MessageTable, ReadOptions, read_experiment};
        use logpine::fit::port::{PortFit, PortOptions};
        let text = "bytes,round_trip_us\n1000,6\n2000,8\n4000,12\n";
        let samples = read_experiment(text.as_bytes(), "m.csv", Experiment::Messages, ReadOptions::default())?;
        let fit = PortFit::from_tables(&[MessageTable::one_way(samples)], &PortOptions::default())?;
        let alpha_beta = fit.alpha_beta.ok_or("no alpha-beta")?;
        assert!((alpha_beta.alpha.value - 2e-6).abs() < 1e-15 && (alpha_beta.beta.value - 1e-9).abs() < 1e-18);
        Ok(())
    }
}
