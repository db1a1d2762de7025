//! Networks of every class, drawn, written and read back.

mod drawings;
mod files;
mod golden;

use logpine_network::{Network, Spec};

/// A spec of each class.
pub const SPECS: [&str; 12] = [
    "ring:25",
    "torus:1x2x5",
    "mesh:2x3x4",
    "hypercube:5",
    "star:1",
    "star:25",
    "complete:6",
    "fat-tree:4,2",
    "dragonfly:2,4,2",
    "random:25,0.2,seed=1",
    "neighbour:25,0.2,seed=1",
    "planar:25,0.2,seed=1",
];

pub fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect("a spec").network().expect("a network")
}
