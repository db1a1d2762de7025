//! `[loggops]`: LogGP with overhead per byte and synchronisation, after Hoefler, Schneider and Lumsdaine (2010).

use super::combine::Combine;
use super::loggp::LoggpParameters;
use super::measured::Measured;
use super::parameters::registry::{Numbers, Visit, per_byte};
use super::reader::{Read, Value};
use logpine_text::units::{Bytes, Rate};

/// Parameters of the LogGOPS model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggopsParameters {
    /// L, o, g, P, and G, the time per byte on the network interface.
    pub loggp: LoggpParameters,
    /// O: the time per byte on the processor.
    pub overhead_per_byte: Measured<Rate>,
    /// S: longer messages wait for the receiver (rendezvous); absent if none do.
    pub rendezvous_above: Option<Bytes>,
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
    /// LogGP: O = 0, and no message waits for its receiver.
    pub(crate) fn of(loggp: &LoggpParameters) -> Self {
        Self { loggp: *loggp, overhead_per_byte: Measured::default(), rendezvous_above: None }
    }

    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[loggops]", KEYS)?;
        Ok(Self {
            loggp: LoggpParameters::read_keys(&section)?,
            overhead_per_byte: Measured::per_byte(section.required("overhead_per_byte", "\"0.1ns/B\"")?)?,
            rendezvous_above: section.optional("rendezvous_above").map(|size| size.bytes()).transpose()?,
        })
    }
}

impl Numbers for LoggopsParameters {
    fn visit(&mut self, visit: Visit) {
        self.loggp.visit(visit);
        per_byte(visit, "overhead_per_byte", &mut self.overhead_per_byte);
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.loggp.combine()
    }
}
