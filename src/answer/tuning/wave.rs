//! The tree that MPICH builds itself from an overhead and a latency: `topology_wave`.

use super::Table;
use crate::answer::map::Compared;
use crate::model::{PortTiming, Reversed};
use crate::request::RankCollective;
use crate::tree::earliest::broadcast_time;
use crate::units::Time;

/// The largest parameter that MPICH takes.
const LARGEST: u64 = 2_147_483_647;

/// What makes MPICH build the earliest tree for the smallest messages of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The overhead, in some unit: a rank sends again after it.
    pub overhead: u64,
    /// The latency in the same unit: a message is received after it and two overheads.
    pub latency: u64,
    /// The size for which the tree is the earliest.
    pub bytes: u64,
    /// The largest number of ranks of the grid.
    pub ranks: u64,
    /// The time of the tree among so many.
    pub time: Time,
}

/// The parameters for a broadcast or a reduction under a model of messages; `None` if messages are delivered before two of
/// their gaps are over, or if there is no such tree.
pub(super) fn wave(table: &Table) -> Option<Wave> {
    let Compared::Ranks { collective, costs, .. } = &table.competition.compared else { return None };
    let (forward, reversed) = (costs.timing.as_ref(), Reversed(costs.timing.as_ref()));
    let timing: &dyn PortTiming = match collective {
        RankCollective::Bcast => forward,
        RankCollective::Reduce => &reversed,
    };
    let (bytes, ranks) = (*table.bytes?.values().first()?, *table.ranks.values().last()?);
    let port = timing.port(bytes)?;
    let (gap, delivery) = (port.send_gap.ticks(), port.delivery.ticks());
    let latency = delivery.checked_sub(gap.checked_mul(2)?).filter(|&latency| latency > 0)?;
    // Only the ratio counts.
    let unit = latency.max(gap).div_ceil(LARGEST);
    let scaled = |ticks: u64| (ticks / unit).max(1);
    let time = broadcast_time(port.send_gap, port.delivery, ranks)?;
    Some(Wave { overhead: scaled(gap), latency: scaled(latency), bytes, ranks, time })
}
