//! Rates of streams in bytes per second, as nccl-tests define them (`doc/PERFORMANCE.md` there).

use super::NetworkPlan;
use crate::request::MpiCollective;
use logpine_text::units::{Clock, Time};

/// The rates of a stream, in bytes per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bandwidths {
    /// The size over the time: that of the vector of a broadcast, a reduction or an allreduce, of the blocks of all ranks together of an
    /// allgather or a reduce-scatter.
    pub(crate) algorithm: f64,
    /// The same times the part of the size that has to enter the links of a rank: (n - 1) / n, twice that for an allreduce, or 1.
    pub(crate) bus: f64,
}

impl NetworkPlan {
    /// The rates of a stream with this time for a unit of each rank, or of the root; `None` of blocks in steps, or if the links have no
    /// bandwidths.
    pub(crate) fn bandwidths(&self, time: Time) -> Option<Bandwidths> {
        let unit = self.extra.links.unit.filter(|_| self.job.blocks.is_none() && time > Time::ZERO)?;
        let ranks = f64::from(self.job.ranks);
        let (units, part) = match self.job.collective {
            MpiCollective::Allreduce => (ranks, 2.0 * (ranks - 1.0) / ranks),
            collective if collective.has_blocks_of_root() => (1.0, 1.0),
            _ => (ranks, (ranks - 1.0) / ranks),
        };
        let steps = time.ticks() as f64 / Clock::Second.ticks_per_unit() as f64;
        let algorithm = units * unit as f64 / steps;
        Some(Bandwidths { algorithm, bus: algorithm * part })
    }
}
