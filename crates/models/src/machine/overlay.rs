//! `[overlay]`: the cost of a node of an overlay tree from what one child costs it.

use super::measured::Measured;
use super::reader::{Read, Value};
use super::tan::PeriodLatency;
use logpine_text::units::{Rate, Time};

/// Parameters of nodes that serve their children by a number of threads. Times are in ticks of the machine's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayParameters {
    /// alpha: the time of a level besides its children.
    pub latency: Measured<Time>,
    /// c: the time in which a thread serves one child.
    pub overhead_per_child: Measured<Time>,
    /// t: the number of threads of a node, at least 1.
    pub threads: u64,
    /// beta: the time per byte of the message to each child, which share the node's link.
    pub gap_per_byte: Measured<Rate>,
    /// Inclusion of the latency in the period between waves.
    pub period_latency: PeriodLatency,
}

const KEYS: &[&str] = &["latency", "overhead_per_child", "threads", "gap_per_byte", "period_includes_latency"];

impl OverlayParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[overlay]", KEYS)?;
        Ok(Self {
            latency: section.optional("latency").map_or(Ok(Measured::default()), Measured::time)?,
            overhead_per_child: Measured::time(section.required("overhead_per_child", "\"10us\"")?)?,
            threads: section.optional("threads").map_or(Ok(1), |threads| threads.positive())?,
            gap_per_byte: section.optional("gap_per_byte").map_or(Ok(Measured::default()), Measured::per_byte)?,
            period_latency: PeriodLatency::read(&section, PeriodLatency::Excluded)?,
        })
    }
}
