//! Flows of growing value at the least cost, and the node times that prove a number of steps.

use logpine_network::digraph::Digraph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cheapest flow from some vertices to a sink, where an arc costs its latency (successive shortest paths with
/// potentials: Edmonds and Karp, Theoretical improvements in algorithmic efficiency for network flow problems, 1972).
/// Buffers for many calls.
///
/// A flow of f units a step whose paths cost c in all, repeated as long as it arrives in time, delivers f (T + 1) - c
/// blocks in T steps, and the best f delivers the most that any schedule can (Ford and Fulkerson, Constructing maximal
/// dynamic flows from static flows, 1958). So b blocks need T = min over f of ceil((b + c) / f) - 1 steps.
pub(super) struct CheapestFlow<'a> {
    digraph: &'a Digraph,
    flow: Vec<u64>,
    /// Lengths of shortest paths in the residual network, cut off at that of the sink.
    potential: Vec<u64>,
    /// The distances the last search adds to them; `UNREACHED` if it did not reach the vertex.
    distance: Vec<u64>,
    /// The residual arc by which each vertex was reached: twice the arc, plus 1 if against its direction.
    entered: Vec<u32>,
    heap: BinaryHeap<(Reverse<u64>, u32)>,
    /// The residual arcs looked at, in all calls.
    pub(super) work: u64,
    /// Once a call has looked at so many, its answer is what is proved by then.
    pub(super) most: u64,
}

const UNREACHED: u64 = u64::MAX;
const SOURCE: u32 = u32::MAX;

/// The answer for a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// So many are needed.
    Needed(u64),
    /// No more than asked for.
    Few,
    /// No path leads to the sink.
    Unreachable,
}

impl<'a> CheapestFlow<'a> {
    pub(super) fn new(digraph: &'a Digraph) -> Self {
        let vertices = digraph.vertices() as usize;
        Self {
            digraph,
            flow: vec![0; digraph.arcs().len()],
            potential: vec![0; vertices],
            distance: vec![UNREACHED; vertices],
            entered: vec![SOURCE; vertices],
            heap: BinaryHeap::new(),
            work: 0,
            most: 1 << 23,
        }
    }

    /// The number of steps that `blocks` blocks, each held by all `sources`, take to the sink; `Few` once it is known
    /// to be at most `few`.
    pub(super) fn steps(&mut self, sources: &[u32], sink: u32, blocks: u64, few: u64) -> Steps {
        self.flow.fill(0);
        self.potential.fill(0);
        let (mut value, mut cost, mut steps) = (0u128, 0u128, UNREACHED);
        let end = self.work.saturating_add(self.most);
        // A path as long as the steps delivers nothing in time.
        while let Some(further) = self.find(sources, sink, steps - self.potential[sink as usize]) {
            if value > 0 && self.work >= end {
                steps = self.potential[sink as usize] + further;
                break;
            }
            for vertex in 0..self.potential.len() {
                self.potential[vertex] += self.distance[vertex].min(further);
            }
            let amount = u128::from(self.push(sink));
            value += amount;
            cost = cost.saturating_add(amount.saturating_mul(u128::from(self.potential[sink as usize])));
            let most = (u128::from(blocks).saturating_add(cost)).div_ceil(value) - 1;
            steps = steps.min(u64::try_from(most).unwrap_or(UNREACHED));
            if steps <= few {
                return Steps::Few;
            }
        }
        if value == 0 { Steps::Unreachable } else { Steps::Needed(steps) }
    }

    /// Node times that prove the number of steps of the last call.
    ///
    /// Both the potentials before the last search, moved up so far that the sink has time `steps`, and those after it
    /// fulfil complementary slackness with the flow, and so does the lesser of the two at each vertex. Then the
    /// crossings of the cut are as many as the flow delivers in `steps` - 1 steps, which is less than the blocks.
    /// Cutting times off at `steps` takes no more crossings.
    pub(super) fn times(&self, sink: u32, steps: u64) -> Vec<u64> {
        let rise = steps - self.potential[sink as usize].min(steps);
        let times = self.potential.iter().zip(&self.distance);
        times.map(|(&potential, &distance)| potential.saturating_add(distance.min(rise)).min(steps)).collect()
    }

    /// A shortest path by reduced costs, if shorter than `radius` (Dijkstra); leaves the distances of all vertices that
    /// are nearer than the sink.
    fn find(&mut self, sources: &[u32], sink: u32, radius: u64) -> Option<u64> {
        self.distance.fill(UNREACHED);
        self.heap.clear();
        for &source in sources {
            self.distance[source as usize] = 0;
            self.entered[source as usize] = SOURCE;
            self.heap.push((Reverse(0), source));
        }
        while let Some((Reverse(distance), vertex)) = self.heap.pop() {
            if distance > self.distance[vertex as usize] {
                continue;
            }
            if vertex == sink {
                return Some(distance);
            }
            let here = distance + self.potential[vertex as usize];
            let (leaving, entering) = (self.digraph.leaving(vertex), self.digraph.entering(vertex));
            self.work += (leaving.len() + entering.len()) as u64;
            for &arc in leaving {
                let ends = self.digraph.arcs()[arc as usize];
                if self.flow[arc as usize] < ends.capacity {
                    self.reach(ends.to, here + u64::from(ends.latency), 2 * arc, radius);
                }
            }
            for &arc in entering {
                let ends = self.digraph.arcs()[arc as usize];
                if self.flow[arc as usize] > 0 {
                    self.reach(ends.from, here - u64::from(ends.latency), 2 * arc + 1, radius);
                }
            }
        }
        None
    }

    fn reach(&mut self, vertex: u32, length: u64, by: u32, radius: u64) {
        let distance = length - self.potential[vertex as usize];
        if distance < self.distance[vertex as usize] && distance < radius {
            self.distance[vertex as usize] = distance;
            self.entered[vertex as usize] = by;
            self.heap.push((Reverse(distance), vertex));
        }
    }

    /// Sends as much as fits along the path found, and returns the amount.
    fn push(&mut self, sink: u32) -> u64 {
        let mut amount = u64::MAX;
        let mut at = sink;
        while self.entered[at as usize] != SOURCE {
            let (arc, ends, back) = self.residual(at);
            amount = amount.min(if back { self.flow[arc] } else { ends.capacity - self.flow[arc] });
            at = if back { ends.to } else { ends.from };
        }
        at = sink;
        while self.entered[at as usize] != SOURCE {
            let (arc, ends, back) = self.residual(at);
            self.flow[arc] = if back { self.flow[arc] - amount } else { self.flow[arc] + amount };
            at = if back { ends.to } else { ends.from };
        }
        amount
    }

    fn residual(&self, vertex: u32) -> (usize, logpine_network::digraph::Arc, bool) {
        let by = self.entered[vertex as usize];
        let arc = (by / 2) as usize;
        (arc, self.digraph.arcs()[arc], by % 2 == 1)
    }
}
