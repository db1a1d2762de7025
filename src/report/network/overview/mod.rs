//! Networks with too many nodes or links for a drawing of each: counts of their parts, or a matrix of their links.

mod degrees;
mod groups;
mod levels;
mod matrix;
#[cfg(test)]
mod tests;

use crate::network::{Network, Topology};

/// The nodes of the largest network that is drawn node by node in any case.
const MOST_NODES: u32 = 160;
/// So few links are no tangle.
const FEW_LINKS: usize = 60;
/// More links for each node than this are a tangle, unless they follow a grid: in large networks, in small ones without an
/// order, and in small ones whose nodes have their own places.
const MOST_LINKS: usize = 4;
const MOST_WITHOUT_ORDER: usize = 3;
const MOST_AT_PLACES: usize = 6;

/// A picture of counts.
pub(super) struct Overview {
    /// The drawing, from the upper left corner on.
    pub drawn: String,
    pub width: f64,
    pub height: f64,
    /// A line of text below the drawing.
    pub note: String,
}

/// The overview of a large or dense network; `None` if it is drawn node by node.
pub(super) fn overview(network: &Network, topology: Option<&Topology>) -> Option<Overview> {
    if network.nodes() <= MOST_NODES {
        return is_tangle(network, topology).then(|| matrix::overview(network));
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

/// True if a small network has no order that a drawing could show, and too many links to follow each.
fn is_tangle(network: &Network, topology: Option<&Topology>) -> bool {
    let has_order = match topology {
        None => super::drawing::has_levels(network),
        Some(Topology::Random { .. } | Topology::Neighbour { .. }) => false,
        Some(_) => true,
    };
    let most = if network.positions().is_empty() { MOST_WITHOUT_ORDER } else { MOST_AT_PLACES };
    let links = network.links().len();
    !has_order && network.grid().is_none() && links > FEW_LINKS.max(most * network.nodes() as usize)
}

/// The levels of a star: its hub above the others.
fn hub_and_others(network: &Network) -> Vec<u32> {
    (0..network.nodes()).map(|node| u32::from(node == 0)).collect()
}
