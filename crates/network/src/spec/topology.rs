//! Classes with their parameters.

use super::Class;
use std::fmt;

/// The links of a network, given by its class and its parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Topology {
    /// A cycle.
    Ring {
        /// The number of nodes, at least 1.
        nodes: u32,
    },
    /// A grid that wraps around in each dimension.
    Torus {
        /// The number of nodes in each dimension; none is 0.
        sides: Vec<u32>,
    },
    /// A grid that does not wrap around.
    Mesh {
        /// The number of nodes in each dimension; none is 0.
        sides: Vec<u32>,
    },
    /// Links between numbers that differ in one bit.
    Hypercube {
        /// The number of bits.
        dimensions: u32,
    },
    /// Node 0, the hub, is linked with all others.
    Star {
        /// The number of nodes, the hub included; at least 1.
        nodes: u32,
    },
    /// Every node is linked with every other.
    Complete {
        /// The number of nodes, at least 1.
        nodes: u32,
    },
    /// A three-level fat tree (Al-Fares et al. 2008).
    FatTree {
        /// The number of ports of a switch, and of pods: even, at least 2.
        pods: u32,
    },
    /// A k-ary n-tree (Petrini and Vanneschi 1997), also a fat tree.
    KAryTree {
        /// Half the number of ports of a switch: k, at least 2.
        arity: u32,
        /// The number of levels of switches: n, at least 1.
        levels: u32,
    },
    /// The largest dragonfly for the given routers (Kim et al. 2008).
    Dragonfly {
        /// The number of hosts of a router: p.
        hosts: u32,
        /// The number of routers of a group: a.
        routers: u32,
        /// The number of links of a router to other groups: h.
        global: u32,
    },
    /// Links between all pairs with equal probability.
    Random(Drawn),
    /// Random points; the nearer two are, the likelier they are linked.
    Neighbour(Drawn),
    /// Random points, and links that do not cross.
    Planar(Drawn),
}

/// The parameters of a random network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// The number of nodes, at least 1.
    pub nodes: u32,
    /// The paper's relative node connection degree, in 0 to 1: links of a node over the number of nodes. For planar
    /// networks: links over the largest number of links of a planar graph.
    pub rel_connect: f64,
    /// The seed of the drawing.
    pub seed: u64,
}

impl Topology {
    /// The class of the topology.
    #[must_use]
    pub const fn class(&self) -> Class {
        match self {
            Self::Ring { .. } => Class::Ring,
            Self::Torus { .. } => Class::Torus,
            Self::Mesh { .. } => Class::Mesh,
            Self::Hypercube { .. } => Class::Hypercube,
            Self::Star { .. } => Class::Star,
            Self::Complete { .. } => Class::Complete,
            Self::FatTree { .. } | Self::KAryTree { .. } => Class::FatTree,
            Self::Dragonfly { .. } => Class::Dragonfly,
            Self::Random(_) => Class::Random,
            Self::Neighbour(_) => Class::Neighbour,
            Self::Planar(_) => Class::Planar,
        }
    }

    /// The number of nodes, switches included; `None` from 2^64 on.
    #[must_use]
    pub fn nodes(&self) -> Option<u64> {
        let hosts = self.endpoints()?;
        match self {
            Self::FatTree { pods } => {
                let pods = u64::from(*pods);
                // Two levels of k^2 / 2 switches, and k^2 / 4 above them.
                pods.checked_mul(pods)?.checked_mul(5)?.checked_div(4)?.checked_add(hosts)
            }
            Self::KAryTree { arity, levels } => {
                (hosts / u64::from(*arity).max(1)).checked_mul(u64::from(*levels))?.checked_add(hosts)
            }
            Self::Dragonfly { hosts: each, .. } => (hosts / u64::from(*each).max(1)).checked_add(hosts),
            _ => Some(hosts),
        }
    }

    /// The number of nodes that run processes; `None` from 2^64 on.
    #[must_use]
    pub fn endpoints(&self) -> Option<u64> {
        match self {
            Self::Ring { nodes } | Self::Star { nodes } | Self::Complete { nodes } => Some(u64::from(*nodes)),
            Self::Torus { sides } | Self::Mesh { sides } => {
                sides.iter().try_fold(1u64, |product, &side| product.checked_mul(u64::from(side)))
            }
            Self::Hypercube { dimensions } => 1u64.checked_shl(*dimensions),
            Self::FatTree { pods } => Some(u64::from(*pods).checked_pow(3)? / 4),
            Self::KAryTree { arity, levels } => u64::from(*arity).checked_pow(*levels),
            Self::Dragonfly { hosts, routers, global } => {
                let [hosts, routers, global] = [hosts, routers, global].map(|&number| u64::from(number));
                routers.checked_mul(global)?.checked_add(1)?.checked_mul(routers)?.checked_mul(hosts)
            }
            Self::Random(drawn) | Self::Neighbour(drawn) | Self::Planar(drawn) => Some(u64::from(drawn.nodes)),
        }
    }

    /// An upper bound on the number of links, but for random networks only an estimate; `None` from 2^64 on.
    pub(super) fn most_links(&self) -> Option<u64> {
        let nodes = self.nodes()?;
        let pairs = |nodes: u64| Some(nodes.checked_mul(nodes.saturating_sub(1))? / 2);
        match self {
            Self::Ring { .. } | Self::Star { .. } => Some(nodes),
            Self::Torus { sides } | Self::Mesh { sides } => nodes.checked_mul(sides.len() as u64),
            Self::Hypercube { dimensions } => Some(nodes.checked_mul(u64::from(*dimensions))? / 2),
            Self::Complete { .. } => pairs(nodes),
            Self::FatTree { .. } => self.endpoints()?.checked_mul(3),
            Self::KAryTree { levels, .. } => self.endpoints()?.checked_mul(u64::from(*levels)),
            Self::Dragonfly { hosts, routers, global } => {
                let [hosts, routers, global] = [hosts, routers, global].map(|&number| u64::from(number));
                let all_routers = self.endpoints()? / hosts.max(1);
                all_routers.checked_mul(hosts.checked_add(routers)?.checked_add(global)?)
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating, and at least 0")]
            Self::Random(drawn) => {
                nodes.checked_add((drawn.rel_connect * (nodes as f64) * (nodes as f64) / 2.0) as u64)
            }
            Self::Neighbour(_) => nodes.checked_add(pairs(nodes)?),
            Self::Planar(_) => nodes.checked_mul(3),
        }
    }
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
            Self::FatTree { pods } => write!(f, "{pods}"),
            Self::KAryTree { arity, levels } => write!(f, "{arity},{levels}"),
            Self::Dragonfly { hosts, routers, global } => write!(f, "{hosts},{routers},{global}"),
            Self::Random(drawn) | Self::Neighbour(drawn) | Self::Planar(drawn) => {
                write!(f, "{},{},seed={}", drawn.nodes, drawn.rel_connect, drawn.seed)
            }
        }
    }
}
