//! Routes of messages through a network: for every two nodes one shortest path, in hops.
//!
//! A node forwards a message by its destination alone, as a switch does by its forwarding table, so paths to the same
//! node that meet go on together. If several neighbours are nearer to the destination, the [`RoutingRule`] decides which
//! of them is next. The times of links do not matter.

mod grid;
mod on_demand;
mod rule;
mod table;

pub use rule::RoutingRule;

use super::{Arc, Network};
use grid::Coordinates;
use logpine_text::reason::{Reason, reason};
use logpine_text::watch::Watch;
use on_demand::OnDemand;

/// Errors of routes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// A table that would be too large, or dimension order on a network that is no grid.
    #[error(transparent)]
    Refused(#[from] Reason),
    /// The work was ended before its end.
    #[error(
        "the search for routes was stopped after {done} of {endpoints} destinations; allow more time, or take a smaller network"
    )]
    Stopped {
        /// The destinations that were done.
        done: u64,
        /// All destinations.
        endpoints: u32,
    },
}

/// The refusal of dimension order.
const NO_GRID: &str = "the network has no dimensions: dimension-order routing is for tori, meshes and hypercubes";

/// The next hop from every node to every endpoint.
///
/// Grids of more than 1,024 nodes compute it from coordinates, but for [`RoutingRule::Insertion`]; other networks keep a
/// table of 2 bytes an entry, or 4 with more than 32,767 links.
#[derive(Clone, Debug)]
pub struct Routes<'n> {
    network: &'n Network,
    rule: RoutingRule,
    pub(super) ways: Ways,
}

/// The source of next hops. A *step* is twice the link's number, plus 1 against its direction.
#[derive(Clone, Debug)]
pub(super) enum Ways {
    /// A table of steps at destination * nodes + node, for networks with few links.
    Short(Vec<u16>),
    /// The same, for more links.
    Long(Vec<u32>),
    /// Coordinates.
    Grid(Coordinates),
    /// Searches for the destinations that are asked for.
    OnDemand(OnDemand),
}

/// No step: at the destination, or if it is not reached.
pub(super) const NO_STEP: u32 = u32::MAX;

impl<'n> Routes<'n> {
    /// The largest number of entries of a table, nodes times endpoints: 11,585 nodes squared.
    pub const LARGEST_TABLE: u64 = 1 << 27;

    /// The largest grid, in nodes, that has a table nevertheless: a lookup is faster than computing while the table fits
    /// the cache.
    const LARGEST_GRID_TABLE: u32 = 1 << 10;

    /// Routes by a rule. Tables are built on all processors.
    ///
    /// **Complexity** O(endpoints * links) for tables, O(nodes * dimensions) for grids.
    ///
    /// # Errors
    /// [`RouteError`].
    pub fn new(network: &'n Network, rule: RoutingRule) -> Result<Self, RouteError> {
        Self::watched(network, rule, &())
    }

    /// The same, under a watch that sees the destinations that are done, and may end the work.
    ///
    /// # Errors
    /// [`RouteError`].
    pub fn watched(network: &'n Network, rule: RoutingRule, watch: &dyn Watch) -> Result<Self, RouteError> {
        let ways = match Self::without_table(network, rule, network.endpoints())? {
            Some(ways) => ways,
            None => table::ways(network, rule, watch)?,
        };
        Ok(Self { network, rule, ways })
    }

    /// The same routes to at most `destinations` destinations, whichever they are. On networks that need a table, each
    /// destination is searched for at its first use. For a few processes on a large network.
    ///
    /// **Complexity** O(links) for each destination, with 4 bytes a node.
    ///
    /// # Errors
    /// [`RouteError`].
    pub fn on_demand(network: &'n Network, rule: RoutingRule, destinations: u32) -> Result<Self, RouteError> {
        let destinations = destinations.min(network.endpoints());
        let ways = match Self::without_table(network, rule, destinations)? {
            Some(ways) => ways,
            None => Ways::OnDemand(OnDemand::new(network, rule)),
        };
        Ok(Self { network, rule, ways })
    }

    /// The coordinates, on networks that need no table. Checks that a table for that many destinations would not be too
    /// large.
    fn without_table(network: &Network, rule: RoutingRule, endpoints: u32) -> Result<Option<Ways>, RouteError> {
        let nodes = network.nodes();
        let needs_grid = rule == RoutingRule::DimensionOrder;
        match network.grid() {
            Some(grid) if needs_grid || (rule != RoutingRule::Insertion && nodes > Self::LARGEST_GRID_TABLE) => {
                Ok(Some(Ways::Grid(Coordinates::new(network, grid))))
            }
            None if needs_grid => Err(Reason::new(NO_GRID).into()),
            _ if u64::from(nodes) * u64::from(endpoints) > Self::LARGEST_TABLE => {
                Err(reason!(
                    "a table of routes from {nodes} nodes to {endpoints} has more than {limit} entries; take a smaller network, or a \
                     torus, mesh or hypercube with lowest-index, random or dimension-order routing, which need none",
                    limit = Self::LARGEST_TABLE
                )
                .into())
            }
            _ => Ok(None),
        }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &'n Network {
        self.network
    }

    /// The routing rule.
    #[must_use]
    pub const fn rule(&self) -> RoutingRule {
        self.rule
    }

    /// The first hop from a node on the way to an endpoint; `None` at the destination, if it is not reached, and if it is
    /// no endpoint.
    #[must_use]
    pub fn next(&self, node: u32, destination: u32) -> Option<Arc> {
        if node >= self.network.nodes() || destination >= self.network.endpoints() {
            return None;
        }
        let step = self.step(node, destination);
        let link = self.network.links().get((step >> 1) as usize)?;
        Some(Arc { to: if step & 1 == 0 { link.to } else { link.from }, link: step >> 1 })
    }

    /// The number of hops from a node to an endpoint, the smallest of all paths; `None` if there is no path.
    #[must_use]
    pub fn hops(&self, node: u32, destination: u32) -> Option<u32> {
        let (mut at, mut hops) = (node, 0);
        while at != destination {
            at = self.next(at, destination)?.to;
            hops += 1;
        }
        Some(hops)
    }

    /// The first step from a node to an endpoint, both of the network; [`NO_STEP`] at the destination and if it is not
    /// reached.
    #[inline]
    pub(super) fn step(&self, node: u32, destination: u32) -> u32 {
        let entry = |nodes: u32| destination as usize * nodes as usize + node as usize;
        match &self.ways {
            Ways::Short(table) => table::long(table[entry(self.network.nodes())]),
            Ways::Long(table) => table[entry(self.network.nodes())],
            Ways::Grid(grid) => grid.step(self.rule, self.network.nodes(), node, destination),
            Ways::OnDemand(rows) => rows.step(self.network, self.rule, node, destination),
        }
    }
}

/// The step over a link, away from a node.
pub(super) fn step_from(network: &Network, node: u32, link: u32) -> u32 {
    2 * link + u32::from(network.links()[link as usize].from != node)
}

#[cfg(test)]
mod tests;
