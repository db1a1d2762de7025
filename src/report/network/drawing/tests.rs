//! In drawings of all built-in networks and of all classes at several sizes, no two names overlap, none leaves the picture or
//! covers a node, and no link leads through a node that is not its end.

use super::*;
use crate::report::draw::font::LETTER;
use geometry::distance;
use logpine_netfiles::network::{built_in, built_in_names};
use logpine_network::Spec;

const SPECS: [&str; 60] = [
    "ring:1",
    "ring:2",
    "ring:7",
    "ring:25",
    "ring:60",
    "ring:150",
    "torus:5",
    "torus:4x3",
    "torus:8x8",
    "torus:16x16",
    "torus:3x3x3",
    "torus:4x4x4",
    "torus:5x4x3",
    "torus:2x3x7",
    "torus:6x6x6",
    "torus:3x3x3x3",
    "mesh:12",
    "mesh:5x7",
    "mesh:4x4x4",
    "mesh:5x5x5",
    "mesh:2x3x4x5",
    "mesh:3x3x3x3x3",
    "hypercube:1",
    "hypercube:2",
    "hypercube:3",
    "hypercube:4",
    "hypercube:5",
    "hypercube:6",
    "hypercube:7",
    "hypercube:8",
    "star:2",
    "star:3",
    "star:25",
    "star:100",
    "complete:3",
    "complete:8",
    "complete:25",
    "complete:40",
    "complete:100",
    "fat-tree:2",
    "fat-tree:4",
    "fat-tree:6",
    "fat-tree:2,3",
    "fat-tree:4,2",
    "fat-tree:4,3",
    "dragonfly:1,2,1",
    "dragonfly:2,4,1",
    "dragonfly:2,4,2",
    "dragonfly:1,8,1",
    "random:10,0.3,seed=1",
    "random:25,0.1,seed=2",
    "random:25,0.2,seed=7",
    "random:25,0.5,seed=7",
    "random:60,0.1,seed=3",
    "neighbour:10,0.5,seed=1",
    "neighbour:25,0.4,seed=7",
    "planar:10,0.5,seed=1",
    "planar:25,0.4,seed=7",
    "planar:60,0.7,seed=3",
    "planar:100,0.5,seed=1",
];

fn check(network: &Network, topology: Option<&Topology>) {
    let (name, top) = (network.name(), 64.0);
    let drawing = Drawing::new(network, topology, 300.0, top);
    let picture = Area { left: 0.0, top, right: drawing.width, bottom: top + drawing.height };
    assert_eq!(drawing.places.len(), network.nodes() as usize, "{name}");
    assert_eq!(drawing.faults(network), 0, "{name}: links lead through nodes");
    check_nodes(name, &drawing, &picture);
    check_links(name, network, &drawing, &picture);
    check_names(name, &drawing, &picture);
    if matches!(topology, Some(Topology::Planar(_))) {
        let curves: Vec<Curve> = drawing.routes.iter().filter_map(Route::curve).collect();
        assert!(!any_meet(&curves), "{name}: links cross");
    }
}

/// Nodes are inside the picture and do not touch each other.
fn check_nodes(name: &str, drawing: &Drawing, picture: &Area) {
    let radius = drawing.radius;
    for (index, &place) in drawing.places.iter().enumerate() {
        assert!(picture.holds(&Area::around(place, (radius, radius))), "{name}: node {index} at {place:?}");
        let near = drawing.places[..index].iter().position(|other| distance(*other, place) < 2.0 * radius);
        assert!(near.is_none(), "{name}: node {index} touches {near:?}");
    }
}

/// Links are inside the picture. Pieces of links around a grid touch no node but their own.
fn check_links(name: &str, network: &Network, drawing: &Drawing, picture: &Area) {
    let inside = |curve: &Curve| curve.points().iter().all(|point| picture.holds(&Area::around(*point, (1.0, 1.0))));
    for (link, route) in network.links().iter().zip(&drawing.routes) {
        match route {
            Route::Whole(curve) => assert!(inside(curve), "{name}: {curve:?}"),
            Route::Stubs(stubs) => {
                for stub in stubs {
                    assert!(inside(stub), "{name}: {stub:?}");
                    let own = |node: u32| drawing.places[node as usize] == stub.from;
                    assert!(own(link.from) || own(link.to));
                    let others = drawing.places.iter().filter(|place| **place != stub.from);
                    let nearest =
                        others.map(|place| distance_to_points(*place, &stub.points())).fold(f64::INFINITY, f64::min);
                    assert!(nearest > drawing.radius, "{name}: {stub:?}");
                }
            }
        }
    }
}

/// Names beside nodes are inside the picture and cover neither each other nor nodes. (They have a white rim, in case that they
/// cover links.) Names in nodes are no wider than these.
fn check_names(name: &str, drawing: &Drawing, picture: &Area) {
    match &drawing.labels {
        Labels::Inside(size, names) => {
            let widest = names.iter().map(|name| width_of(name)).fold(0.0, f64::max);
            assert!(widest * LETTER * size < 2.0 * drawing.radius, "{name}");
        }
        Labels::Beside(_, names) => {
            for (index, label) in names.iter().enumerate() {
                assert!(picture.holds(&label.area), "{name}: {label:?}");
                let covered = names[..index].iter().find(|other| other.area.meets(&label.area));
                assert!(covered.is_none(), "{name}: {label:?} and {covered:?}");
                let node =
                    drawing.places.iter().find(|place| distance(label.area.nearest(**place), **place) < drawing.radius);
                assert!(node.is_none(), "{name}: {label:?} covers {node:?}");
            }
        }
    }
}

#[test]
fn nothing_covers_anything_in_networks_of_all_classes() {
    for text in SPECS {
        let spec: Spec = text.parse().expect("a spec");
        check(&spec.network().expect("a network"), Some(&spec.topology));
    }
}

#[test]
fn nothing_covers_anything_in_built_in_networks() {
    for name in built_in_names() {
        let network = built_in(name).expect("built in");
        check(&network, None);
        let drawing = Drawing::new(&network, None, 300.0, 64.0);
        let Labels::Beside(_, names) = &drawing.labels else { continue };
        assert_eq!(names.len(), network.nodes() as usize, "{name}: all have names");
        let pieces = pieces(&drawing.routes);
        for label in names {
            let on = pieces.iter().find(|[from, to]| label.area.length_inside(*from, *to) > 0.0);
            assert!(on.is_none(), "{name}: {label:?} lies on a link");
        }
    }
}
