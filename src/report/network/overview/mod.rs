//! Networks with too many nodes for a drawing of each: counts of what they are made of.

mod degrees;
mod groups;
mod levels;
#[cfg(test)]
mod tests;

use crate::network::{Network, Topology};

/// The nodes of the largest network that is drawn node by node in any case.
const MOST_NODES: u32 = 160;
/// More links for each node than this are a tangle, unless they follow a grid.
const MOST_LINKS: usize = 4;

/// A picture of counts.
pub(super) struct Overview {
    /// The drawing, from the upper left corner on.
    pub drawn: String,
    pub width: f64,
    pub height: f64,
    /// A line of text below the drawing.
    pub note: String,
}

/// The overview of a large network; `None` if it is drawn node by node.
pub(super) fn overview(network: &Network, topology: Option<&Topology>) -> Option<Overview> {
    if network.nodes() <= MOST_NODES {
        return None;
    }
    match topology {
        Some(Topology::Dragonfly { hosts, routers, global }) => Some(groups::overview(*hosts, *routers, *global)),
        Some(Topology::Ring { .. } | Topology::Complete { .. } | Topology::Planar(_)) => None,
        _ if network.grid().is_some() => None,
        Some(Topology::Star { .. }) => Some(levels::overview(network, &hub_and_others(network))),
        _ if super::drawing::has_levels(network) => Some(levels::overview(network, &super::drawing::levels(network))),
        _ if network.positions().is_empty() || network.links().len() > MOST_LINKS * network.nodes() as usize => {
            Some(degrees::overview(network))
        }
        _ => None,
    }
}

/// The levels of a star: its hub above the others.
fn hub_and_others(network: &Network) -> Vec<u32> {
    (0..network.nodes()).map(|node| u32::from(node == 0)).collect()
}
