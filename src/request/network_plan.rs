//! The job of a schedule for a given network.

use super::{MpiCollective, Ports, Switches};
use logpine_text::units::Clock;

/// A collective among the ranks of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NetworkPlanJob {
    /// The collective; none without data, and no all-to-all exchange.
    pub collective: MpiCollective,
    /// The number of ranks.
    pub ranks: u32,
    /// The rank of the root; 0 if the collective has none.
    pub root: u32,
    /// The number of blocks at the root, or of each rank; `None` for a stream without end.
    pub blocks: Option<u32>,
    /// The use of switches.
    pub switches: Switches,
    /// The number of links that a node uses at a time.
    pub ports: Ports,
    /// The seed of the search.
    pub seed: u64,
    /// The steps of the point of a front whose schedule is written down.
    pub point: Option<u64>,
}

impl NetworkPlanJob {
    /// The clock that holds the times of answers: a step is a cycle, and the time of a unit of a stream, which is no whole number, is
    /// held to its 10^-12th part, as a second is.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        if self.blocks.is_some() { Clock::Cycle } else { Clock::Second }
    }

    /// The number of all blocks; `None` from 2^32 on, and for a stream.
    #[must_use]
    pub fn all_blocks(&self) -> Option<u32> {
        let of_each = self.blocks?;
        if self.collective.has_blocks_of_root() {
            return Some(of_each);
        }
        of_each.checked_mul(self.ranks)
    }
}
