//! The spec of a network: its class, its parameters, and the times of its links, in one line.

mod class;
mod parse;
mod times;
mod topology;
mod values;

pub use class::Class;
pub use times::LinkTimes;
pub use times::{latency, per_byte};
pub use topology::{Drawn, Topology};

use super::error::too_large;
use super::generate::{self, Draft, pairs};
use super::{Link, Network, NetworkBuilder, NetworkError, Wrap};
use std::fmt;
use std::str::FromStr;

/// An error in the text of a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct SpecError {
    /// The column in characters, from 1.
    pub column: usize,
    /// The error, and the way out.
    pub message: String,
}

impl SpecError {
    fn new(column: usize, message: impl fmt::Display) -> Self {
        Self { column, message: message.to_string() }
    }
}

/// A generated network: `CLASS:PARAMETERS`, then keys as `,key=value`.
///
/// [`Class::form`] describes the parameters. Keys are `latency` (of each link: 1 cycle), `per_byte` (0) or `bandwidth`,
/// and `seed` (1) for random classes. With times in seconds, those left out are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The class and its parameters, which determine the links.
    pub topology: Topology,
    /// The times of each link.
    pub times: LinkTimes,
}

impl Spec {
    /// The largest number of links of a generated network: a gigabyte of memory.
    pub const MOST_LINKS: u64 = 1 << 24;

    /// The largest number of nodes of a neighbour network: all pairs are drawn.
    pub const MOST_NEIGHBOURS: u64 = 1 << 15;
    /// The largest number of nodes of a planar network: all pairs are tried in random order.
    pub const MOST_PLANAR: u64 = 2_000;

    /// The network; its name is this spec.
    ///
    /// # Errors
    /// [`NetworkError::Refused`].
    pub fn network(&self) -> Result<Network, NetworkError> {
        self.check_size()?;
        let Draft { nodes, endpoints, links, grid, positions } = self.topology.draft();
        let LinkTimes { clock, latency, per_byte } = self.times;
        let mut builder = NetworkBuilder::new(self.to_string(), clock, nodes).endpoints(endpoints).positions(positions);
        if let Some(grid) = grid {
            builder = builder.grid(grid);
        }
        for [from, to] in links {
            builder.link(Link { from, to, latency, per_byte, capacity: None })?;
        }
        builder.finish()
    }

    fn check_size(&self) -> Result<(), NetworkError> {
        let refuse = |what, count, limit| match count {
            Some(count) if count <= limit => Ok(()),
            _ => Err(too_large(what, count.unwrap_or(u64::MAX), limit)),
        };
        let most_nodes = match self.topology.class() {
            Class::Neighbour => Self::MOST_NEIGHBOURS,
            Class::Planar => Self::MOST_PLANAR,
            _ => Network::LIMIT,
        };
        refuse("nodes", self.topology.nodes(), most_nodes)?;
        match self.topology.class() {
            // Far fewer than the number of pairs.
            Class::Neighbour => Ok(()),
            _ => refuse("links", self.topology.most_links(), Self::MOST_LINKS),
        }
    }
}

impl Topology {
    fn draft(&self) -> Draft {
        match self {
            Self::Ring { nodes } => generate::grid(vec![*nodes], Wrap::Around),
            Self::Torus { sides } => generate::grid(sides.clone(), Wrap::Around),
            Self::Mesh { sides } => generate::grid(sides.clone(), Wrap::Open),
            Self::Hypercube { dimensions } => generate::grid(vec![2; *dimensions as usize], Wrap::Open),
            Self::Star { nodes } => Draft::new(*nodes, (1..*nodes).map(|node| [0, node]).collect()),
            Self::Complete { nodes } => Draft::new(*nodes, pairs(*nodes).collect()),
            Self::FatTree { pods } => generate::pods(*pods),
            Self::KAryTree { arity, levels } => generate::k_ary(*arity, *levels),
            Self::Dragonfly { hosts, routers, global } => generate::dragonfly(*hosts, *routers, *global),
            Self::Random(Drawn { nodes, rel_connect, seed }) => generate::random(*nodes, *rel_connect, *seed),
            Self::Neighbour(Drawn { nodes, rel_connect, seed }) => generate::neighbour(*nodes, *rel_connect, *seed),
            Self::Planar(Drawn { nodes, rel_connect, seed }) => generate::planar(*nodes, *rel_connect, *seed),
        }
    }
}

impl From<Topology> for Spec {
    fn from(topology: Topology) -> Self {
        Self { topology, times: LinkTimes::default() }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse::spec(text)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.topology, self.times)
    }
}
