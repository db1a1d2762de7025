//! Generators of networks. The same parameters and seed give the same links in the same order, on every
//! platform.

mod dragonfly;
mod fat_tree;
mod grid;
mod join;
mod neighbour;
mod planar;
mod points;
mod random;

pub(super) use dragonfly::dragonfly;
pub(super) use fat_tree::{k_ary, pods};
pub(super) use grid::grid;
pub(super) use neighbour::neighbour;
pub(super) use planar::planar;
pub(super) use random::random;

use super::{Grid, Position};

/// Nodes and links without times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    /// The number of nodes.
    pub nodes: u32,
    /// The number of nodes that run processes; they are the first ones.
    pub endpoints: u32,
    /// The two ends of each link.
    pub links: Vec<[u32; 2]>,
    /// The grid, if the links form one.
    pub grid: Option<Grid>,
    /// The positions of the nodes, if the family defines them.
    pub positions: Vec<Position>,
}

impl Draft {
    /// A network whose nodes are all endpoints.
    pub fn new(nodes: u32, links: Vec<[u32; 2]>) -> Self {
        Self { nodes, endpoints: nodes, links, grid: None, positions: Vec::new() }
    }
}

/// All pairs of nodes.
pub(super) fn pairs(nodes: u32) -> impl Iterator<Item = [u32; 2]> {
    (0..nodes).flat_map(move |from| (from + 1..nodes).map(move |to| [from, to]))
}
