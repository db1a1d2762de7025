//! `[logp]`: the model of Culler et al. (1993) for short messages.

use super::combine::Combine;
use super::measured::Measured;
use super::parameters::registry::{Numbers, Visit, time};
use super::reader::{Read, Section, Value};
use super::simplify::{Simplification, Simplifications};
use logpine_text::units::Time;

/// Parameters of the LogP model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogpParameters {
    /// L: the time of a message in the network.
    pub latency: Measured<Time>,
    /// o: the processor time for sending a message.
    pub overhead_send: Measured<Time>,
    /// o: the processor time for receiving a message; the same as for sending if the profile gives one `overhead`.
    pub overhead_receive: Measured<Time>,
    /// g: the least time between two sends, or two receptions, of a processor.
    pub gap: Measured<Time>,
    /// P: the number of processors, if the source fixes it.
    pub ranks: Option<u64>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
    /// The terms that the model leaves out.
    pub simplify: Simplifications,
}

const KEYS: &[&str] = &[
    "latency",
    "overhead",
    "overhead_send",
    "overhead_receive",
    "gap",
    "ranks",
    "combine",
    "combine_per_value",
    "simplify",
];

impl LogpParameters {
    /// L, o and g, without uncertainty.
    pub(crate) fn of(latency: Time, overhead: Time, gap: Time) -> Self {
        let [latency, overhead, gap] = [latency, overhead, gap].map(Measured::exactly);
        Self {
            latency,
            overhead_send: overhead,
            overhead_receive: overhead,
            gap,
            ranks: None,
            combine: None,
            simplify: Simplifications::default(),
        }
    }

    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[logp]", KEYS)?;
        Ok(Self { simplify: Simplifications::read(&section)?, ..Self::read_keys(&section)? })
    }

    /// Reads the keys that LogP, LogGP and LogGOPS have in common.
    pub(super) fn read_keys(section: &Section<'_>) -> Read<Self> {
        let [overhead_send, overhead_receive] = overheads(section)?;
        Ok(Self {
            latency: Measured::time(section.required("latency", "\"5us\"")?)?,
            overhead_send,
            overhead_receive,
            gap: Measured::time(section.required("gap", "\"4us\"")?)?,
            ranks: section.optional("ranks").map(|ranks| ranks.positive()).transpose()?,
            combine: Combine::read(section)?,
            simplify: Simplifications::default(),
        })
    }
}

/// The overheads of sending and receiving: `overhead` for both, or `overhead_send` and `overhead_receive`.
pub(super) fn overheads(section: &Section<'_>) -> Read<[Measured<Time>; 2]> {
    let both = section.optional("overhead");
    match (section.optional("overhead_send"), section.optional("overhead_receive")) {
        (None, None) => {
            let overhead = both.map_or_else(|| section.required("overhead", "\"2us\""), Ok)?;
            Measured::time(overhead).map(|overhead| [overhead; 2])
        }
        (Some(side), _) | (_, Some(side)) if both.is_some() => {
            Err(side.fault(format!(
                "`{}` is given beside `overhead`, which means both sides; keep `overhead`, or `overhead_send` and `overhead_receive`",
                side.key
            )))
        }
        (Some(send), Some(receive)) => Ok([Measured::time(send)?, Measured::time(receive)?]),
        (Some(side), None) | (None, Some(side)) => {
            let missing = if side.key == "overhead_send" { "overhead_receive" } else { "overhead_send" };
            Err(side.fault(format!("`{}` is given without `{missing}`; add it, or write `overhead` for both", side.key)))
        }
    }
}

impl Numbers for LogpParameters {
    fn visit(&mut self, visit: Visit) {
        let Self { latency, overhead_send: send, overhead_receive: receive, gap, simplify, .. } = self;
        if !simplify.contains(Simplification::NoLatency) {
            time(visit, "latency", latency);
        }
        if !simplify.contains(Simplification::NoOverhead) {
            // One overhead if both sides have the same, including its uncertainty.
            let names = if send == receive { ["overhead"; 2] } else { ["overhead_send", "overhead_receive"] };
            time(visit, names[0], send);
            time(visit, names[1], receive);
        }
        if !simplify.contains(Simplification::NoGap) {
            time(visit, "gap", gap);
        }
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.combine.as_mut()
    }
}
