//! `[loggp]`: LogP with long messages, after Alexandrov, Ionescu, Schauser and Scheiman (1995).

use super::logp::LogpParameters;
use super::measured::Measured;
use super::reader::{Read, Section, Value};
use crate::units::{Rate, Time};

/// Parameters of the LogGP model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggpParameters {
    /// L: the time of a byte in the network.
    pub latency: Measured<Time>,
    /// o: the time a processor is busy sending or receiving a message.
    pub overhead: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// G: the time per byte of a long message.
    pub gap_per_byte: Measured<Rate>,
    /// P: the number of processors, where the source fixes it.
    pub ranks: Option<u64>,
}

impl LoggpParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        Self::read_keys(&value.section("[loggp]", &["latency", "overhead", "gap", "gap_per_byte", "ranks"])?)
    }

    /// The keys that LogGP and LogGOPS have in common.
    pub(super) fn read_keys(section: &Section<'_>) -> Read<Self> {
        let LogpParameters { latency, overhead, gap, ranks } = LogpParameters::read_keys(section)?;
        let gap_per_byte = Measured::per_byte(section.required("gap_per_byte", "\"0.3ns/B\"")?)?;
        Ok(Self { latency, overhead, gap, gap_per_byte, ranks })
    }
}
