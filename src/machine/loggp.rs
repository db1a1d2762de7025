//! `[loggp]`: LogP with long messages, after Alexandrov, Ionescu, Schauser and Scheiman (1995).

use super::combine::Combine;
use super::logp::LogpParameters;
use super::measured::Measured;
use super::reader::{Read, Section, Value};
use crate::units::{Rate, Time};

/// Parameters of the LogGP model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggpParameters {
    /// L: the time of a byte in the network.
    pub latency: Measured<Time>,
    /// o: how long a processor is busy sending a message.
    pub overhead_send: Measured<Time>,
    /// o: how long a processor is busy receiving a message.
    pub overhead_receive: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// G: the time per byte of a long message.
    pub gap_per_byte: Measured<Rate>,
    /// P: the number of processors, where the source fixes it.
    pub ranks: Option<u64>,
    /// The reduction operator, where it differs from the profile's.
    pub combine: Option<Combine>,
}

const KEYS: &[&str] = &[
    "latency",
    "overhead",
    "overhead_send",
    "overhead_receive",
    "gap",
    "gap_per_byte",
    "ranks",
    "combine",
    "combine_per_value",
];

impl LoggpParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        Self::read_keys(&value.section("[loggp]", KEYS)?)
    }

    /// The keys that LogGP and LogGOPS have in common.
    pub(super) fn read_keys(section: &Section<'_>) -> Read<Self> {
        let logp = LogpParameters::read_keys(section)?;
        Ok(Self {
            latency: logp.latency,
            overhead_send: logp.overhead_send,
            overhead_receive: logp.overhead_receive,
            gap: logp.gap,
            gap_per_byte: Measured::per_byte(section.required("gap_per_byte", "\"0.3ns/B\"")?)?,
            ranks: logp.ranks,
            combine: logp.combine,
        })
    }
}
