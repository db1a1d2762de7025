//! Broadcasts by calls, step by step: those are told first behind whom most remains to be done.
//!
//! In each step, the vertices that do not know are put into layers by their distance from those who do. From the farthest layer
//! on, each is given to a vertex of the layer before with the fewest children; a vertex with children that take `d_0 >= d_1 >= ..`
//! steps takes max over k of `k + 1 + d_k`. The vertices of the first layer are matched with callers in descending order of that
//! number (Harutyunyan and Shao, An Efficient Heuristic for Broadcasting in Networks, 2006).

use crate::Send;
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;
use std::collections::BinaryHeap;

const UNREACHED: u32 = u32::MAX;

/// The search and its memory.
pub struct Greedy<'a> {
    graph: &'a Digraph,
    root: u32,
    /// The end of the step in which a vertex has been told; `UNREACHED` for those not called yet.
    told: Vec<u32>,
    layer: Vec<u32>,
    order: Vec<u32>,
    /// The steps that a vertex would need after it has been told, if somebody relies on it or it has data.
    takes: Vec<Option<u32>>,
    children: Vec<u32>,
    tie: Vec<u64>,
    /// The arc over which each caller calls in this step.
    calls: Vec<Option<u32>>,
    /// The last search that has seen a caller.
    seen: Vec<u64>,
    search: u64,
    /// Entries of a search: the arc over which its target would be called, and the entry of the target that gives way.
    entries: Vec<(u32, usize)>,
    targets: Vec<(u32, usize)>,
}

impl<'a> Greedy<'a> {
    /// The search from a root that reaches all vertices that have data.
    pub fn new(graph: &'a Digraph, root: u32) -> Self {
        let count = graph.vertices() as usize;
        Self {
            graph,
            root,
            told: vec![UNREACHED; count],
            layer: vec![UNREACHED; count],
            order: Vec::new(),
            takes: vec![None; count],
            children: vec![0; count],
            tie: vec![0; count],
            calls: vec![None; count],
            seen: vec![0; count],
            search: 0,
            entries: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// The calls of a broadcast; relays may be called that call nobody in turn. `None` if `watch` ends the work.
    pub fn run(&mut self, seed: u64, watch: &dyn Watch) -> Option<Vec<Send>> {
        let mut random = (seed > 0).then(|| Generator::new(seed));
        self.told.fill(UNREACHED);
        self.told[self.root as usize] = 0;
        let mut missing = (0..self.graph.compute()).filter(|&vertex| vertex != self.root).count();
        let mut flying = BinaryHeap::new();
        let (mut sends, mut step) = (Vec::new(), 1);
        while missing > 0 {
            if watch.is_over() {
                return None;
            }
            self.estimate(&mut random);
            self.call(step);
            let before = sends.len();
            for vertex in 0..self.graph.vertices() {
                let Some(arc) = self.calls[vertex as usize].take() else { continue };
                let end = step + self.graph.arcs()[arc as usize].latency - 1;
                let to = self.graph.arcs()[arc as usize].to;
                self.told[to as usize] = end;
                missing -= usize::from(to < self.graph.compute());
                flying.push(std::cmp::Reverse(end));
                sends.push(Send { step, arc, block: 0 });
            }
            step += 1;
            // Without calls nothing changes until the next arrival.
            if sends.len() == before {
                while flying.peek().is_some_and(|end| end.0 < step - 1) {
                    flying.pop();
                }
                match flying.pop() {
                    Some(end) => step = step.max(end.0 + 1),
                    None => break,
                }
            }
        }
        Some(sends)
    }

    /// Estimates what every vertex that has not been called would need.
    fn estimate(&mut self, random: &mut Option<Generator>) {
        self.order.clear();
        for vertex in 0..self.graph.vertices() {
            let known = self.told[vertex as usize] != UNREACHED;
            self.layer[vertex as usize] = if known { 0 } else { UNREACHED };
            self.takes[vertex as usize] = (!known && vertex < self.graph.compute()).then_some(0);
            self.children[vertex as usize] = 0;
            // The first run keeps the order of the vertices, in which regular networks are numbered.
            self.tie[vertex as usize] = random.as_mut().map_or(vertex.into(), Generator::next);
            if known {
                self.order.push(vertex);
            }
        }
        let mut at = 0;
        while let Some(&from) = self.order.get(at) {
            at += 1;
            for &arc in self.graph.leaving(from) {
                let to = self.graph.arcs()[arc as usize].to;
                if self.layer[to as usize] == UNREACHED {
                    self.layer[to as usize] = self.layer[from as usize] + 1;
                    self.order.push(to);
                }
            }
        }
        let mut end = self.order.len();
        while end > 0 {
            let depth = self.layer[self.order[end - 1] as usize];
            let start = self.order.partition_point(|&vertex| self.layer[vertex as usize] < depth);
            let (takes, tie) = (&self.takes, &self.tie);
            self.order[start..end]
                .sort_unstable_by_key(|&vertex| (std::cmp::Reverse(takes[vertex as usize]), tie[vertex as usize]));
            if depth <= 1 {
                break;
            }
            for index in start..end {
                self.give(self.order[index]);
            }
            end = start;
        }
    }

    /// Gives a vertex to one of the layer before.
    fn give(&mut self, vertex: u32) {
        let Some(takes) = self.takes[vertex as usize] else { return };
        let entering = self.graph.entering(vertex).iter().map(|&arc| self.graph.arcs()[arc as usize].from);
        let before = entering.filter(|&from| self.layer[from as usize].wrapping_add(1) == self.layer[vertex as usize]);
        let parent = before.min_by_key(|&from| (self.children[from as usize], self.tie[from as usize]));
        let Some(parent) = parent else { return };
        let all = self.children[parent as usize] + 1 + takes;
        self.takes[parent as usize] = self.takes[parent as usize].max(Some(all));
        self.children[parent as usize] += 1;
    }

    /// Matches the vertices of the first layer, most urgent first, with callers that know before the step.
    fn call(&mut self, step: u32) {
        let first = self.order.partition_point(|&vertex| self.layer[vertex as usize] < 1);
        self.search += 1;
        for index in first..self.order.len() {
            let vertex = self.order[index];
            if self.layer[vertex as usize] != 1 {
                break;
            }
            if self.takes[vertex as usize].is_some() {
                // What a search has seen in vain leads nowhere until another succeeds.
                self.search += u64::from(self.find_caller(vertex, step));
            }
        }
    }

    /// Finds a caller for a vertex along an augmenting path, breadth first: true if there is one.
    fn find_caller(&mut self, vertex: u32, step: u32) -> bool {
        self.entries.clear();
        self.targets.clear();
        self.targets.push((vertex, usize::MAX));
        let mut at = 0;
        while let Some(&(target, parent)) = self.targets.get(at) {
            at += 1;
            for &arc in self.graph.entering(target) {
                let from = self.graph.arcs()[arc as usize].from as usize;
                if self.told[from] >= step || std::mem::replace(&mut self.seen[from], self.search) == self.search {
                    continue;
                }
                self.entries.push((arc, parent));
                let entry = self.entries.len() - 1;
                let Some(taken) = self.calls[from] else {
                    self.call_along(entry);
                    return true;
                };
                self.targets.push((self.graph.arcs()[taken as usize].to, entry));
            }
        }
        false
    }

    /// Lets the caller of an entry call its target, and so on back to the first target.
    fn call_along(&mut self, mut entry: usize) {
        while let Some(&(arc, parent)) = self.entries.get(entry) {
            self.calls[self.graph.arcs()[arc as usize].from as usize] = Some(arc);
            entry = parent;
        }
    }
}
