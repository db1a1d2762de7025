//! The steps that a vertex needs after it has been told, for those who can only be told by way of it.
//!
//! Let D(v) be what the root does not reach without v. Its parts, connected without v, hear nothing but what v tells them. A part
//! K that is called first in the step k + 1 after v was told takes until k + e(K) at least, where
//!
//! ```text
//! e(K) = max(max over w in K of distance(v, w) + need(w), ceil log2(|K| + 1))
//! need(v) = max(max over k of k + e(K_k), ceil log2(|D(v)| + 1)),   parts by descending e
//! ```
//!
//! since v calls them one after the other, since w still needs need(w) once it is told, and since the number of those who know,
//! v and a part, at most doubles with each step: v goes on calling. Sizes count vertices that have data. On trees, need(root)
//! is the optimum.

use crate::PlanError;
use logpine_network::digraph::Digraph;
use logpine_text::integer::ceil_log2;

/// The steps each vertex needs from the step it is told, and its distance from the root.
#[derive(Clone, Debug)]
pub struct Needs {
    needs: Vec<u32>,
    /// The distance from the root; 0 for relays behind which nobody is.
    distances: Vec<u32>,
}

impl Needs {
    /// The needs of all vertices; of the root alone, without those of the others, if the graph has more than `pairs` pairs of a vertex and
    /// an arc.
    pub fn new(graph: &Digraph, root: u32, pairs: u64) -> Result<Self, PlanError> {
        let distances = graph.distances(root, |arc| u64::from(arc.latency));
        if let Some(vertex) = (0..graph.compute()).find(|&vertex| distances[vertex as usize].is_none()) {
            return Err(PlanError::Unreached { from: root, to: vertex });
        }
        let reached: Vec<bool> = distances.iter().map(Option::is_some).collect();
        let mut needs = vec![0; graph.vertices() as usize];
        let mut search = Search { graph, root, reached: &reached, behind: Vec::new(), stack: Vec::new() };
        if u64::from(graph.vertices()) * (graph.arcs().len() as u64 + 1) <= pairs {
            let mut separators: Vec<_> = (0..graph.vertices())
                .filter(|&vertex| vertex != root && reached[vertex as usize])
                .map(|vertex| (search.find_behind(vertex), vertex))
                .filter(|&(size, _)| size > 0)
                .collect();
            // What is behind a vertex behind v is a part of what is behind v.
            separators.sort_unstable();
            for (_, vertex) in separators {
                needs[vertex as usize] = search.need(vertex, &needs);
            }
        }
        needs[root as usize] = search.need(root, &needs);
        let distances = (0..graph.vertices()).zip(distances).map(|(vertex, distance)| match distance {
            Some(distance) if vertex < graph.compute() || needs[vertex as usize] > 0 => narrow(distance),
            _ => 0,
        });
        let distances = distances.collect();
        Ok(Self { needs, distances })
    }

    /// The steps that no broadcast undercuts.
    pub fn bound(&self) -> u32 {
        self.needs.iter().zip(&self.distances).map(|(need, distance)| need + distance).max().unwrap_or(0)
    }

    /// The step at whose end each vertex must have been told in a broadcast of so many steps.
    pub fn deadlines(&self, steps: u32) -> Vec<u32> {
        self.needs.iter().map(|need| steps.saturating_sub(*need)).collect()
    }
}

/// Finds what is behind a vertex.
struct Search<'a> {
    graph: &'a Digraph,
    root: u32,
    reached: &'a [bool],
    /// True for the vertices behind the last vertex.
    behind: Vec<bool>,
    stack: Vec<u32>,
}

impl Search<'_> {
    /// Marks the vertices that the root reaches only by way of `vertex`, and counts them.
    fn find_behind(&mut self, vertex: u32) -> usize {
        self.behind.clear();
        self.behind.extend(self.reached);
        self.behind[vertex as usize] = false;
        self.behind[self.root as usize] = false;
        self.stack.clear();
        if vertex != self.root {
            self.stack.push(self.root);
        }
        while let Some(from) = self.stack.pop() {
            for &arc in self.graph.leaving(from) {
                let to = self.graph.arcs()[arc as usize].to;
                if std::mem::take(&mut self.behind[to as usize]) {
                    self.stack.push(to);
                }
            }
        }
        self.behind.iter().filter(|&&behind| behind).count()
    }

    /// The steps a vertex needs, from those needed behind it.
    fn need(&mut self, vertex: u32, needs: &[u32]) -> u32 {
        self.find_behind(vertex);
        let distances = self.graph.distances(vertex, |arc| u64::from(arc.latency));
        let mut parts = Vec::new();
        let mut total = 0;
        for start in 0..self.graph.vertices() {
            if !std::mem::take(&mut self.behind[start as usize]) {
                continue;
            }
            let (mut size, mut longest) = (0, None);
            self.stack.clear();
            self.stack.push(start);
            while let Some(at) = self.stack.pop() {
                // Relays matter for those behind them only, who are counted themselves.
                if at < self.graph.compute() {
                    size += 1;
                    let time = distances[at as usize].map_or(0, narrow) + needs[at as usize];
                    longest = longest.max(Some(time));
                }
                let leaving = self.graph.leaving(at).iter().map(|&arc| self.graph.arcs()[arc as usize].to);
                let entering = self.graph.entering(at).iter().map(|&arc| self.graph.arcs()[arc as usize].from);
                for other in leaving.chain(entering) {
                    if std::mem::take(&mut self.behind[other as usize]) {
                        self.stack.push(other);
                    }
                }
            }
            parts.extend(longest.map(|longest| longest.max(ceil_log2(size + 1))));
            total += size;
        }
        parts.sort_unstable_by(|one, other| other.cmp(one));
        let calls = (0u32..).zip(parts).map(|(call, part)| call + part).max().unwrap_or(0);
        // A relay that is told is one of those who know.
        calls.max(ceil_log2(total + 1))
    }
}

/// Distances fit, because latencies are limited.
fn narrow(distance: u64) -> u32 {
    u32::try_from(distance).unwrap_or(u32::MAX / 2)
}
