//! The places of nodes in a drawing.

use crate::network::{Grid, Network, Position, Topology, Wrap};
use crate::random::Generator;
use std::f64::consts::{PI, TAU};

/// The places of the nodes; both coordinates within 0..=1, y downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The places in the order of the nodes.
    pub places: Vec<Position>,
    /// The width of the drawing over its height.
    pub aspect: f64,
}

impl Layout {
    /// The layout of a network: that of its class, its own positions, or one by springs.
    #[must_use]
    pub fn new(network: &Network, topology: Option<&Topology>) -> Self {
        let nodes = network.nodes();
        match topology {
            Some(Topology::Ring { .. } | Topology::Complete { .. }) => Self::fitted(circle(nodes)),
            Some(Topology::Star { .. }) => {
                let around = circle(nodes.saturating_sub(1));
                Self::fitted([(0.0, 0.0)].into_iter().chain(around).collect())
            }
            Some(Topology::FatTree { pods }) => {
                let level = pods * pods / 2;
                Self::levels(&[network.endpoints(), level, level, pods * pods / 4])
            }
            Some(Topology::KAryTree { arity, levels }) => {
                let level = network.endpoints() / arity;
                Self::levels(&[vec![network.endpoints()], vec![level; *levels as usize]].concat())
            }
            Some(Topology::Dragonfly { hosts, routers, global }) => {
                Self::fitted(dragonfly(*hosts, *routers, routers * global + 1))
            }
            _ => match network.grid() {
                Some(grid) if grid.wraps == Wrap::Around && long_sides(grid) == 1 => Self::fitted(circle(nodes)),
                Some(grid) => Self::fitted(projected(grid)),
                None if !network.positions().is_empty() => {
                    Self::fitted(network.positions().iter().map(|place| (place.x, place.y)).collect())
                }
                None if network.endpoints() < nodes => Self::by_distance_from_hosts(network),
                None if nodes <= MOST_SPRINGS => Self::fitted(springs(network)),
                None => Self::fitted(circle(nodes)),
            },
        }
    }

    /// The points moved and scaled into the unit square, with their aspect.
    fn fitted(points: Vec<(f64, f64)>) -> Self {
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (left, right) = range(&mut points.iter().map(|point| point.0));
        let (top, bottom) = range(&mut points.iter().map(|point| point.1));
        let (width, height) = (right - left, bottom - top);
        let scaled = |value: f64, low: f64, length: f64| if length > 1e-9 { (value - low) / length } else { 0.5 };
        let place = |(x, y)| Position { x: scaled(x, left, width), y: scaled(y, top, height) };
        let aspect = if width.max(height) > 1e-9 { (width / height.max(1e-9)).clamp(0.4, 2.5) } else { 1.0 };
        Self { places: points.into_iter().map(place).collect(), aspect }
    }

    /// The first nodes at the bottom, the next levels above; each level is spread over the width.
    fn levels(counts: &[u32]) -> Self {
        let rows = counts.len().saturating_sub(1).max(1) as f64;
        let row = |(level, &count): (usize, &u32)| {
            let y = 1.0 - level as f64 / rows;
            (0..count).map(move |index| Position { x: (f64::from(index) + 0.5) / f64::from(count), y })
        };
        Self { places: counts.iter().enumerate().flat_map(row).collect(), aspect: 1.7 }
    }

    /// Hosts at the bottom, switches above by their distance in hops from the nearest host.
    fn by_distance_from_hosts(network: &Network) -> Self {
        let mut levels = vec![u32::MAX; network.nodes() as usize];
        let mut reached: Vec<u32> = (0..network.endpoints()).collect();
        let mut level = 0;
        while !reached.is_empty() {
            for &node in &reached {
                levels[node as usize] = level;
            }
            level += 1;
            let next = reached.iter().flat_map(|&node| network.arcs(node)).map(|arc| arc.to);
            let mut next: Vec<u32> = next.filter(|&node| levels[node as usize] == u32::MAX).collect();
            next.sort_unstable();
            next.dedup();
            reached = next;
        }
        let top = levels.iter().filter(|&&level| level < u32::MAX).max().copied().unwrap_or(0);
        let mut counts = vec![0u32; top as usize + 1];
        let columns: Vec<(u32, u32)> = levels
            .into_iter()
            .map(|level| {
                let level = level.min(top);
                counts[level as usize] += 1;
                (level, counts[level as usize] - 1)
            })
            .collect();
        let place = |(level, column): (u32, u32)| Position {
            x: (f64::from(column) + 0.5) / f64::from(counts[level as usize]),
            y: 1.0 - f64::from(level) / f64::from(top.max(1)),
        };
        Self { places: columns.into_iter().map(place).collect(), aspect: 1.7 }
    }
}

fn long_sides(grid: &Grid) -> usize {
    grid.sides.iter().filter(|&&side| side > 1).count()
}

/// Points around a circle, the first at the top.
fn circle(count: u32) -> Vec<(f64, f64)> {
    let point = |index| {
        let angle = TAU * f64::from(index) / f64::from(count.max(1)) - PI / 2.0;
        (angle.cos(), angle.sin())
    };
    (0..count).map(point).collect()
}

/// A grid seen from aside: the last dimension to the right, the one before downwards, the third last backwards; further ones
/// side by side and below each other, block by block.
fn projected(grid: &Grid) -> Vec<(f64, f64)> {
    let steps = steps(grid);
    let nodes: u32 = grid.sides.iter().product();
    let place = |node: u32| {
        let (mut rest, mut point) = (node, (0.0, 0.0));
        for (&side, step) in grid.sides.iter().zip(&steps).rev() {
            let coordinate = f64::from(rest % side);
            point = (point.0 + coordinate * step.0, point.1 + coordinate * step.1);
            rest /= side;
        }
        point
    };
    (0..nodes).map(place).collect()
}

/// The displacement of a step in each dimension.
fn steps(grid: &Grid) -> Vec<(f64, f64)> {
    let mut steps = vec![(0.0_f64, 0.0_f64); grid.sides.len()];
    // The size of the dimensions so far.
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    let dimensions = steps.iter_mut().zip(&grid.sides).rev().filter(|(_, side)| **side > 1);
    for (long, (step, &side)) in dimensions.enumerate() {
        let length = f64::from(side - 1);
        *step = match long {
            0 => (1.0, 0.0),
            1 => (0.0, 1.0),
            // Skewed, so that no node covers another that is a few steps before it.
            2 => (0.37, -0.23),
            _ if long % 2 == 1 => (width + 1.2, 0.0),
            _ => (0.0, height + 1.2),
        };
        width += length * step.0.abs();
        height += length * step.1.abs();
    }
    steps
}

/// Groups around a circle, the routers of a group around its centre, hosts outside their router.
fn dragonfly(hosts: u32, routers: u32, groups: u32) -> Vec<(f64, f64)> {
    let around = circle(groups);
    // Half of a group's share of the circle.
    let room = (PI / f64::from(groups.max(3))).sin().min(0.6);
    let mut hosts_at = Vec::new();
    let mut routers_at = Vec::new();
    for (group, &(x, y)) in (0u32..).zip(&around) {
        // The first router of a group is the outermost.
        let outside = TAU * f64::from(group) / f64::from(groups) - PI / 2.0;
        for router in 0..routers {
            let share = TAU / f64::from(routers);
            let angle = outside + share * f64::from(router);
            let radius = if routers > 1 { 0.52 * room } else { 0.0 };
            routers_at.push((x + radius * angle.cos(), y + radius * angle.sin()));
            for host in 0..hosts {
                let spread = share.min(PI) * ((f64::from(host) + 0.5) / f64::from(hosts) - 0.5);
                let angle = angle + spread;
                hosts_at.push((x + 0.88 * room * angle.cos(), y + 0.88 * room * angle.sin()));
            }
        }
    }
    hosts_at.extend(routers_at);
    hosts_at
}

/// Nodes of the largest network that is laid out by springs.
const MOST_SPRINGS: u32 = 400;

/// A layout in which linked nodes attract and all nodes repel each other, more slowly from round to round (Fruchterman and
/// Reingold, Graph Drawing by Force-directed Placement, 1991).
fn springs(network: &Network) -> Vec<(f64, f64)> {
    const ROUNDS: u32 = 300;
    let count = network.nodes() as usize;
    let mut generator = Generator::new(1);
    let mut points: Vec<(f64, f64)> = (0..count).map(|_| (generator.fraction(), generator.fraction())).collect();
    let wanted = (1.0 / count as f64).sqrt();
    for round in 0..ROUNDS {
        let mut forces = vec![(0.0, 0.0); count];
        let mut push = |one: usize, other: usize, strength: &dyn Fn(f64) -> f64| {
            let (x, y) = (points[one].0 - points[other].0, points[one].1 - points[other].1);
            let distance = (x * x + y * y).sqrt().max(1e-6);
            let by = strength(distance) / distance;
            forces[one] = (forces[one].0 + by * x, forces[one].1 + by * y);
            forces[other] = (forces[other].0 - by * x, forces[other].1 - by * y);
        };
        for one in 0..count {
            for other in one + 1..count {
                push(one, other, &|distance| wanted * wanted / distance);
            }
        }
        for link in network.links() {
            push(link.from as usize, link.to as usize, &|distance| -distance * distance / wanted);
        }
        let most = 0.1 * (1.0 - f64::from(round) / f64::from(ROUNDS));
        for (point, force) in points.iter_mut().zip(forces) {
            let length = (force.0 * force.0 + force.1 * force.1).sqrt().max(1e-9);
            let by = length.min(most) / length;
            *point = (point.0 + by * force.0, point.1 + by * force.1);
        }
    }
    points
}
