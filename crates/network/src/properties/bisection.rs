//! The smallest number of links between two halves.

use super::local_search::fewest_found;
use crate::{Network, Topology};

/// The number of links between two halves of the endpoints, sizes differing by at most one; switches belong to either
/// half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bisection {
    /// The number of links.
    pub links: u64,
    /// Exact number or upper bound.
    pub certainty: Certainty,
}

/// The certainty of a bisection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// The smallest number, by a formula.
    Exact,
    /// The smallest number that a local search found: an upper bound.
    Estimate,
}

impl Bisection {
    /// The largest number of links for which the bisection is searched.
    const MOST_LINKS: usize = 1 << 20;

    /// The bisection of a network: by a formula for grids and for the topologies that have one, else by a local search,
    /// which is deterministic.
    #[must_use]
    pub fn new(network: &Network, topology: Option<&Topology>) -> Option<Self> {
        let exact = network.grid().and_then(super::exact::of_grid).or_else(|| topology?.bisection());
        if let Some(links) = exact {
            return Some(Self { links, certainty: Certainty::Exact });
        }
        if network.endpoints() < 2 {
            return Some(Self { links: 0, certainty: Certainty::Exact });
        }
        let links = (network.links().len() <= Self::MOST_LINKS).then(|| fewest_found(network))?;
        Some(Self { links, certainty: Certainty::Estimate })
    }
}
