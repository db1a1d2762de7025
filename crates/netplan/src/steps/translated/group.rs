//! Tori as groups.

use logpine_network::digraph::Digraph;

/// A torus with its arcs looked up. Generators are the unit steps up and down in each dimension.
#[derive(Clone, Debug)]
pub(super) struct Group {
    sides: Vec<u32>,
    vertices: u32,
    /// Twice the dimension, plus 1 if down.
    generators: Vec<u32>,
    /// For each generator and vertex, the arc that leaves the vertex.
    arcs: Vec<u32>,
}

impl Group {
    /// The torus, if the graph is just that.
    pub(super) fn new(digraph: &Digraph, sides: &[u32]) -> Option<Self> {
        let vertices =
            sides.iter().try_fold(1u32, |product, &side| product.checked_mul(side)).filter(|&vertices| vertices > 0)?;
        let mut generators = Vec::new();
        for (dimension, &side) in (0..).zip(sides) {
            generators.extend((0..side.min(3) - 1).map(|down| 2 * dimension + down));
        }
        let count = (vertices as usize).checked_mul(generators.len())?;
        let unit = digraph.arcs().iter().all(|arc| arc.capacity == 1 && arc.latency == 1);
        if vertices != digraph.vertices() || vertices != digraph.compute() || digraph.arcs().len() != count || !unit {
            return None;
        }
        let mut group = Self { sides: sides.to_vec(), vertices, generators, arcs: Vec::with_capacity(count) };
        for slot in 0..group.degree() {
            for vertex in 0..vertices {
                let to = group.after(slot, vertex);
                let arc = digraph.leaving(vertex).iter().copied().find(|&arc| digraph.arcs()[arc as usize].to == to)?;
                group.arcs.push(arc);
            }
        }
        Some(group)
    }

    pub(super) fn vertices(&self) -> u32 {
        self.vertices
    }

    pub(super) fn sides(&self) -> &[u32] {
        &self.sides
    }

    /// The number of generators.
    pub(super) fn degree(&self) -> usize {
        self.generators.len()
    }

    /// The generator of an index.
    pub(super) fn generator(&self, slot: usize) -> u32 {
        self.generators[slot]
    }

    /// The index of a generator.
    pub(super) fn slot(&self, generator: u32) -> usize {
        self.generators.iter().position(|&other| other == generator).unwrap_or(0)
    }

    /// The arc of a generator that leaves a vertex.
    pub(super) fn arc(&self, slot: usize, vertex: u32) -> u32 {
        self.arcs[slot * self.vertices as usize + vertex as usize]
    }

    /// Where a generator leads.
    pub(super) fn after(&self, slot: usize, vertex: u32) -> u32 {
        self.step(vertex, self.generators[slot] / 2, self.generators[slot] % 2 == 1)
    }

    /// From where a generator leads to a vertex.
    pub(super) fn before(&self, slot: usize, vertex: u32) -> u32 {
        self.step(vertex, self.generators[slot] / 2, self.generators[slot].is_multiple_of(2))
    }

    fn step(&self, vertex: u32, dimension: u32, down: bool) -> u32 {
        let side = self.sides[dimension as usize];
        let stride: u32 = self.sides[dimension as usize + 1..].iter().product();
        let at = vertex / stride % side;
        let to = if down { (at + side - 1) % side } else { (at + 1) % side };
        vertex - at * stride + to * stride
    }

    /// The sum of two vertices: coordinates added modulo the sides.
    pub(super) fn sum(&self, one: u32, other: u32) -> u32 {
        let (mut sum, mut stride) = (0, 1);
        for &side in self.sides.iter().rev() {
            sum += (one / stride % side + other / stride % side) % side * stride;
            stride *= side;
        }
        sum
    }

    /// The distance of a vertex from vertex 0.
    pub(super) fn distance(&self, vertex: u32) -> u32 {
        let (mut distance, mut stride) = (0, 1);
        for &side in self.sides.iter().rev() {
            let at = vertex / stride % side;
            distance += at.min(side - at);
            stride *= side;
        }
        distance
    }
}
