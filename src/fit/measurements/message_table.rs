//! What benchmarks of MPI libraries print, whichever: times by the size of the message.

use crate::fit::Samples;

/// What a table of times by size holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageQuantity {
    /// One message, one way: half a ping-pong.
    OneWay,
    /// The time per message of a stream of messages from one rank to another: the inverse of the message rate.
    Gap,
    /// A broadcast, until the last rank has it where the tool says when that is, otherwise as ranks see it on average.
    Broadcast,
    /// A reduction, likewise.
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
    /// The benchmark by the name it prints.
    pub benchmark: String,
    /// What its times are.
    pub quantity: MessageQuantity,
    /// P, the number of processes, where the file says it.
    pub ranks: Option<u64>,
    /// How many pairs of ranks had messages under way at once.
    pub pairs: u64,
    /// Times by bytes. Left out and counted as discarded are rows without a time (out of memory, rate 0), and collectives of no
    /// bytes, which libraries answer without any message.
    pub samples: Samples,
}

impl MessageTable {
    /// One-way times by bytes, as [`read_experiment`](super::read_experiment) reads them from comma-separated values.
    ///
    /// ```
    /// use logpine::fit::measurements::{Experiment, MessageTable, ReadOptions, read_experiment};
    /// use logpine::fit::port::{PortFit, PortOptions};
    /// let text = "bytes,round_trip_us\n1000,6\n2000,8\n4000,12\n";
    /// let samples = read_experiment(text.as_bytes(), "m.csv", Experiment::Messages, ReadOptions::default())?;
    /// let fit = PortFit::from_tables(&[MessageTable::one_way(samples)], &PortOptions::default())?;
    /// let alpha_beta = fit.alpha_beta.ok_or("no alpha-beta")?;
    /// assert!((alpha_beta.alpha.value - 2e-6).abs() < 1e-15 && (alpha_beta.beta.value - 1e-9).abs() < 1e-18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn one_way(samples: Samples) -> Self {
        let benchmark = "one-way times".to_owned();
        Self { benchmark, quantity: MessageQuantity::OneWay, ranks: None, pairs: 1, samples }
    }
}
