//! Flows that have to remain possible while links are joined.

use crate::residual::Residual;
use logpine_text::watch::Watch;

/// A flow that has to remain possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    pub source: u32,
    pub sink: u32,
    pub amount: u64,
}

/// For each need a flow that meets it. The flows follow when links are joined.
///
/// Joining u -> w and w -> t to u -> t by an amount lowers the capacity that leaves those sets which have u and t but not w, or
/// w but neither u nor t, by just that amount. So what more flows from the source, u and t to w and the sink, or from the source
/// and w to u, t and the sink, is the amount that is safe.
#[derive(Clone)]
pub struct Kept<'a> {
    vertices: u32,
    /// The arcs of the network.
    arcs: Vec<[u32; 2]>,
    graph: Residual,
    flows: Vec<(Need, Vec<u64>)>,
    /// The most arcs that the searches look at.
    limit: u64,
    watch: &'a dyn Watch,
}

/// The largest product of needs and arcs.
pub const ENTRIES: u64 = 1 << 25;

impl<'a> Kept<'a> {
    /// The flows for these needs, if all exist and are not too large together. The searches look at no more than about `limit`
    /// arcs.
    pub fn new(
        vertices: u32,
        arcs: &[[u32; 2]],
        capacities: &[u64],
        needs: Vec<Need>,
        (limit, watch): (u64, &'a dyn Watch),
    ) -> Option<Self> {
        let flows = needs.into_iter().map(|need| (need, Vec::new())).collect();
        let mut kept = Self { vertices, arcs: Vec::new(), graph: Residual::default(), flows, limit, watch };
        kept.again(arcs, capacities).then_some(kept)
    }

    /// Computes all flows again for a network; false, with flows of no use, if a need is not met.
    pub fn again(&mut self, arcs: &[[u32; 2]], capacities: &[u64]) -> bool {
        self.arcs.clear();
        self.arcs.extend(arcs);
        if self.flows.len() as u64 * self.arcs.len() as u64 > ENTRIES {
            return false;
        }
        self.renew();
        let empty: Vec<u64> = capacities.iter().flat_map(|&capacity| [capacity, 0]).collect();
        let (graph, watch) = (&mut self.graph, self.watch);
        self.flows.iter_mut().all(|(need, flow)| {
            flow.clone_from(&empty);
            !watch.is_over() && graph.augment(flow, need.source, need.sink, need.amount) == need.amount
        })
    }

    /// Builds the graph of the arcs.
    fn renew(&mut self) {
        let work = self.graph.work;
        self.graph = Residual::new(self.vertices, &self.arcs);
        self.graph.work = work;
    }

    /// True if no more work is allowed, or the time is over.
    pub fn exhausted(&self) -> bool {
        self.graph.work > self.limit || self.watch.is_over()
    }

    const fn place(arc: u32) -> usize {
        2 * arc as usize
    }

    /// Adds an arc without capacity.
    pub fn add(&mut self, ends: [u32; 2]) {
        self.arcs.push(ends);
        self.renew();
        self.flows.iter_mut().for_each(|(_, flow)| flow.extend([0, 0]));
    }

    /// Removes an arc, whatever that does to the needs.
    pub fn remove(&mut self, arc: u32) {
        let place = Self::place(arc);
        for (need, flow) in &mut self.flows {
            let lost = std::mem::take(&mut flow[place + 1]);
            flow[place] = 0;
            let [from, to] = self.arcs[place / 2];
            let rest = lost - self.graph.augment(flow, from, to, lost);
            // What cannot go another way is led back on both sides, and no longer needed.
            self.graph.augment(flow, from, need.source, rest);
            self.graph.augment(flow, need.sink, to, rest);
            need.amount -= rest.min(need.amount);
        }
    }

    /// Lowers the capacities of the two arcs by an amount, and raises that of the one they are joined to.
    pub fn join(&mut self, [first, second]: [u32; 2], joined: Option<u32>, amount: u64) {
        let places = [Self::place(first), Self::place(second)];
        let joined = joined.map(Self::place);
        let ends = places.map(|place| self.arcs[place / 2]);
        for (_, flow) in &mut self.flows {
            let moved = places.map(|place| {
                let spare = flow[place].min(amount);
                flow[place] -= spare;
                flow[place + 1] -= amount - spare;
                amount - spare
            });
            let both = moved[0].min(moved[1]);
            if let Some(place) = joined {
                flow[place] += amount - both;
                flow[place + 1] += both;
            }
            for ([from, to], moved) in ends.into_iter().zip(moved) {
                if moved > both {
                    self.graph.lead(flow, from, to, moved - both);
                }
            }
        }
    }

    /// The greatest amount up to `wanted` by which u -> w and w -> t can be joined with every need still met.
    pub fn safe(&mut self, switch: u32, [from, to]: [u32; 2], wanted: u64) -> u64 {
        let mut amount = if self.exhausted() { 0 } else { wanted };
        // Of the needs with one source and amount, one with a neighbour as its sink stands for all.
        let representative = self.flows.iter().position(|(need, _)| need.sink == from || need.sink == to);
        let represented = representative.map(|at| self.flows[at].0);
        for at in 0..self.flows.len() {
            let Need { source, sink, amount: need } = self.flows[at].0;
            if sink != from && sink != to && source != switch {
                amount = amount.min(self.slack(at, [source, from, to], [switch, sink, sink], amount));
            }
            let other = |other: Need| (other.source, other.amount) == (source, need) && representative != Some(at);
            if amount > 0 && source != from && source != to && sink != switch && !represented.is_some_and(other) {
                amount = amount.min(self.slack(at, [source, switch, switch], [from, to, sink], amount));
            }
            if amount == 0 {
                // What binds here is likely to bind the next time.
                self.flows.swap(0, at);
                break;
            }
        }
        amount
    }

    /// The flow possible from these sources to these sinks beside the flow of a need, up to `limit`.
    fn slack(&mut self, at: usize, sources: [u32; 3], sinks: [u32; 3], limit: u64) -> u64 {
        self.graph.room(&mut self.flows[at].1, &sources, &sinks, limit)
    }
}
