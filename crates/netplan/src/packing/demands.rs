//! For each vertex a flow that brings it all demands: the proof that they can be packed.

use crate::residual::Residual;
use logpine_network::digraph::Digraph;

/// Demands of roots, and for each vertex a flow of all of them to it. The flows follow when capacities and demands change.
///
/// Arborescences with these demands can be packed iff all these flows exist (Edmonds 1973).
pub struct Demands {
    graph: Residual,
    arcs: Vec<[u32; 2]>,
    source: u32,
    /// The residual capacities of the arcs, then of those from the source, vertex by vertex.
    flows: Vec<Vec<u64>>,
}

impl Demands {
    /// The flows, if all exist.
    pub fn new(graph: &Digraph, demands: &[u64], capacities: &[u64]) -> Option<Self> {
        let source = graph.vertices();
        let mut arcs: Vec<[u32; 2]> = graph.arcs().iter().map(|arc| [arc.from, arc.to]).collect();
        arcs.extend((0..source).map(|vertex| [source, vertex]));
        let mut residual = Residual::new(source + 1, &arcs);
        let empty: Vec<u64> = capacities.iter().chain(demands).flat_map(|&capacity| [capacity, 0]).collect();
        let total = demands.iter().sum();
        let mut flow_to = |vertex| {
            let mut flow = empty.clone();
            (residual.augment(&mut flow, source, vertex, total) == total).then_some(flow)
        };
        let flows = (0..source).map(&mut flow_to).collect::<Option<_>>()?;
        Some(Self { graph: residual, arcs, source, flows })
    }

    /// The arcs looked at so far.
    pub const fn work(&self) -> u64 {
        self.graph.work
    }

    /// The flow possible from a vertex to another beyond all demands, at most `limit`.
    pub fn slack(&mut self, from: u32, to: u32, limit: u64) -> u64 {
        self.graph.room(&mut self.flows[to as usize], &[from], &[to], limit)
    }

    /// Lowers the demand of a root.
    pub fn lower(&mut self, root: u32, amount: u64) {
        let feed = self.feed(root);
        for (vertex, flow) in (0..self.source).zip(&mut self.flows) {
            // Of what arrives at the vertex, this is led back.
            flow[feed + 1] -= amount;
            self.graph.lead(flow, vertex, root, amount);
        }
    }

    /// Raises the demand of a root. What it needs must be there.
    pub fn raise(&mut self, root: u32, amount: u64) {
        let feed = self.feed(root);
        for (vertex, flow) in (0..self.source).zip(&mut self.flows) {
            flow[feed] += amount;
            self.graph.lead(flow, self.source, vertex, amount);
        }
    }

    /// Takes capacity off an arc; flows that need it go other ways.
    pub fn take(&mut self, arc: u32, amount: u64) {
        let [from, to] = self.arcs[arc as usize];
        let arc = 2 * arc as usize;
        for flow in &mut self.flows {
            let spare = flow[arc].min(amount);
            flow[arc] -= spare;
            let moved = amount - spare;
            if moved > 0 {
                flow[arc + 1] -= moved;
                self.graph.lead(flow, from, to, moved);
            }
        }
    }

    /// Gives capacity back to an arc.
    pub fn give(&mut self, arc: u32, amount: u64) {
        for flow in &mut self.flows {
            flow[2 * arc as usize] += amount;
        }
    }

    const fn feed(&self, root: u32) -> usize {
        2 * (self.arcs.len() - self.source as usize + root as usize)
    }
}
