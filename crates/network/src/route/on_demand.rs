//! Next hops that are searched for when a destination is first used.

use super::RoutingRule;
use super::table::{Into, Search};
use crate::Network;
use std::sync::OnceLock;

/// A row of next hops for every destination in use.
#[derive(Clone, Debug)]
pub(crate) struct OnDemand {
    into: Into,
    /// The steps from all nodes, by destination.
    rows: Vec<OnceLock<Box<[u32]>>>,
}

impl OnDemand {
    pub(super) fn new(network: &Network, rule: RoutingRule) -> Self {
        let rows = (0..network.endpoints()).map(|_| OnceLock::new()).collect();
        Self { into: Into::new(network, rule), rows }
    }

    /// The step from a node to an endpoint.
    #[inline]
    pub(super) fn step(&self, network: &Network, rule: RoutingRule, node: u32, destination: u32) -> u32 {
        let row = self.rows[destination as usize].get_or_init(|| {
            let mut search = Search::new(network.nodes() as usize);
            search.run(network, rule, &self.into, destination);
            search.into_steps()
        });
        row[node as usize]
    }
}
