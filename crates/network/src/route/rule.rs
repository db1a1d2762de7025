//! Rules for the choice among several nearer neighbours.

use crate::spec_text::SpecText;
use logpine_text::excerpt::short;
use logpine_text::random::Generator;
use logpine_text::reason::{Reason, reason};
use std::fmt;
use std::str::FromStr;

/// The choice of the next node among the neighbours that are nearer to the destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoutingRule {
    /// The neighbour with the lowest number.
    #[default]
    LowestIndex,
    /// A rule of logpine's own: the neighbour from which a breadth-first search from the destination first reaches the
    /// node. The search takes the links of a node in the order in which they were added, so the ways to one destination
    /// form a breadth-first tree. No router and no published simulator is known to choose like that; times depend on the
    /// order of the links.
    Insertion,
    /// Any of them, drawn for every pair of node and destination: each pair has one random shortest path.
    Random {
        /// The seed of the drawing.
        seed: u64,
    },
    /// On grids, through the first dimension in which node and destination differ; if both ways round are equally long,
    /// to the neighbour with the lower number.
    DimensionOrder,
}

impl RoutingRule {
    /// The caveat on times by this rule; `None` for rules in common use.
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Self::Insertion => Some(
                "insertion routing is a rule of logpine's own: to each destination along a breadth-first tree, links in the \
                 order in which they were added",
            ),
            Self::LowestIndex | Self::Random { .. } | Self::DimensionOrder => None,
        }
    }

    /// The index of the neighbour drawn among `count`, in the order of their numbers, for this node and destination.
    pub(super) fn draw(seed: u64, nodes: u32, node: u32, destination: u32, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        let pair = u64::from(destination) * u64::from(nodes) + u64::from(node);
        #[expect(clippy::cast_possible_truncation, reason = "below the count")]
        let drawn = Generator::stream(seed, pair).below(count as u64) as usize;
        drawn
    }
}

impl fmt::Display for RoutingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LowestIndex => f.write_str("lowest-index"),
            Self::Insertion => f.write_str("insertion"),
            Self::Random { seed } => write!(f, "random:seed={seed}"),
            Self::DimensionOrder => f.write_str("dimension-order"),
        }
    }
}

impl FromStr for RoutingRule {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let spec = SpecText::new(text);
        match (spec.name, spec.seed()) {
            ("lowest-index", None) if spec.is_bare() => Ok(Self::LowestIndex),
            ("insertion", None) if spec.is_bare() => Ok(Self::Insertion),
            ("dimension-order", None) if spec.is_bare() => Ok(Self::DimensionOrder),
            ("random", None) if spec.is_bare() => Ok(Self::Random { seed: 1 }),
            ("random", Some(seed)) => Ok(Self::Random { seed }),
            _ => Err(reason!(
                "`{}` is not a routing rule; expected lowest-index, insertion, random (or random:seed=3) or dimension-order",
                short(text)
            )),
        }
    }
}
