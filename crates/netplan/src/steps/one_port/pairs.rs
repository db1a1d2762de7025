//! Which vertex sends to which in a step.

use logpine_network::digraph::Digraph;

/// How senders and receivers are paired.
pub(super) enum Pairs {
    /// A hypercube: for each dimension, the arcs along it.
    Rotating(Vec<Vec<u32>>),
    /// Any other graph: by matching.
    Matched,
}

impl Pairs {
    /// A hypercube is recognised if every arc changes one bit of the number of a vertex, and all such arcs are there.
    pub(super) fn new(digraph: &Digraph) -> Self {
        let vertices = digraph.vertices();
        let dimensions = vertices.ilog2();
        let bit = |arc: &logpine_network::digraph::Arc| arc.from ^ arc.to;
        let is_cube = vertices.is_power_of_two()
            && digraph.compute() == vertices
            && digraph.arcs().len() == vertices as usize * dimensions as usize
            && digraph.arcs().iter().all(|arc| bit(arc).is_power_of_two());
        if !is_cube || dimensions == 0 {
            return Self::Matched;
        }
        let mut along = vec![Vec::new(); dimensions as usize];
        for (index, arc) in (0..).zip(digraph.arcs()) {
            along[bit(arc).ilog2() as usize].push(index);
        }
        Self::Rotating(along)
    }
}

/// A largest set of arcs of which no two leave or enter the same vertex. Buffers for many.
pub(super) struct Match {
    /// For each vertex the arc over which it sends, and that over which it receives.
    sends: Vec<u32>,
    receives: Vec<u32>,
    /// For each vertex that the search has reached as a sender, the arc to the receiver that might get its block from
    /// there.
    via: Vec<u32>,
    queue: Vec<u32>,
    /// The arcs.
    pub(super) arcs: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Match {
    pub(super) fn new(vertices: usize) -> Self {
        let none = || vec![NONE; vertices];
        Self { sends: none(), receives: none(), via: none(), queue: Vec::new(), arcs: Vec::new() }
    }

    /// Matches arcs, those first that come first in `order`, and then as many as possible (augmenting paths); `useful`
    /// says which arcs can carry something.
    pub(super) fn find(&mut self, digraph: &Digraph, order: impl Iterator<Item = u32>, useful: &[bool]) {
        self.sends.fill(NONE);
        self.receives.fill(NONE);
        for arc in order {
            let ends = digraph.arcs()[arc as usize];
            if self.sends[ends.from as usize] == NONE && self.receives[ends.to as usize] == NONE {
                self.sends[ends.from as usize] = arc;
                self.receives[ends.to as usize] = arc;
            }
        }
        // Senders from which no free one is reached stay like that, so they are marked for all searches.
        self.via.fill(NONE);
        for receiver in 0..digraph.vertices() {
            if self.receives[receiver as usize] == NONE && self.augment(digraph, receiver, useful) {
                self.via.fill(NONE);
            }
        }
        self.arcs.clear();
        self.arcs.extend(self.receives.iter().copied().filter(|&arc| arc != NONE));
    }

    /// Finds a sender for a receiver, if others can be moved to make one free.
    fn augment(&mut self, digraph: &Digraph, receiver: u32, useful: &[bool]) -> bool {
        self.queue.clear();
        self.queue.push(receiver);
        let mut at = 0;
        while let Some(&receiver) = self.queue.get(at) {
            at += 1;
            for &arc in digraph.entering(receiver) {
                let sender = digraph.arcs()[arc as usize].from as usize;
                if !useful[arc as usize] || self.via[sender] != NONE {
                    continue;
                }
                self.via[sender] = arc;
                if self.sends[sender] == NONE {
                    self.shift(digraph, sender);
                    return true;
                }
                self.queue.push(digraph.arcs()[self.sends[sender] as usize].to);
            }
        }
        false
    }

    /// Gives each receiver on the path its new sender, from the free one back.
    fn shift(&mut self, digraph: &Digraph, sender: usize) {
        let mut sender = sender;
        loop {
            let arc = self.via[sender];
            let receiver = digraph.arcs()[arc as usize].to as usize;
            let old = std::mem::replace(&mut self.receives[receiver], arc);
            self.sends[sender] = arc;
            if old == NONE {
                return;
            }
            sender = digraph.arcs()[old as usize].from as usize;
        }
    }
}
