//! Bisections against all halves.

use super::network;
use crate::{Bisection, Certainty, Network, Spec};

/// The fewest links between halves of the endpoints, switches on either side.
fn brute_force(network: &Network) -> u64 {
    let (nodes, endpoints) = (network.nodes(), network.endpoints());
    let hosts = (1u32 << endpoints) - 1;
    let is_half = |side: &u32| (side & hosts).count_ones() == endpoints / 2;
    let cut = |side: u32| network.links().iter().filter(|link| side >> link.from & 1 != side >> link.to & 1).count();
    (0..1u32 << nodes).filter(is_half).map(cut).min().expect("a half") as u64
}

fn bisection(spec: &str) -> Bisection {
    let spec: Spec = spec.parse().expect("a spec");
    Bisection::new(&network(&spec.to_string()), Some(&spec.topology)).expect("small")
}

#[test]
fn formulas_are_those_of_all_halves() {
    let specs = [
        "ring:1",
        "ring:2",
        "ring:3",
        "ring:8",
        "ring:9",
        "torus:3x3",
        "torus:4x3",
        "torus:4x4",
        "torus:5x3",
        "torus:1x7",
        "torus:2x2x2",
        "torus:2x2",
        "torus:1x1",
        "mesh:3x3",
        "mesh:4x3",
        "mesh:5x2",
        "mesh:5x3",
        "mesh:3x2x2",
        "mesh:3x3x2",
        "mesh:7x2",
        "mesh:9",
        "hypercube:1",
        "hypercube:3",
        "hypercube:4",
        "star:1",
        "star:2",
        "star:9",
        "star:12",
        "complete:1",
        "complete:7",
        "complete:8",
        "fat-tree:2",
        "fat-tree:2,2",
        "fat-tree:2,3",
        "fat-tree:3,2",
    ];
    for spec in specs {
        let Bisection { links, certainty } = bisection(spec);
        assert_eq!((links, certainty), (brute_force(&network(spec)), Certainty::Exact), "{spec}");
    }
}

#[test]
fn the_local_search_finds_what_formulas_say_of_larger_networks() {
    for spec in
        ["torus:8x8", "torus:5x5", "mesh:10x10", "hypercube:6", "ring:100", "fat-tree:4", "fat-tree:2,4", "star:50"]
    {
        let exact = bisection(spec);
        // A network from links alone, of which nothing else is known.
        let known = network(spec);
        let mut copy = crate::NetworkBuilder::new("copy", known.clock(), known.nodes()).endpoints(known.endpoints());
        known.links().iter().for_each(|&link| copy.link(link).expect("a link"));
        let searched = Bisection::new(&copy.finish().expect("connected"), None).expect("small");
        assert_eq!((searched.links, searched.certainty), (exact.links, Certainty::Estimate), "{spec}");
    }
}
