//! Maximum flows of one commodity, on a graph that is made arc by arc.

use super::residual::Residual;
use logpine_text::watch::Watch;

/// A network of residual arcs with a flow. Arc 2 i + 1 is the reverse of arc 2 i.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    vertices: u32,
    arcs: Vec<[u32; 2]>,
    /// The residual capacity of each arc.
    rest: Vec<u64>,
    /// The graph of the arcs; `None` if one was added since.
    graph: Option<Residual>,
}

impl Flow {
    /// A network without arcs.
    #[must_use]
    pub fn new(vertices: u32) -> Self {
        Self { vertices, ..Self::default() }
    }

    /// Adds an arc, and returns its index, which is even; the next is its reverse.
    pub fn arc(&mut self, from: u32, to: u32, capacity: u64) -> u32 {
        let index = u32::try_from(self.rest.len()).expect("arcs fit 32 bits");
        self.arcs.push([from, to]);
        self.rest.extend([capacity, 0]);
        self.graph = None;
        index
    }

    /// Sets the capacity of an arc, without flow through it.
    pub fn set(&mut self, arc: u32, capacity: u64) {
        self.rest[arc as usize] = capacity;
        self.rest[arc as usize ^ 1] = 0;
    }

    /// The flow through an arc that [`Flow::arc`] has returned.
    #[must_use]
    pub fn through(&self, arc: u32) -> u64 {
        self.rest[arc as usize ^ 1]
    }

    /// Adds as much flow as fits, but at most `limit`, and returns the amount. Flow that is there stays, or is led elsewhere.
    pub fn augment(&mut self, source: u32, sink: u32, limit: u64) -> u64 {
        self.augment_until(source, sink, limit, &())
    }

    /// The same until `watch` ends the work: then more may fit.
    pub fn augment_until(&mut self, source: u32, sink: u32, limit: u64, watch: &dyn Watch) -> u64 {
        let graph = self.graph.get_or_insert_with(|| Residual::new(self.vertices, &self.arcs));
        graph.augment_until(&mut self.rest, [source, sink], limit, watch)
    }

    /// The vertices that residual arcs reach from the source: after a maximum flow, the side of the source of a minimum cut.
    pub fn reached(&mut self, source: u32) -> Vec<bool> {
        let graph = self.graph.get_or_insert_with(|| Residual::new(self.vertices, &self.arcs));
        graph.reached(&self.rest, source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flow_is_that_of_the_least_cut() {
        // Two paths of 3 and 2, joined by an arc of 1.
        let mut flow = Flow::new(4);
        flow.arc(0, 1, 3);
        flow.arc(0, 2, 2);
        flow.arc(1, 2, 5);
        flow.arc(1, 3, 2);
        let last = flow.arc(2, 3, 3);
        assert_eq!(flow.augment(0, 3, u64::MAX), 5);
        assert_eq!(flow.through(last), 3);
        assert_eq!(flow.reached(0), [true, false, false, false]);
    }
}
