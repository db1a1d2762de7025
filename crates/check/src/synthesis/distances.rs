//! Distances along arcs.

use logpine_network::digraph::Arc;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The arcs that leave each of so many vertices, in the order of their indices.
pub(super) fn by_start(vertices: u32, arcs: impl Iterator<Item = Arc>) -> Vec<Vec<Arc>> {
    let mut from = vec![Vec::new(); vertices as usize];
    for arc in arcs {
        from[arc.from as usize].push(arc);
    }
    from
}

/// The sum of latencies on the shortest path from the nearest of the starts to each vertex; `None` if it is not reached.
pub(super) fn distances(from: &[Vec<Arc>], starts: impl IntoIterator<Item = u32>) -> Vec<Option<u64>> {
    let mut distances = vec![None; from.len()];
    let mut next: BinaryHeap<_> = starts.into_iter().map(|start| Reverse((0u64, start))).collect();
    while let Some(Reverse((distance, vertex))) = next.pop() {
        if distances[vertex as usize].is_none() {
            distances[vertex as usize] = Some(distance);
            let beyond = from[vertex as usize].iter().filter(|arc| distances[arc.to as usize].is_none());
            next.extend(beyond.map(|arc| Reverse((distance + u64::from(arc.latency), arc.to))));
        }
    }
    distances
}
