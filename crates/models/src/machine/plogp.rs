//! `[plogp]`: LogP whose parameters depend on the size, after Kielmann, Bal and Verstoep (2000).

use super::combine::Combine;
use super::measured::Measured;
use super::parameters::registry::{Numbers, ParameterKind, Slot, Visit, time};
use super::reader::{Read, Value};
use super::size_table::SizeTable;
use logpine_text::units::{Bytes, Time};

/// Parameters of the parameterised LogP model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlogpParameters {
    /// L: the time from one end to the other, beyond the gap.
    pub latency: Measured<Time>,
    /// `o_s`(m): the processor time for sending m bytes.
    pub overhead_send: SizeTable,
    /// `o_r`(m): the processor time for receiving m bytes.
    pub overhead_receive: SizeTable,
    /// g(m): the least time between two sends, or two receptions, of m bytes.
    pub gap: SizeTable,
    /// P: the number of processors, if the source fixes it.
    pub ranks: Option<u64>,
    /// The reduction operator, if it differs from the profile's.
    pub combine: Option<Combine>,
}

const KEYS: &[&str] = &["latency", "overhead_send", "overhead_receive", "gap", "ranks", "combine", "combine_per_value"];

impl PlogpParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        const TABLE: &str = "[[1, \"2us\"], [\"64KiB\", \"40us\"]]";
        let section = value.section("[plogp]", KEYS)?;
        let table = |key| section.required(key, TABLE).and_then(SizeTable::read);
        Ok(Self {
            latency: Measured::time(section.required("latency", "\"5us\"")?)?,
            overhead_send: table("overhead_send")?,
            overhead_receive: table("overhead_receive")?,
            gap: table("gap")?,
            ranks: section.optional("ranks").map(|ranks| ranks.positive()).transpose()?,
            combine: Combine::read(&section)?,
        })
    }
}

impl Numbers for PlogpParameters {
    fn visit(&mut self, visit: Visit) {
        time(visit, "latency", &mut self.latency);
        let tables = [
            ("overhead_send", &mut self.overhead_send),
            ("overhead_receive", &mut self.overhead_receive),
            ("gap", &mut self.gap),
        ];
        for (name, table) in tables {
            *table = table.with_times(|size, at| {
                visit(format_args!("{name}({})", Bytes(size)), ParameterKind::Measurement, Slot::Time(at));
            });
        }
    }

    fn combine(&mut self) -> Option<&mut Combine> {
        self.combine.as_mut()
    }
}
