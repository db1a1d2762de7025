//! Next hops on grids, from coordinates.

use super::{NO_STEP, RoutingRule, step_from};
use crate::network::{Grid, Network, Wrap};

/// A grid's dimensions.
#[derive(Clone, Debug)]
pub(in crate::network) struct Coordinates {
    wraps: Wrap,
    dimensions: Vec<Dimension>,
}

#[derive(Clone, Copy, Debug)]
struct Dimension {
    side: u32,
    /// By how much the numbers of neighbours differ.
    stride: u32,
}

/// The nearer neighbours in one dimension, the lower number first; the same twice where there is one.
type Nearer = [u32; 2];

impl Coordinates {
    pub(super) fn new(grid: &Grid) -> Self {
        let mut stride = 1;
        let mut dimensions: Vec<Dimension> = Vec::with_capacity(grid.sides.len());
        for &side in grid.sides.iter().rev() {
            dimensions.push(Dimension { side, stride });
            stride *= side;
        }
        dimensions.reverse();
        Self { wraps: grid.wraps, dimensions }
    }

    /// The next step by a rule other than [`RoutingRule::Insertion`], which takes the lowest number as well.
    pub(in crate::network) fn step(&self, network: &Network, rule: RoutingRule, node: u32, destination: u32) -> u32 {
        let nearer = self.dimensions.iter().filter_map(|dimension| self.nearer(*dimension, node, destination));
        let next = match rule {
            RoutingRule::LowestIndex | RoutingRule::Insertion => nearer.map(|[low, _]| low).min(),
            RoutingRule::DimensionOrder => nearer.map(|[low, _]| low).next(),
            RoutingRule::Random { seed } => {
                let mut all: Vec<u32> = nearer.flatten().collect();
                all.sort_unstable();
                all.dedup();
                let drawn = RoutingRule::draw(seed, network.nodes(), node, destination, all.len());
                all.get(drawn).copied()
            }
        };
        let arc = next.and_then(|next| network.arc_to(node, next));
        arc.map_or(NO_STEP, |arc| step_from(network, node, arc.link))
    }

    /// The neighbours in a dimension that are nearer to the destination; `None` where the two are level.
    #[inline]
    fn nearer(&self, Dimension { side, stride }: Dimension, node: u32, destination: u32) -> Option<Nearer> {
        let (at, to) = (node / stride % side, destination / stride % side);
        if at == to {
            return None;
        }
        let up = if at + 1 < side { node + stride } else { node - stride * (side - 1) };
        let down = if at > 0 { node - stride } else { node + stride * (side - 1) };
        let ahead = if to > at { to - at } else { to + side - at };
        Some(match self.wraps {
            Wrap::Open if to > at => [up, up],
            Wrap::Open => [down, down],
            Wrap::Around if 2 * ahead < side => [up, up],
            Wrap::Around if 2 * ahead > side => [down, down],
            Wrap::Around => [up.min(down), up.max(down)],
        })
    }
}
