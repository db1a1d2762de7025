//! The links of each family against its definition.

use super::{SPECS, network};
use crate::{Network, Spec};
use std::collections::BTreeSet;

fn links(network: &Network) -> BTreeSet<(u32, u32)> {
    network.links().iter().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect()
}

#[test]
fn sizes_are_told_before_anything_is_made() {
    for text in SPECS {
        let spec: Spec = text.parse().expect("a spec");
        let network = spec.network().expect("a network");
        assert_eq!(spec.topology.nodes(), Some(u64::from(network.nodes())), "{text}");
        assert_eq!(spec.topology.endpoints(), Some(u64::from(network.endpoints())), "{text}");
    }
}

/// The coordinates of a node, by division.
fn coordinates(mut node: u32, sides: &[u32]) -> Vec<u32> {
    let mut coordinates: Vec<u32> = sides
        .iter()
        .rev()
        .map(|side| {
            let coordinate = node % side;
            node /= side;
            coordinate
        })
        .collect();
    coordinates.reverse();
    coordinates
}

#[test]
fn grids_link_nodes_that_differ_by_one_in_one_coordinate() {
    for sides in [&[5, 5][..], &[4, 3, 2], &[1, 2, 5], &[2, 2], &[7], &[3, 1, 3]] {
        let text: Vec<String> = sides.iter().map(u32::to_string).collect();
        for (class, around) in [("torus", true), ("mesh", false)] {
            let network = network(&format!("{class}:{}", text.join("x")));
            let mut expected = BTreeSet::new();
            for one in 0..network.nodes() {
                for other in one + 1..network.nodes() {
                    let (a, b) = (coordinates(one, sides), coordinates(other, sides));
                    let apart: Vec<(u32, u32)> =
                        (0..sides.len()).filter(|&i| a[i] != b[i]).map(|i| (a[i].abs_diff(b[i]), sides[i])).collect();
                    if let [(by, side)] = apart[..]
                        && (by == 1 || (around && by == side - 1))
                    {
                        expected.insert((one, other));
                    }
                }
            }
            assert_eq!(links(&network), expected, "{}", network.name());
        }
    }
    let cube = network("hypercube:4");
    assert!(cube.links().iter().all(|link| (link.from ^ link.to).is_power_of_two()));
    assert_eq!(cube.links().len(), 32);
}

#[test]
fn networks_that_are_too_large_are_refused_at_once() {
    for (spec, said) in [
        ("complete:1000000", "499999500000 links"),
        ("torus:100000x100000", "10000000000 nodes"),
        ("torus:4294967295x4294967295x4294967295", "nodes"),
        ("hypercube:30", "links"),
        ("fat-tree:1000,30", "nodes"),
        ("dragonfly:65536,65536,65536", "nodes"),
        ("planar:2001,0.5", "2001 nodes"),
        ("neighbour:4294967295,0.5", "at most 32768"),
        ("random:4294967295,1", "nodes"),
        ("random:1000000,1", "links"),
    ] {
        let error = spec.parse::<Spec>().expect("a spec").network().expect_err("too large").to_string();
        assert!(error.contains(said), "{spec}: {error}");
    }
}
