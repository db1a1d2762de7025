//! A network without switches, and what its arcs are made of.

use crate::network::digraph::Digraph;
use crate::network::synthesis::packing::pieces::Pieces;
use crate::network::synthesis::packing::scale::Scale;

/// A network of ranks only, with whole units of weight and capacity, and the paths through switches that carry each arc.
pub struct Core {
    pub graph: Digraph,
    pub pieces: Vec<Pieces>,
    pub scale: Scale,
    /// The time for a unit of data that it allows, in lowest terms.
    pub p: u64,
    pub q: u64,
}
