//! `[loggops]`: LogGP with overhead per byte and synchronisation, after Hoefler, Schneider and Lumsdaine (2010).

use super::loggp::LoggpParameters;
use super::measured::Measured;
use super::reader::{Read, Value};
use crate::units::{Bytes, Rate, Time};

/// Parameters of the LogGOPS model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggopsParameters {
    /// L: the time of a byte in the network.
    pub latency: Measured<Time>,
    /// o: the time a processor is busy with a message of one byte.
    pub overhead: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// G: the time per byte on the network interface.
    pub gap_per_byte: Measured<Rate>,
    /// O: the time per byte on the processor.
    pub overhead_per_byte: Measured<Rate>,
    /// S: longer messages wait for the receiver (rendezvous); absent where none do.
    pub rendezvous_above: Option<Bytes>,
    /// P: the number of processors, where the source fixes it.
    pub ranks: Option<u64>,
}

const KEYS: &[&str] = &["latency", "overhead", "gap", "gap_per_byte", "overhead_per_byte", "rendezvous_above", "ranks"];

impl LoggopsParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[loggops]", KEYS)?;
        let LoggpParameters { latency, overhead, gap, gap_per_byte, ranks } = LoggpParameters::read_keys(&section)?;
        let overhead_per_byte = Measured::per_byte(section.required("overhead_per_byte", "\"0.1ns/B\"")?)?;
        let rendezvous_above = section.optional("rendezvous_above").map(|size| size.bytes()).transpose()?;
        Ok(Self { latency, overhead, gap, gap_per_byte, overhead_per_byte, rendezvous_above, ranks })
    }
}
