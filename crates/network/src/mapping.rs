//! Mappings of the ranks of a plan to the nodes of a network.

use super::spec_text::SpecText;
use super::{Grid, Network};
use logpine_text::excerpt::short;
use logpine_text::random::Generator;
use logpine_text::reason::{Reason, reason};
use std::fmt;
use std::str::FromStr;

/// A rule by which ranks are mapped to nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MappingRule {
    /// Rank i on node i.
    #[default]
    Identity,
    /// Along a walk: see [`NodeMapping::linear`].
    Linear,
    /// Every rank on a random node.
    Random {
        /// The seed of the drawing.
        seed: u64,
    },
}

impl fmt::Display for MappingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity => f.write_str("identity"),
            Self::Linear => f.write_str("linear"),
            Self::Random { seed } => write!(f, "random:seed={seed}"),
        }
    }
}

impl FromStr for MappingRule {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let spec = SpecText::new(text);
        match (spec.name, spec.seed()) {
            ("identity", None) if spec.is_bare() => Ok(Self::Identity),
            ("linear", None) if spec.is_bare() => Ok(Self::Linear),
            ("random", None) if spec.is_bare() => Ok(Self::Random { seed: 1 }),
            ("random", Some(seed)) => Ok(Self::Random { seed }),
            _ => {
                Err(reason!("`{}` is no mapping; expected identity, linear or random (or random:seed=3)", short(text)))
            }
        }
    }
}

/// Errors of mappings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MappingError {
    /// More ranks than nodes.
    #[error(
        "the plan has {ranks} ranks, and the network has {endpoints} nodes that run processes; take a larger network"
    )]
    TooManyRanks {
        /// The number of ranks.
        ranks: u64,
        /// The number of nodes that run processes.
        endpoints: u32,
    },
    /// A rank that is not on a node of its own that runs processes.
    #[error(transparent)]
    Refused(#[from] Reason),
}

/// The node of every rank; no two ranks share a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeMapping {
    nodes: Vec<u32>,
}

impl NodeMapping {
    /// Maps `ranks` ranks by a rule.
    ///
    /// # Errors
    /// [`MappingError::TooManyRanks`].
    pub fn new(network: &Network, ranks: u32, rule: MappingRule) -> Result<Self, MappingError> {
        match rule {
            MappingRule::Identity => Self::identity(network, ranks),
            MappingRule::Linear => Self::linear(network, ranks),
            MappingRule::Random { seed } => Self::random(network, ranks, seed),
        }
    }

    /// Rank i on node i.
    ///
    /// # Errors
    /// [`MappingError::TooManyRanks`].
    pub fn identity(network: &Network, ranks: u32) -> Result<Self, MappingError> {
        fits(network, ranks)?;
        Ok(Self { nodes: (0..ranks).collect() })
    }

    /// Ranks in the order of a walk on which consecutive ranks are near. On grids the walk is a snake: every line of
    /// nodes runs in the opposite direction of the one before, and consecutive ranks are neighbours. Elsewhere it is a
    /// depth-first search from node 0 that goes to the neighbour with the lowest number first: the next rank is on a
    /// neighbour, or, after turning back, on a neighbour of a node passed before.
    ///
    /// # Errors
    /// [`MappingError::TooManyRanks`].
    pub fn linear(network: &Network, ranks: u32) -> Result<Self, MappingError> {
        fits(network, ranks)?;
        let nodes = match network.grid() {
            Some(grid) => (0..ranks).map(|rank| snake(grid, rank)).collect(),
            None => depth_first(network, ranks),
        };
        Ok(Self { nodes })
    }

    /// Every rank on a node drawn from those that are still free.
    ///
    /// # Errors
    /// [`MappingError::TooManyRanks`].
    pub fn random(network: &Network, ranks: u32, seed: u64) -> Result<Self, MappingError> {
        fits(network, ranks)?;
        let mut generator = Generator::new(seed);
        let mut nodes: Vec<u32> = (0..network.endpoints()).collect();
        for rank in 0..ranks as usize {
            #[expect(clippy::cast_possible_truncation, reason = "below the number of nodes")]
            let drawn = generator.below((nodes.len() - rank) as u64) as usize;
            nodes.swap(rank, rank + drawn);
        }
        nodes.truncate(ranks as usize);
        Ok(Self { nodes })
    }

    /// Rank i on the i-th node listed.
    ///
    /// # Errors
    /// [`MappingError`].
    pub fn listed(network: &Network, nodes: Vec<u32>) -> Result<Self, MappingError> {
        let endpoints = network.endpoints();
        if nodes.len() as u64 > u64::from(endpoints) {
            return Err(MappingError::TooManyRanks { ranks: nodes.len() as u64, endpoints });
        }
        let mut ranks: Vec<Option<u32>> = vec![None; endpoints as usize];
        for (rank, &node) in (0u32..).zip(&nodes) {
            if node >= network.nodes() {
                let nodes = network.nodes();
                return Err(
                    reason!("rank {rank} is mapped to node {node}, and the {nodes} nodes are numbered from 0").into()
                );
            }
            let name = network.label(node);
            let Some(taken) = ranks.get_mut(node as usize) else {
                return Err(reason!(
                    "rank {rank} is mapped to {name}, a switch; processes run on the first {endpoints} nodes"
                )
                .into());
            };
            if let Some(first) = taken.replace(rank) {
                return Err(reason!(
                    "ranks {first} and {rank} are both mapped to node {name}; give each a node of its own"
                )
                .into());
            }
        }
        Ok(Self { nodes })
    }

    /// The nodes, by rank.
    #[must_use]
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }
}

fn fits(network: &Network, ranks: u32) -> Result<(), MappingError> {
    let endpoints = network.endpoints();
    if ranks > endpoints {
        return Err(MappingError::TooManyRanks { ranks: u64::from(ranks), endpoints });
    }
    Ok(())
}

/// The node at a place of the snake: the number in which each digit is mirrored if the digits before it make an odd
/// number. (Reflected Gray code, in mixed radix.)
fn snake(grid: &Grid, place: u32) -> u32 {
    let mut stride: u32 = grid.sides.iter().product();
    let mut node = 0;
    for &side in &grid.sides {
        let lines = place / stride;
        stride /= side;
        let digit = place / stride % side;
        node += stride * if lines.is_multiple_of(2) { digit } else { side - 1 - digit };
    }
    node
}

/// The first endpoints in the order of a depth-first search from node 0.
fn depth_first(network: &Network, count: u32) -> Vec<u32> {
    let mut order = Vec::with_capacity(count as usize);
    let mut visited = vec![false; network.nodes() as usize];
    // Nodes on the way back to node 0, each with the number of its arcs that are done.
    let mut way = vec![(0u32, 0usize)];
    visited[0] = true;
    order.push(0);
    while let Some((node, done)) = way.last_mut() {
        let Some(arc) = network.arcs(*node).get(*done) else {
            way.pop();
            continue;
        };
        *done += 1;
        if std::mem::replace(&mut visited[arc.to as usize], true) {
            continue;
        }
        if arc.to < network.endpoints() {
            order.push(arc.to);
        }
        way.push((arc.to, 0));
    }
    order.truncate(count as usize);
    order
}
