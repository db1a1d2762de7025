//! `[logp]`: the model of Culler et al. (1993) for short messages.

use super::measured::Measured;
use super::reader::{Read, Section, Value};
use crate::units::Time;

/// Parameters of the LogP model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogpParameters {
    /// L: the time of a message in the network.
    pub latency: Measured<Time>,
    /// o: the time a processor is busy sending or receiving a message.
    pub overhead: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// P: the number of processors, where the source fixes it.
    pub ranks: Option<u64>,
}

impl LogpParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        Self::read_keys(&value.section("[logp]", &["latency", "overhead", "gap", "ranks"])?)
    }

    /// The keys that LogP, LogGP and LogGOPS have in common.
    pub(super) fn read_keys(section: &Section<'_>) -> Read<Self> {
        Ok(Self {
            latency: Measured::time(section.required("latency", "\"5us\"")?)?,
            overhead: Measured::time(section.required("overhead", "\"2us\"")?)?,
            gap: Measured::time(section.required("gap", "\"4us\"")?)?,
            ranks: section.optional("ranks").map(|ranks| ranks.positive()).transpose()?,
        })
    }
}
