//! Answers on unequal hosts: overlay trees and collectives among ranks, placed host by host.

mod numbering;
mod overlay;
mod ranks;
mod usual;
mod widths;

pub use overlay::{TreeOnHosts, UnequalJob, UnequalPlan, UnequalPlanError};
pub use ranks::{RanksOnHosts, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError};

use crate::request::Host;

/// The order in which the processes of a tree are placed on hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostOrder {
    /// The best placement found by the search.
    Searched,
    /// Level by level or by rank, in the order in which the hosts are given.
    AsGiven,
    /// Level by level or by rank, the fastest hosts first.
    FastestFirst,
}

impl HostOrder {
    /// `searched`, `as given` or `fastest first`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Searched => "searched",
            Self::AsGiven => "as given",
            Self::FastestFirst => "fastest first",
        }
    }
}

/// The first `most` slots in the given order, each as the index of its host.
fn slots(hosts: &[Host], order: HostOrder, most: usize) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..hosts.len()).collect();
    if order == HostOrder::FastestFirst {
        indices.sort_by_key(|&host| hosts[host].factor);
    }
    let of_host = |host: usize| {
        let slots = usize::try_from(hosts[host].slots).unwrap_or(usize::MAX);
        std::iter::repeat_n(host, slots.min(most))
    };
    indices.into_iter().flat_map(of_host).take(most).collect()
}
