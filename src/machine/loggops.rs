//! `[loggops]`: LogGP with overhead per byte and synchronisation, after Hoefler, Schneider and Lumsdaine (2010).

use super::combine::Combine;
use super::loggp::LoggpParameters;
use super::measured::Measured;
use super::reader::{Read, Value};
use crate::units::{Bytes, Rate, Time};

/// Parameters of the LogGOPS model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggopsParameters {
    /// L: the time of a byte in the network.
    pub latency: Measured<Time>,
    /// o: how long a processor is busy sending a message of one byte.
    pub overhead_send: Measured<Time>,
    /// o: how long a processor is busy receiving a message of one byte.
    pub overhead_receive: Measured<Time>,
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
    "overhead_per_byte",
    "rendezvous_above",
    "ranks",
    "combine",
    "combine_per_value",
];

impl LoggopsParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[loggops]", KEYS)?;
        let loggp = LoggpParameters::read_keys(&section)?;
        Ok(Self {
            latency: loggp.latency,
            overhead_send: loggp.overhead_send,
            overhead_receive: loggp.overhead_receive,
            gap: loggp.gap,
            gap_per_byte: loggp.gap_per_byte,
            overhead_per_byte: Measured::per_byte(section.required("overhead_per_byte", "\"0.1ns/B\"")?)?,
            rendezvous_above: section.optional("rendezvous_above").map(|size| size.bytes()).transpose()?,
            ranks: loggp.ranks,
            combine: loggp.combine,
        })
    }
}
