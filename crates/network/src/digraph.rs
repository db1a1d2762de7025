//! A network as the synthesis of schedules and its checks see it: a directed graph whose arcs have capacities and latencies.

use std::collections::BTreeMap;

/// An arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc {
    /// The vertex that the arc leaves.
    pub from: u32,
    /// The vertex that it leads to.
    pub to: u32,
    /// The blocks that it carries in a step, or its bandwidth in a unit that is the same for all arcs; at least 1.
    pub capacity: u64,
    /// The steps from the start of a transmission until it has arrived; at least 1. A block sent in step t over an arc of latency
    /// 1 can be sent on in step t + 1.
    pub latency: u32,
}

/// A directed graph with at most one arc from a vertex to another. Vertices `0..compute` have data, and are the ranks; those
/// beyond only relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    vertices: u32,
    compute: u32,
    arcs: Vec<Arc>,
    /// The indices of the arcs that leave each vertex, vertex by vertex, and where those of each begin.
    out: (Vec<u32>, Vec<u32>),
    /// The same for the arcs that enter each vertex.
    into: (Vec<u32>, Vec<u32>),
}

impl Digraph {
    /// The graph of these arcs. Vertices beyond `vertices`, loops, arcs without capacity or latency and repeated arcs are errors of
    /// the caller.
    #[must_use]
    pub fn new(vertices: u32, compute: u32, arcs: Vec<Arc>) -> Self {
        let out = by_vertex(vertices, arcs.iter().map(|arc| arc.from));
        let into = by_vertex(vertices, arcs.iter().map(|arc| arc.to));
        Self { vertices, compute, arcs, out, into }
    }

    /// The number of vertices, relays included.
    #[must_use]
    pub const fn vertices(&self) -> u32 {
        self.vertices
    }

    /// The number of vertices that have data; they are the first ones.
    #[must_use]
    pub const fn compute(&self) -> u32 {
        self.compute
    }

    /// All arcs, in the order in which they were given.
    #[must_use]
    pub fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// The indices of the arcs that leave a vertex, in ascending order.
    #[must_use]
    pub fn leaving(&self, vertex: u32) -> &[u32] {
        of_vertex(&self.out, vertex)
    }

    /// The indices of the arcs that enter a vertex, in ascending order.
    #[must_use]
    pub fn entering(&self, vertex: u32) -> &[u32] {
        of_vertex(&self.into, vertex)
    }

    /// The capacities of all arcs that enter a vertex, added up; saturating.
    #[must_use]
    pub fn capacity_into(&self, vertex: u32) -> u64 {
        self.capacity(self.entering(vertex))
    }

    /// The capacities of all arcs that leave a vertex, added up; saturating.
    #[must_use]
    pub fn capacity_out_of(&self, vertex: u32) -> u64 {
        self.capacity(self.leaving(vertex))
    }

    fn capacity(&self, arcs: &[u32]) -> u64 {
        arcs.iter().fold(0, |sum, &arc| sum.saturating_add(self.arcs[arc as usize].capacity))
    }

    /// True if every arc has one back of the same capacity.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let sorted = |turn: bool| {
            let ends = |arc: &Arc| if turn { [arc.to, arc.from] } else { [arc.from, arc.to] };
            let mut arcs: Vec<_> = self.arcs.iter().map(|arc| (ends(arc), arc.capacity)).collect();
            arcs.sort_unstable();
            arcs
        };
        sorted(false) == sorted(true)
    }

    /// The graph with every arc turned around; arcs keep their indices.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let arcs = self.arcs.iter().map(|arc| Arc { from: arc.to, to: arc.from, ..*arc }).collect();
        Self { arcs, out: self.into.clone(), into: self.out.clone(), ..*self }
    }

    /// The distance of every vertex from `root`, with `length` of each arc; `None` if it is not reached.
    #[must_use]
    pub fn distances(&self, root: u32, length: impl Fn(&Arc) -> u64) -> Vec<Option<u64>> {
        let mut distances = vec![None; self.vertices as usize];
        distances[root as usize] = Some(0);
        let (mut unreached, mut furthest) = (self.vertices - 1, 0);
        // The vertices that wait, by their distance: of few different ones at a time, if lengths are.
        let mut waiting = BTreeMap::from([(0, vec![root])]);
        while let Some((distance, vertices)) = waiting.pop_first() {
            for vertex in vertices {
                if unreached == 0 && distance >= furthest {
                    // No way is shorter through this vertex, nor through those that wait.
                    return distances;
                }
                if distances[vertex as usize] != Some(distance) {
                    continue;
                }
                for &arc in self.leaving(vertex) {
                    let arc = &self.arcs[arc as usize];
                    let (further, known) = (distance + length(arc), &mut distances[arc.to as usize]);
                    if known.is_none_or(|known| further < known) {
                        unreached -= u32::from(known.is_none());
                        furthest = furthest.max(further);
                        *known = Some(further);
                        waiting.entry(further).or_default().push(arc.to);
                    }
                }
            }
        }
        distances
    }
}

/// The indices of items sorted by their vertices, and where those of each vertex begin: a counting sort.
pub fn by_vertex(vertices: u32, keys: impl Iterator<Item = u32> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; vertices as usize + 1];
    for key in keys.clone() {
        starts[key as usize + 1] += 1;
    }
    for vertex in 0..vertices as usize {
        starts[vertex + 1] += starts[vertex];
    }
    let mut next = starts.clone();
    let mut indices = vec![0; starts[vertices as usize] as usize];
    for (index, key) in (0u32..).zip(keys) {
        indices[next[key as usize] as usize] = index;
        next[key as usize] += 1;
    }
    (indices, starts)
}

/// The indices of the items of one vertex, in the result of [`by_vertex`].
#[must_use]
pub fn of_vertex((indices, starts): &(Vec<u32>, Vec<u32>), vertex: u32) -> &[u32] {
    &indices[starts[vertex as usize] as usize..starts[vertex as usize + 1] as usize]
}
