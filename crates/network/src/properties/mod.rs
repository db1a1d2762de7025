//! Properties of networks: degrees, distances, bisection.

mod bisection;
mod distances;
mod exact;
mod local_search;

pub use bisection::{Bisection, Certainty};
pub use distances::Distances;

use super::{LinkKind, Network, Topology};

/// The properties of a network that decide how long communication takes on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Properties {
    /// The number of nodes, switches included.
    pub nodes: u32,
    /// The number of nodes that run processes.
    pub endpoints: u32,
    /// The number of links.
    pub links: u64,
    /// The number of links at each node.
    pub degrees: Degrees,
    /// The relative node connection degree: links of a node over the number of nodes (Lemeire, Dirkx and Colitti 2008,
    /// section 4).
    pub rel_connect: f64,
    /// Hops between endpoints; `None` if there are too many pairs.
    pub distances: Option<Distances>,
    /// Links between halves of the endpoints; `None` if the network is too large.
    pub bisection: Option<Bisection>,
}

/// The number of links that end at a node, those that only lead to it included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Degrees {
    /// The smallest number at a node.
    pub least: u32,
    /// The mean.
    pub mean: f64,
    /// The largest number at a node.
    pub most: u32,
}

impl Properties {
    /// The properties of a network. If it was generated, its topology gives formulas that the links alone do not.
    #[must_use]
    pub fn new(network: &Network, topology: Option<&Topology>) -> Self {
        let degrees = Degrees::new(network);
        Self {
            nodes: network.nodes(),
            endpoints: network.endpoints(),
            links: network.links().len() as u64,
            degrees,
            rel_connect: degrees.rel_connect(network.nodes()),
            distances: Distances::new(network),
            bisection: Bisection::new(network, topology),
        }
    }
}

impl Degrees {
    /// The relative node connection degree of a network with `nodes` nodes: [`Properties::rel_connect`].
    #[must_use]
    pub fn rel_connect(&self, nodes: u32) -> f64 {
        self.mean / f64::from(nodes)
    }

    /// The degrees of a network.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        let mut degrees = vec![0u32; network.nodes() as usize];
        for link in network.links() {
            degrees[link.from as usize] += 1;
            degrees[link.to as usize] += 1;
        }
        // A directed link there and back joins two nodes once.
        if network.kind() == LinkKind::Directed {
            for link in network.links().iter().filter(|link| link.from < link.to) {
                if network.arc_to(link.to, link.from).is_some() {
                    degrees[link.from as usize] -= 1;
                    degrees[link.to as usize] -= 1;
                }
            }
        }
        let sum: u64 = degrees.iter().map(|&degree| u64::from(degree)).sum();
        Self {
            least: degrees.iter().copied().min().unwrap_or(0),
            mean: sum as f64 / f64::from(network.nodes()),
            most: degrees.iter().copied().max().unwrap_or(0),
        }
    }
}
