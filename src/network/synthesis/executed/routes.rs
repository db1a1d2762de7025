//! Shortest paths to a destination.

use crate::network::digraph::Digraph;

/// For every vertex, the arc with the lowest index on a path of the fewest steps to a destination; `u32::MAX` where there is none.
pub fn routes_to(digraph: &Digraph, reversed: &Digraph, destination: u32) -> Vec<u32> {
    let distances = reversed.distances(destination, |arc| u64::from(arc.latency));
    let mut routes = vec![u32::MAX; digraph.vertices() as usize];
    for vertex in 0..digraph.vertices() {
        let on_the_way = |&&index: &&u32| {
            let arc = digraph.arcs()[index as usize];
            let (from, to) = (distances[vertex as usize], distances[arc.to as usize]);
            vertex != destination && from.is_some() && from == to.map(|to| to + u64::from(arc.latency))
        };
        if let Some(&arc) = digraph.leaving(vertex).iter().find(on_the_way) {
            routes[vertex as usize] = arc;
        }
    }
    routes
}

/// How often rings of ranks lead over each arc, along the same paths as the blocks of an [execution](super::executed); `None` if a
/// rank is not reached.
#[must_use]
pub fn ring_loads(digraph: &Digraph, rings: &[Vec<u32>]) -> Option<Vec<u64>> {
    let reversed = digraph.reversed();
    let mut loads = vec![0; digraph.arcs().len()];
    let mut routes = vec![None; digraph.vertices() as usize];
    for ring in rings {
        for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let routes = routes[to as usize].get_or_insert_with(|| routes_to(digraph, &reversed, to));
            let mut vertex = from;
            while vertex != to {
                let arc = routes[vertex as usize];
                *loads.get_mut(arc as usize)? += 1;
                vertex = digraph.arcs()[arc as usize].to;
            }
        }
    }
    Some(loads)
}
