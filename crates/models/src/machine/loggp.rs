//! `[loggp]`: LogP with long messages, after Alexandrov, Ionescu, Schauser and Scheiman (1995).

use super::combine::Combine;
use super::logp::LogpParameters;
use super::measured::Measured;
use super::parameters::registry::{Numbers, Visit, per_byte};
use super::reader::{Read, Section, Value};
use logpine_text::units::Rate;

/// Parameters of the LogGP model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggpParameters {
    /// L, o, g and P, of a message of one byte.
    pub logp: LogpParameters,
    /// G: the time per byte of a long message.
    pub gap_per_byte: Measured<Rate>,
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

    /// Reads the keys that LogGP and LogGOPS have in common.
    pub(super) fn read_keys(section: &Section<'_>) -> Read<Self> {
        let logp = LogpParameters::read_keys(section)?;
        Ok(Self { logp, gap_per_byte: Measured::per_byte(section.required("gap_per_byte", "\"0.3ns/B\"")?)? })
    }
}

impl Numbers for LoggpParameters {
    fn visit(&mut self, visit: Visit) {
        self.logp.visit(visit);
        per_byte(visit, "gap_per_byte", &mut self.gap_per_byte);
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.logp.combine()
    }
}
