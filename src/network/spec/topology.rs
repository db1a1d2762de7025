//! Classes with their parameters.

use super::Class;
use std::fmt;

/// Which nodes are linked: a class of networks and its parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Topology {
    /// A cycle.
    Ring {
        /// At least 1.
        nodes: u32,
    },
    /// A grid that wraps around in each dimension.
    Torus {
        /// Nodes in each dimension; none is 0.
        sides: Vec<u32>,
    },
    /// A grid that does not wrap around.
    Mesh {
        /// Nodes in each dimension; none is 0.
        sides: Vec<u32>,
    },
    /// Links between numbers that differ in one bit.
    Hypercube {
        /// Bits of a number.
        dimensions: u32,
    },
    /// Node 0, the hub, is linked with all others.
    Star {
        /// The hub counted; at least 1.
        nodes: u32,
    },
    /// All nodes are linked with each other.
    Complete {
        /// At least 1.
        nodes: u32,
    },
}

impl Topology {
    /// Its class.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self {
            Self::Ring { .. } => Class::Ring,
            Self::Torus { .. } => Class::Torus,
            Self::Mesh { .. } => Class::Mesh,
            Self::Hypercube { .. } => Class::Hypercube,
            Self::Star { .. } => Class::Star,
            Self::Complete { .. } => Class::Complete,
        }
    }

    /// Nodes, switches included; `None` from 2^64 on.
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        match self {
            Self::Ring { nodes } | Self::Star { nodes } | Self::Complete { nodes } => Some(u64::from(*nodes)),
            Self::Torus { sides } | Self::Mesh { sides } => product(sides),
            Self::Hypercube { dimensions } => 1u64.checked_shl(*dimensions),
        }
    }

    /// Links, or more than there are; `None` from 2^64 on.
    pub(super) fn most_links(&self) -> Option<u64> {
        let nodes = self.nodes()?;
        match self {
            Self::Ring { .. } | Self::Star { .. } => Some(nodes),
            Self::Torus { sides } | Self::Mesh { sides } => nodes.checked_mul(sides.len() as u64),
            Self::Hypercube { dimensions } => Some(nodes.checked_mul(u64::from(*dimensions))? / 2),
            Self::Complete { .. } => Some(nodes.checked_mul(nodes.saturating_sub(1))? / 2),
        }
    }
}

fn product(sides: &[u32]) -> Option<u64> {
    sides.iter().try_fold(1u64, |product, &side| product.checked_mul(u64::from(side)))
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.class())?;
        match self {
            Self::Ring { nodes } | Self::Star { nodes } | Self::Complete { nodes } => write!(f, "{nodes}"),
            Self::Torus { sides } | Self::Mesh { sides } => {
                let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
                f.write_str(&sides.join("x"))
            }
            Self::Hypercube { dimensions } => write!(f, "{dimensions}"),
        }
    }
}
