//! The steps in which a block can be somewhere, and be of use there.

use super::limits::Obstacle;
use super::statement::Statement;
use crate::Sink;
use logpine_network::digraph::Digraph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Steps from `first` to `last`, with one variable each; empty if `last < first`.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub first: u32,
    pub last: u32,
    /// The number of the variable of the first step, counted from the first variable of the block.
    offset: u32,
}

impl Window {
    const EMPTY: Self = Self { first: 1, last: 0, offset: 0 };

    /// The steps of the window, in ascending order.
    pub const fn steps(self) -> std::ops::RangeInclusive<u32> {
        self.first..=self.last
    }

    /// The variable of a step, counted from the first variable of the block.
    pub fn variable(self, step: u32) -> Option<u32> {
        self.steps().contains(&step).then(|| self.offset + (step - self.first))
    }

    const fn length(self) -> u32 {
        (self.last + 1).saturating_sub(self.first)
    }
}

/// The windows of blocks with the same origin and the same sinks.
#[derive(Clone, Debug)]
pub struct Windows {
    /// For each vertex but the origin, the steps at whose end it may hold a block: from its distance on, and until somebody who
    /// needs the block can still be reached; for those who need it, until they must hold it.
    pub held: Vec<Window>,
    /// For each arc, the steps in which it may be sent.
    pub sent: Vec<Window>,
    /// The number of variables of a block.
    pub variables: u32,
}

impl Windows {
    /// The windows of the blocks that start at `origin` and are needed by `sink`.
    pub fn new(statement: &Statement<'_>, origin: u32, sink: Sink) -> Result<Self, Obstacle> {
        let graph = statement.graph;
        let steps = statement.steps()?;
        let needs = |vertex: u32| statement.needs(vertex, sink);
        let sinks = (0..graph.vertices()).filter(|&vertex| needs(vertex));
        // Sinks beyond the first matter to those only who do not need the block themselves.
        let remaining = nearest(&graph.reversed(), sinks);
        let distances = nearest(graph, [origin]);
        let mut windows = Self { held: Vec::new(), sent: Vec::new(), variables: 0 };
        let last = |vertex: u32| {
            let latest = if needs(vertex) { statement.deadline(vertex) } else { steps };
            remaining[vertex as usize].and_then(|remaining| latest.checked_sub(remaining))
        };
        let next = |variables: &mut u32, first: Option<u32>, last: Option<u32>| {
            let (Some(first), Some(last)) = (first, last) else { return Ok(Window::EMPTY) };
            let window = if first <= last { Window { first, last, offset: *variables } } else { Window::EMPTY };
            *variables = variables.checked_add(window.length()).ok_or(Obstacle::Size)?;
            Ok(window)
        };
        for vertex in 0..graph.vertices() {
            let first = distances[vertex as usize].filter(|_| vertex != origin);
            let window = next(&mut windows.variables, first, last(vertex))?;
            windows.held.push(window);
        }
        for arc in graph.arcs() {
            let first = distances[arc.from as usize].filter(|_| arc.to != origin && arc.to != arc.from);
            let last = last(arc.to).and_then(|last| (last + 1).checked_sub(arc.latency));
            let window = next(&mut windows.variables, first.and_then(|first| first.checked_add(1)), last)?;
            windows.sent.push(window);
        }
        Ok(windows)
    }
}

/// The latency of a cheapest path from the nearest of the sources to each vertex; `None` if there is none.
fn nearest(graph: &Digraph, sources: impl IntoIterator<Item = u32>) -> Vec<Option<u32>> {
    let mut distances = vec![None; graph.vertices() as usize];
    let mut heap: BinaryHeap<_> = sources.into_iter().map(|source| (Reverse(0u32), source)).collect();
    while let Some((Reverse(distance), vertex)) = heap.pop() {
        if distances[vertex as usize].is_some() {
            continue;
        }
        distances[vertex as usize] = Some(distance);
        for &arc in graph.leaving(vertex) {
            let arc = &graph.arcs()[arc as usize];
            // What is farther than 32 bits is beyond every schedule.
            if let (None, Some(sum)) = (distances[arc.to as usize], distance.checked_add(arc.latency)) {
                heap.push((Reverse(sum), arc.to));
            }
        }
    }
    distances
}
