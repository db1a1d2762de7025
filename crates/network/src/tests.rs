//! Networks for tests, and the generators against their definitions, `petgraph` and brute force.

mod bisection;
mod distances;
mod families;
mod specs;

use crate::{Link, LinkKind, Network, NetworkBuilder, NetworkError, Spec};
use logpine_text::units::{Clock, Rate, Time};

/// A spec of each class.
pub const SPECS: [&str; 24] = [
    "ring:1",
    "ring:2",
    "ring:3",
    "ring:25",
    "torus:5x5",
    "torus:4x3x2",
    "torus:1x2x5",
    "mesh:4x3",
    "mesh:2x3x4",
    "hypercube:5",
    "star:1",
    "star:25",
    "complete:6",
    "fat-tree:2",
    "fat-tree:4",
    "fat-tree:6",
    "fat-tree:2,3",
    "fat-tree:4,2",
    "dragonfly:2,4,2",
    "dragonfly:1,1,1",
    "dragonfly:1,3,2",
    "random:25,0.2,seed=1",
    "neighbour:25,0.2,seed=1",
    "planar:25,0.2,seed=1",
];

/// The network of a spec.
pub fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect(spec).network().expect(spec)
}

/// A network of links with latencies in ticks, and no time a byte.
pub fn linked(kind: LinkKind, nodes: u32, endpoints: u32, links: &[(u32, u32, u64)]) -> Result<Network, NetworkError> {
    let mut builder = NetworkBuilder::new("test", Clock::Cycle, nodes).endpoints(endpoints).kind(kind);
    for &(from, to, latency) in links {
        builder.link(Link { from, to, latency: Time::from_ticks(latency), per_byte: Rate::ZERO, capacity: None })?;
    }
    builder.finish()
}

/// A network of endpoints, with links of a cycle.
pub fn of_cycles(kind: LinkKind, nodes: u32, ends: &[(u32, u32)]) -> Result<Network, NetworkError> {
    linked(kind, nodes, nodes, &ends.iter().map(|&(from, to)| (from, to, 1_000)).collect::<Vec<_>>())
}
