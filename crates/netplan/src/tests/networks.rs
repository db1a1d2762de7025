//! Networks of the published comparisons, and random ones.

use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

/// Links in both directions, the first ranks of which are `compute`.
pub fn both(vertices: u32, compute: u32, links: impl IntoIterator<Item = (u32, u32, u64)>) -> Digraph {
    let arc = |from, to, capacity| Arc { from, to, capacity, latency: 1 };
    let arcs = links.into_iter().flat_map(|(a, b, capacity)| [arc(a, b, capacity), arc(b, a, capacity)]);
    Digraph::new(vertices, compute, arcs.collect())
}

/// A grid, row by row; `around` makes it a torus.
pub fn grid(sides: &[u32], around: bool) -> Digraph {
    let count: u32 = sides.iter().product();
    let mut links = Vec::new();
    let mut stride = count;
    for &side in sides {
        stride /= side;
        for vertex in 0..count {
            let at = vertex / stride % side;
            if at + 1 < side {
                links.push((vertex, vertex + stride, 1));
            } else if around && side > 2 {
                links.push((vertex, vertex - (side - 1) * stride, 1));
            }
        }
    }
    both(count, count, links)
}

pub fn dgx1() -> Digraph {
    both(
        8,
        8,
        triples("0 1 2 0 2 1 0 3 1 0 4 2 1 2 1 1 3 2 1 5 1 2 3 2 2 6 2 3 7 1 4 5 2 4 6 1 4 7 1 5 6 1 5 7 2 6 7 2"),
    )
}

/// Links with their capacities.
fn triples(words: &str) -> Vec<(u32, u32, u64)> {
    let words: Vec<u32> = words.split(' ').map(|word| word.parse().unwrap()).collect();
    words.chunks(3).map(|link| (link[0], link[1], link[2].into())).collect()
}

/// Boxes of 16 dies; several boxes are joined by one switch.
pub fn mi250(boxes: u32) -> Digraph {
    let links = triples(
        "0 1 4 0 4 2 0 8 1 1 5 1 1 9 1 1 10 1 2 3 4 2 6 1 2 9 1 2 10 1 3 7 2 3 11 1 4 5 4 4 6 1 5 6 1 5 7 1 6 7 4 8 9 4 8 12 2 9 13 1 10 11 4 10 14 1 11 15 2 12 13 4 12 14 1 13 14 1 13 15 1 14 15 4",
    );
    let ranks = 16 * boxes;
    let of_box = |at: u32| links.iter().map(move |&(a, b, count)| (16 * at + a, 16 * at + b, 50 * count));
    let inside = (0..boxes).flat_map(of_box);
    let outside = (0..ranks).filter(|_| boxes > 1).map(|rank| (rank, ranks, 16));
    both(ranks + u32::from(boxes > 1), ranks, inside.chain(outside))
}

/// Boxes of 8 GPUs at a switch; in several boxes each GPU has a NIC, and the NICs are at two switches.
pub fn a100(boxes: u32) -> Digraph {
    let ranks = 8 * boxes;
    let inside = (0..ranks).map(|rank| (rank, ranks + rank / 8, 300));
    if boxes == 1 {
        return both(ranks + 1, ranks, inside);
    }
    let nic = |rank| ranks + boxes + rank;
    let outside = (0..ranks).flat_map(|rank| [(rank, nic(rank), 25), (nic(rank), 2 * ranks + boxes + rank % 2, 25)]);
    both(2 * ranks + boxes + 2, ranks, inside.chain(outside))
}

/// Groups of routers, all linked with each other; link t of a group leads t + 1 groups on.
pub fn dragonfly(routers: u32, global: u32) -> Digraph {
    let groups = routers * global + 1;
    let mut links = Vec::new();
    for group in 0..groups {
        for from in 0..routers {
            links.extend((from + 1..routers).map(|to| (group * routers + from, group * routers + to, 1)));
        }
        for (link, other) in (0..).zip(group + 1..groups) {
            links.push((group * routers + link / global, other * routers + (groups - 2 - link) / global, 1));
        }
    }
    both(groups * routers, groups * routers, links)
}

/// A tree of three levels: `pods` pods of `leaves` leaf switches with `hosts` hosts each, `up` links from a leaf to as many
/// switches of its pod, each of which has a link to every core switch of its own number.
pub fn fat_tree(pods: u32, leaves: u32, hosts: u32, up: u32) -> Digraph {
    let ranks = pods * leaves * hosts;
    let leaf = |pod, index| ranks + pod * leaves + index;
    let middle = |pod, index| ranks + pods * leaves + pod * up + index;
    let top = |index| ranks + pods * leaves + pods * up + index;
    let mut links = Vec::new();
    for pod in 0..pods {
        for index in 0..leaves {
            links.extend((0..hosts).map(|host| ((pod * leaves + index) * hosts + host, leaf(pod, index), 1)));
            links.extend((0..up).map(|other| (leaf(pod, index), middle(pod, other), 1)));
        }
        links.extend((0..up).map(|index| (middle(pod, index), top(index), u64::from(leaves))));
    }
    both(top(up), ranks, links)
}

/// A random network of up to 7 vertices: links with capacities of 1 to 4, the same both ways if `even`. All ranks are reached.
pub fn random(seed: u64, even: bool, switches: bool) -> Digraph {
    let mut random = Generator::stream(seed, 7);
    loop {
        let vertices = 2 + below(&mut random, 6);
        let compute = if switches { 2 + below(&mut random, vertices - 1) } else { vertices };
        let density = 2 + below(&mut random, 6);
        let mut arcs = Vec::new();
        for from in 0..vertices {
            for to in from + 1..vertices {
                for (from, to) in [(from, to), (to, from)] {
                    if below(&mut random, 8) < density {
                        let latency = 1 + below(&mut random, 3);
                        arcs.push(Arc { from, to, capacity: u64::from(1 + below(&mut random, 4)), latency });
                    } else if even {
                        break;
                    }
                    if even && arcs.last().is_some_and(|last| last.from == from) {
                        let last = arcs[arcs.len() - 1];
                        arcs.push(Arc { from: to, to: from, ..last });
                        break;
                    }
                }
            }
        }
        let graph = Digraph::new(vertices, compute, arcs);
        let reaches = |graph: &Digraph| graph.distances(0, |_| 1)[..compute as usize].iter().all(Option::is_some);
        if reaches(&graph) && reaches(&graph.reversed()) {
            return graph;
        }
    }
}

/// A random number below `count`.
pub fn below(random: &mut Generator, count: u32) -> u32 {
    u32::try_from(random.below(u64::from(count))).unwrap()
}

/// A random strongly connected graph with relays, capacities up to 2 and latencies up to 3.
pub fn connected(generator: &mut Generator, most_vertices: u32, most_capacity: u64, most_latency: u32) -> Digraph {
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
