//! Shortest paths to a destination.

use logpine_network::digraph::Digraph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A search backwards from a destination that goes only as far as vertices ask: on dense networks the next arc of a vertex is known
/// long before every arc is looked at.
#[derive(Clone)]
pub struct Towards {
    /// The fewest steps from every vertex that are known so far.
    distances: Vec<u32>,
    /// The next arc of every vertex that has asked.
    arcs: Vec<u32>,
    /// The vertices whose entering arcs are still to be looked at, the nearest first; also with distances that have improved since.
    waiting: BinaryHeap<(Reverse<u32>, u32)>,
}

/// No arc, or no distance, is known.
const UNKNOWN: u32 = u32::MAX;

impl Towards {
    pub fn new(digraph: &Digraph, destination: u32) -> Self {
        let mut distances = vec![UNKNOWN; digraph.vertices() as usize];
        distances[destination as usize] = 0;
        let arcs = vec![UNKNOWN; distances.len()];
        Self { distances, arcs, waiting: BinaryHeap::from([(Reverse(0), destination)]) }
    }

    /// The arc with the lowest index on a path of the fewest steps from a vertex to the destination; `None` at the destination, or if
    /// no path has less than 2^32 steps.
    pub fn arc(&mut self, digraph: &Digraph, vertex: u32) -> Option<u32> {
        if self.arcs[vertex as usize] == UNKNOWN {
            self.reach(digraph, vertex);
            let left = Some(self.distances[vertex as usize]).filter(|&left| left != UNKNOWN)?;
            let on_the_way = |&&index: &&u32| {
                let arc = digraph.arcs()[index as usize];
                self.distances[arc.to as usize].checked_add(arc.latency) == Some(left)
            };
            self.arcs[vertex as usize] = *digraph.leaving(vertex).iter().find(on_the_way)?;
        }
        Some(self.arcs[vertex as usize])
    }

    /// Searches until the distance of a vertex is final, and with it that of every nearer vertex: through the vertices that wait, a path
    /// takes at least a step more than the nearest of them.
    fn reach(&mut self, digraph: &Digraph, vertex: u32) {
        while let Some(&(Reverse(near), next)) = self.waiting.peek() {
            if self.distances[vertex as usize] <= near.saturating_add(1) {
                return;
            }
            self.waiting.pop();
            if near > self.distances[next as usize] {
                continue;
            }
            for &index in digraph.entering(next) {
                let arc = digraph.arcs()[index as usize];
                let further = near.saturating_add(arc.latency);
                let distance = &mut self.distances[arc.from as usize];
                if further < *distance {
                    *distance = further;
                    self.waiting.push((Reverse(further), arc.from));
                }
            }
        }
    }
}

/// How often rings of ranks lead over each arc, along the same paths as the blocks of an [execution](super::executed); `None` if a
/// rank is not reached.
#[must_use]
pub fn ring_loads(digraph: &Digraph, rings: &[Vec<u32>]) -> Option<Vec<u64>> {
    let mut loads = vec![0; digraph.arcs().len()];
    let mut routes: Vec<Option<Towards>> = vec![None; digraph.vertices() as usize];
    for ring in rings {
        for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let routes = routes[to as usize].get_or_insert_with(|| Towards::new(digraph, to));
            let mut vertex = from;
            while vertex != to {
                let arc = routes.arc(digraph, vertex)?;
                loads[arc as usize] += 1;
                vertex = digraph.arcs()[arc as usize].to;
            }
        }
    }
    Some(loads)
}
