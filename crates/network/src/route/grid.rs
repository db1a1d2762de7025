//! Next hops on grids, from coordinates.

use super::{NO_STEP, RoutingRule, step_from};
use crate::{Grid, Network, Wrap};

/// The coordinates of all nodes, and their steps: 12 bytes for each node and dimension.
#[derive(Clone, Debug)]
pub(crate) struct Coordinates {
    wraps: Wrap,
    dimensions: Vec<Dimension>,
    /// The place of each node in each dimension, node by node.
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Dimension {
    side: u32,
    /// The difference between the numbers of neighbours.
    stride: u32,
}

/// The place of a node in a dimension.
#[derive(Clone, Copy, Debug)]
struct Place {
    coordinate: u32,
    /// The steps to the neighbours with the next lower coordinate and with the next higher.
    steps: [u32; 2],
}

/// The nearer neighbours in one dimension, each with its step; the lower number first. If there is only one, it is
/// repeated.
type Nearer = [(u32, u32); 2];

impl Coordinates {
    pub(super) fn new(network: &Network, grid: &Grid) -> Self {
        let mut stride = 1;
        let mut dimensions: Vec<Dimension> = Vec::with_capacity(grid.sides.len());
        for &side in grid.sides.iter().rev() {
            dimensions.push(Dimension { side, stride });
            stride *= side;
        }
        dimensions.reverse();
        let step =
            |node: u32, to: u32| network.arc_to(node, to).map_or(NO_STEP, |arc| step_from(network, node, arc.link));
        let mut places = Vec::with_capacity(network.nodes() as usize * dimensions.len());
        for node in 0..network.nodes() {
            for dimension in &dimensions {
                let coordinate = node / dimension.stride % dimension.side;
                let [down, up] = dimension.neighbours(node, coordinate);
                places.push(Place { coordinate, steps: [step(node, down), step(node, up)] });
            }
        }
        Self { wraps: grid.wraps, dimensions, places }
    }

    fn places(&self, node: u32) -> &[Place] {
        let dimensions = self.dimensions.len();
        &self.places[node as usize * dimensions..][..dimensions]
    }

    /// The step to the nearer neighbour with the lowest number; [`NO_STEP`] at the destination. No branch depends on the
    /// nodes, since half of such branches would be mispredicted.
    #[inline]
    pub(crate) fn lowest(&self, node: u32, destination: u32) -> u32 {
        let mut lowest = u64::MAX;
        let here = self.places(node).iter().zip(self.places(destination));
        for ((place, to), dimension) in here.zip(&self.dimensions) {
            let Dimension { side, .. } = *dimension;
            let [down, up] = dimension.neighbours(node, place.coordinate);
            let is_up = match self.wraps {
                Wrap::Open => to.coordinate > place.coordinate,
                Wrap::Around => {
                    let around = if to.coordinate < place.coordinate { side } else { 0 };
                    let ahead = 2 * u64::from(to.coordinate + around - place.coordinate);
                    // Both directions are equally long if this is the side.
                    ahead + u64::from(down < up) <= u64::from(side)
                }
            };
            let (neighbour, step) = if is_up { (up, place.steps[1]) } else { (down, place.steps[0]) };
            let way = u64::from(neighbour) << 32 | u64::from(step);
            let is_level = to.coordinate == place.coordinate;
            lowest = lowest.min(if is_level { u64::MAX } else { way });
        }
        #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
        let step = lowest as u32;
        step
    }

    /// The next step by a rule; [`NO_STEP`] at the destination. [`RoutingRule::Insertion`] does not apply to grids and is
    /// treated as [`RoutingRule::LowestIndex`].
    pub(crate) fn step(&self, rule: RoutingRule, nodes: u32, node: u32, destination: u32) -> u32 {
        let drawn = match rule {
            RoutingRule::LowestIndex | RoutingRule::Insertion => return self.lowest(node, destination),
            RoutingRule::DimensionOrder => self.nearer(node, destination).next().map(|[low, _]| low),
            RoutingRule::Random { seed } => {
                let mut all: Vec<(u32, u32)> = self.nearer(node, destination).flatten().collect();
                all.sort_unstable();
                all.dedup();
                all.get(RoutingRule::draw(seed, nodes, node, destination, all.len())).copied()
            }
        };
        drawn.map_or(NO_STEP, |(_, step)| step)
    }

    /// The neighbours that are nearer to the destination, for every dimension in which the two are not level.
    fn nearer(&self, node: u32, destination: u32) -> impl Iterator<Item = Nearer> + '_ {
        let here = self.places(node).iter().zip(self.places(destination));
        here.zip(&self.dimensions).filter_map(move |((place, to), dimension)| {
            let (at, to, side) = (u64::from(place.coordinate), u64::from(to.coordinate), u64::from(dimension.side));
            if at == to {
                return None;
            }
            let [down, up] = dimension.neighbours(node, place.coordinate);
            let (down, up) = ((down, place.steps[0]), (up, place.steps[1]));
            let ahead = if to > at { to - at } else { to + side - at };
            Some(match self.wraps {
                Wrap::Open if to > at => [up, up],
                Wrap::Open => [down, down],
                Wrap::Around if 2 * ahead < side => [up, up],
                Wrap::Around if 2 * ahead > side => [down, down],
                Wrap::Around => [up.min(down), up.max(down)],
            })
        })
    }
}

impl Dimension {
    /// The nodes with the next lower coordinate and the next higher, around the end.
    #[inline]
    fn neighbours(self, node: u32, coordinate: u32) -> [u32; 2] {
        let Self { side, stride } = self;
        let down = if coordinate > 0 { node.wrapping_sub(stride) } else { node + stride * (side - 1) };
        let up = if coordinate + 1 < side { node + stride } else { node.wrapping_sub(stride * (side - 1)) };
        [down, up]
    }
}
