//! The ranks in the order of their hosts.

use logpine_models::job::{Layout, Mapping};
use std::sync::Arc;

/// The rank at each place, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Places {
    /// The rank of that number.
    #[default]
    Ranks,
    /// Computed from a layout.
    Counted(Layout),
    /// Listed, for a list of hosts.
    Listed(Arc<[u32]>),
}

impl Places {
    pub(super) fn on(layout: &Layout) -> Self {
        match layout.mapping() {
            Mapping::Sequential => Self::Ranks,
            Mapping::RoundRobin => Self::Counted(layout.clone()),
            Mapping::Listed(_) => Self::Listed(layout.order_along_hosts().into()),
        }
    }

    /// The rank at a place; a place beyond the last is returned unchanged.
    pub(super) fn rank(&self, place: u64) -> u64 {
        match self {
            Self::Ranks => place,
            Self::Counted(layout) => layout.rank_along_hosts(place),
            Self::Listed(order) => {
                usize::try_from(place).ok().and_then(|place| order.get(place)).map_or(place, |&rank| rank.into())
            }
        }
    }
}
