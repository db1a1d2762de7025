//! The layout of each class of networks.

use super::dragonfly::dragonfly;
use super::geometry::Point;
use super::grid::{grid, is_circle, sides};
use super::layout::{Kind, Layout};
use super::springs::{MOST_SPRINGS, springs};
use logpine_network::{Link, Network, Topology};
use std::f64::consts::{PI, TAU};

/// The layout of a network: that of its class, its own positions, or one by its links.
pub(super) fn layout(network: &Network, topology: Option<&Topology>) -> Layout {
    let nodes = network.nodes();
    match topology {
        Some(Topology::Ring { .. } | Topology::Complete { .. }) => Layout { places: circle(nodes), kind: Kind::Circle },
        Some(Topology::Star { .. }) => {
            let around = circle(nodes.saturating_sub(1));
            Layout { places: [(0.0, 0.0)].into_iter().chain(around).collect(), kind: Kind::Circle }
        }
        Some(Topology::FatTree { pods }) => {
            let level = pods * pods / 2;
            by_levels(&[network.endpoints(), level, level, pods * pods / 4])
        }
        Some(Topology::KAryTree { arity, levels }) => {
            let level = network.endpoints() / arity;
            by_levels(&[vec![network.endpoints()], vec![level; *levels as usize]].concat())
        }
        Some(Topology::Dragonfly { hosts, routers, global }) => {
            let groups = routers * global + 1;
            Layout { places: dragonfly(*hosts, *routers, groups), kind: Kind::Dragonfly { groups } }
        }
        Some(Topology::Planar(_) | Topology::Neighbour(_)) => Layout { places: given(network), kind: Kind::Free },
        _ => by_links(network),
    }
}

fn by_links(network: &Network) -> Layout {
    let in_circle = || Layout { places: circle(network.nodes()), kind: Kind::Circle };
    match network.grid() {
        Some(of) if is_circle(of) => in_circle(),
        Some(of) => sides(of).map_or_else(in_circle, |sides| Layout { places: grid(&sides), kind: Kind::Grid }),
        None if !network.positions().is_empty() => Layout { places: given(network), kind: Kind::Given },
        None if has_levels(network) => levels_of(&levels(network)),
        None if network.nodes() <= MOST_SPRINGS => Layout { places: springs(network), kind: Kind::Free },
        None => in_circle(),
    }
}

/// The first nodes at the bottom, the next levels above.
fn by_levels(counts: &[u32]) -> Layout {
    let all: Vec<u32> = (0u32..).zip(counts).flat_map(|(level, &count)| (0..count).map(move |_| level)).collect();
    levels_of(&all)
}

/// Nodes by their levels, the first at the bottom; each level is spread over the width.
fn levels_of(levels: &[u32]) -> Layout {
    let top = levels.iter().max().copied().unwrap_or(0);
    let mut counts = vec![0u32; top as usize + 1];
    let mut columns = Vec::with_capacity(levels.len());
    for &level in levels {
        columns.push(counts[level as usize]);
        counts[level as usize] += 1;
    }
    let place = |(&level, column): (&u32, u32)| {
        let x = (f64::from(column) + 0.5) / f64::from(counts[level as usize]);
        (1.7 * x, 1.0 - f64::from(level) / f64::from(top.max(1)))
    };
    Layout { places: levels.iter().zip(columns).map(place).collect(), kind: Kind::Levels }
}

fn given(network: &Network) -> Vec<Point> {
    network.positions().iter().map(|place| (place.x, place.y)).collect()
}

/// Points around a circle, the first at the top; two are beside each other.
pub(super) fn circle(count: u32) -> Vec<Point> {
    let start = if count == 2 { PI } else { PI / 2.0 };
    let point = |index| {
        let angle = TAU * f64::from(index) / f64::from(count.max(1)) - start;
        (angle.cos(), angle.sin())
    };
    (0..count).map(point).collect()
}

/// True if there are switches, and each link joins two levels.
fn has_levels(network: &Network) -> bool {
    let levels = levels(network);
    let joins_two = |link: &Link| levels[link.from as usize].abs_diff(levels[link.to as usize]) == 1;
    network.endpoints() < network.nodes() && network.links().iter().all(joins_two)
}

/// The distance of each node from the nearest host, in hops.
fn levels(network: &Network) -> Vec<u32> {
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
    // Switches that no host reaches stand at the top.
    let top = levels.iter().filter(|&&level| level < u32::MAX).max().copied().unwrap_or(0);
    levels.iter().map(|&level| level.min(top)).collect()
}
