//! The tree that MPICH builds itself from an overhead and a latency: `topology_wave`.

use super::Table;
use crate::answer::map::Compared;
use crate::request::RankCollective;
use logpine_models::model::{PortTiming, Reversed};
use logpine_text::units::Time;

/// The parameters of the earliest tree for the smallest messages of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    /// The overhead: a rank sends again after it.
    pub overhead: Time,
    /// The latency: a message is received after it and two overheads.
    pub latency: Time,
}

/// The parameters for a broadcast or a reduction under a model of messages; `None` if messages are delivered before two of
/// their gaps are over.
pub(super) fn wave(table: &Table) -> Option<Wave> {
    let Compared::Ranks { collective, costs, .. } = &table.competition.compared else { return None };
    let (forward, reversed) = (costs.timing.as_ref(), Reversed(costs.timing.as_ref()));
    let timing: &dyn PortTiming = match collective {
        RankCollective::Bcast => forward,
        RankCollective::Reduce => &reversed,
    };
    let port = timing.port(*table.bytes?.values().first()?)?;
    let twice = port.send_gap.checked_mul(2)?;
    let latency = port.delivery.ticks().checked_sub(twice.ticks()).filter(|&latency| latency > 0)?;
    Some(Wave { overhead: port.send_gap, latency: Time::from_ticks(latency) })
}
