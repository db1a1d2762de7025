//! Generators of networks, one family a file. The same parameters and seed give the same links in the same order, on every
//! platform.

mod complete;
mod dragonfly;
mod fat_tree;
mod grid;
mod hypercube;
mod join;
mod mesh;
mod neighbour;
mod planar;
mod points;
mod random;
mod ring;
mod star;
mod torus;

pub(super) use complete::complete;
pub(super) use dragonfly::dragonfly;
pub(super) use fat_tree::{k_ary, pods};
pub(super) use hypercube::hypercube;
pub(super) use mesh::mesh;
pub(super) use neighbour::neighbour;
pub(super) use planar::planar;
pub(super) use random::random;
pub(super) use ring::ring;
pub(super) use star::star;
pub(super) use torus::torus;

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
