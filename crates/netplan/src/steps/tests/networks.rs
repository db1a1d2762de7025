//! Networks of the tests.

use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

/// Links in both directions, with unit capacity and latency; all vertices are ranks.
pub(crate) fn linked(vertices: u32, links: &[(u32, u32)]) -> Digraph {
    weighted(vertices, links, |_| 1, |_| 1)
}

/// The same with capacities and latencies of each arc.
pub(crate) fn weighted(
    vertices: u32,
    links: &[(u32, u32)],
    mut capacity: impl FnMut(u32) -> u64,
    mut latency: impl FnMut(u32) -> u32,
) -> Digraph {
    let ends = links.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    let arcs =
        (0..).zip(ends).map(|(index, (from, to))| Arc { from, to, capacity: capacity(index), latency: latency(index) });
    Digraph::new(vertices, vertices, arcs.collect())
}

/// Links of a grid, row by row, with or without wrap-around links.
pub(crate) fn grid(sides: &[u32], wraps: bool) -> (u32, Vec<(u32, u32)>) {
    let vertices: u32 = sides.iter().product();
    let mut links = Vec::new();
    for vertex in 0..vertices {
        let mut stride = vertices;
        for &side in sides {
            stride /= side;
            let at = vertex / stride % side;
            if at + 1 < side {
                links.push((vertex, vertex + stride));
            } else if wraps && side > 2 {
                links.push((vertex, vertex - stride * (side - 1)));
            }
        }
    }
    (vertices, links)
}

pub(crate) fn torus(sides: &[u32]) -> Digraph {
    let (vertices, links) = grid(sides, true);
    linked(vertices, &links)
}

pub(crate) fn mesh(sides: &[u32]) -> Digraph {
    let (vertices, links) = grid(sides, false);
    linked(vertices, &links)
}

pub(crate) fn hypercube(dimension: usize) -> Digraph {
    torus(&vec![2; dimension])
}

/// A dragonfly of routers alone.
pub(crate) fn dragonfly_links(routers: u32, global: u32) -> (u32, Vec<(u32, u32)>) {
    let groups = routers * global + 1;
    let mut links = Vec::new();
    for group in 0..groups {
        for from in 0..routers {
            links.extend((from + 1..routers).map(|to| (group * routers + from, group * routers + to)));
        }
        for (link, other) in (0..).zip(group + 1..groups) {
            links.push((group * routers + link / global, other * routers + (groups - 2 - link) / global));
        }
    }
    (groups * routers, links)
}

/// A random number below `count`.
pub(crate) fn below(generator: &mut Generator, count: u32) -> u32 {
    u32::try_from(generator.below(count.into())).unwrap()
}

/// A random strongly connected graph with relays, capacities up to 2 and latencies up to 3.
pub(crate) fn random(generator: &mut Generator, most_vertices: u32, most_capacity: u64, most_latency: u32) -> Digraph {
    loop {
        let vertices = 2 + below(generator, most_vertices - 1);
        let compute = if generator.below(3) == 0 { vertices.max(3) - 1 } else { vertices };
        let density = 1 + generator.below(3);
        let mut arcs = Vec::new();
        for from in 0..vertices {
            for to in 0..vertices {
                if from != to && generator.below(4) < density {
                    let latency = 1 + below(generator, most_latency);
                    arcs.push(Arc { from, to, capacity: 1 + generator.below(most_capacity), latency });
                }
            }
        }
        let digraph = Digraph::new(vertices, compute, arcs);
        let connected = |digraph: &Digraph| digraph.distances(0, |_| 1).iter().all(Option::is_some);
        if connected(&digraph) && connected(&digraph.reversed()) {
            return digraph;
        }
    }
}
