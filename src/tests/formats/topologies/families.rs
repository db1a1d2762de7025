//! The links of each family against its definition.

use logpine::network::{Network, Spec};
use std::collections::BTreeSet;

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

pub fn network(spec: &str) -> Network {
    spec.parse::<Spec>().expect("a spec").network().expect("a network")
}

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
fn fat_trees_have_the_degrees_of_their_switches() {
    // k^3/4 hosts, k^2/2 edge and as many aggregation switches, k^2/4 core switches, all with k ports.
    let tree = network("fat-tree:6");
    assert_eq!((tree.endpoints(), tree.nodes(), tree.links().len()), (54, 54 + 36 + 9, 3 * 54));
    assert!((0..54).all(|host| tree.arcs(host).len() == 1));
    assert!((54..tree.nodes()).all(|switch| tree.arcs(switch).len() == 6));
    // A core switch reaches each pod once.
    for core in 90..99 {
        let pods: Vec<u32> = tree.arcs(core).iter().map(|arc| (arc.to - 72) / 3).collect();
        assert_eq!(pods, [0, 1, 2, 3, 4, 5]);
    }
    // k^n hosts and n levels of k^(n-1) switches, 2k ports, those of the top level k.
    let tree = network("fat-tree:3,3");
    assert_eq!((tree.endpoints(), tree.nodes(), tree.links().len()), (27, 27 + 27, 3 * 27));
    assert!((27..45).all(|switch| tree.arcs(switch).len() == 6) && (45..54).all(|switch| tree.arcs(switch).len() == 3));
}

#[test]
fn dragonflies_link_each_two_groups_once() {
    let (p, a, h) = (2, 4, 2);
    let network = network(&format!("dragonfly:{p},{a},{h}"));
    let groups = a * h + 1;
    assert_eq!((network.endpoints(), network.nodes()), (groups * a * p, groups * a * (p + 1)));
    let group = |router: u32| (router - network.endpoints()) / a;
    let mut pairs = BTreeSet::new();
    for (one, other) in links(&network) {
        if one >= network.endpoints() && group(one) != group(other) {
            assert!(pairs.insert((group(one), group(other))), "two links between groups");
        }
    }
    assert_eq!(pairs.len() as u64, u64::from(groups * (groups - 1) / 2));
    assert!(
        (network.endpoints()..network.nodes())
            .all(|router| network.arcs(router).len() as u64 == u64::from(p + a - 1 + h))
    );
}

#[test]
fn the_links_of_neighbours_are_short() {
    // Mean over many networks of the length of a link, against that of all pairs (0.52 in a unit square).
    let mut lengths = Vec::new();
    for seed in 0..20 {
        let network = network(&format!("neighbour:60,0.5,seed={seed}"));
        let place = |node: u32| network.positions()[node as usize];
        lengths.extend(network.links().iter().map(|link| {
            let (a, b) = (place(link.from), place(link.to));
            (a.x - b.x).hypot(a.y - b.y)
        }));
    }
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    assert!((0.30..0.40).contains(&mean), "{mean}");
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
