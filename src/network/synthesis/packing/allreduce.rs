//! The least time of an allreduce of long vectors.
//!
//! Partition the vertices into k parts, each of which has a rank. Let W be the first part that knows the sum of an element, when
//! t is over. Every other part has sent a message towards W by then, and was the sender of a different one: k - 1 messages
//! between parts. None of those parts knew the sum at t, so each receives one later: k - 1 more. So an allreduce of a unit of
//! data takes at least 2 (k - 1) / (the capacity of all arcs between parts), if what is sent over a link serves one element.
//!
//! Without switches and with the same capacities both ways the greatest of these bounds is attained: that is how many spanning
//! trees can be packed (Tutte, On the problem of decomposing a graph into n connected factors, 1961; Nash-Williams,
//! Edge-disjoint spanning trees of finite graphs, 1961), and each tree reduces upwards and broadcasts downwards.

use crate::integer::gcd;
use crate::network::digraph::Digraph;
use crate::network::synthesis::Flow;
use crate::network::synthesis::packing::error::{PackingError, at_most};
use crate::network::synthesis::packing::optimum::optimum;
use crate::network::synthesis::packing::roots::Roots;

/// A lower bound of the time of an allreduce, with the partition that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllreduceBound {
    /// The numerator of the time for a unit of data, 2 (k - 1) in lowest terms.
    pub p: u64,
    /// The denominator: the capacity of all arcs between parts.
    pub q: u64,
    /// The part of each vertex, numbered from 0 without gaps. Each has a rank.
    pub parts: Vec<u32>,
}

/// The largest amount of flow.
const AMOUNT: u64 = 1 << 60;
/// The largest product of vertices and arcs.
const WORK: u64 = 1 << 27;

/// The greatest bound of a partition. With switches it is that of a partition from which parts without ranks were removed, which
/// need not be the greatest.
///
/// The ratio of capacity and parts is lowered by Newton's method: for a ratio r a partition with the least sum over its parts of
/// (capacity across the part's border) / 2 - r is found vertex by vertex (the greedy algorithm for Dilworth truncations;
/// Cunningham, Optimal attack and reinforcement of a network, 1985), each time by a minimum cut.
///
/// # Errors
///
/// Fewer than two ranks, ranks without any path between them, and numbers beyond 64 bits.
pub fn allreduce_bound(graph: &Digraph) -> Result<AllreduceBound, PackingError> {
    let ranks = graph.compute();
    if ranks < 2 {
        return Err(PackingError::TooFewRanks { ranks });
    }
    at_most("vertices times links", u128::from(graph.vertices()) * graph.arcs().len() as u128, WORK)?;
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity between ranks", total * u128::from(graph.vertices()), AMOUNT)?;
    let mut best = bound(graph, (0..graph.vertices()).collect())?;
    let mut truncation = Truncation::new(graph);
    // The ratio falls with every round, and the number of parts with it, so there are few.
    let mut ratio =
        (capacity_between(graph, &(0..graph.vertices()).collect::<Vec<_>>()), u64::from(graph.vertices()) - 1);
    loop {
        let parts = truncation.partition(ratio);
        let (capacity, count) = (capacity_between(graph, &parts), count(&parts));
        if count < 2 || u128::from(capacity) * u128::from(ratio.1) >= u128::from(ratio.0) * u128::from(count - 1) {
            return Ok(best);
        }
        ratio = (capacity, count - 1);
        let candidate = bound(graph, parts)?;
        if u128::from(candidate.p) * u128::from(best.q) > u128::from(best.p) * u128::from(candidate.q) {
            best = candidate;
        }
    }
}

/// The number of parts, which are numbered without gaps.
fn count(parts: &[u32]) -> u64 {
    parts.iter().max().map_or(0, |&last| u64::from(last) + 1)
}

fn capacity_between(graph: &Digraph, parts: &[u32]) -> u64 {
    let between = graph.arcs().iter().filter(|arc| parts[arc.from as usize] != parts[arc.to as usize]);
    between.map(|arc| arc.capacity).sum()
}

/// The bound of a partition, after each part without a rank was joined to the neighbour with the most capacity.
fn bound(graph: &Digraph, mut parts: Vec<u32>) -> Result<AllreduceBound, PackingError> {
    let most = parts.len();
    loop {
        let mut has_rank = vec![false; most];
        parts[..graph.compute() as usize].iter().for_each(|&part| has_rank[part as usize] = true);
        let Some(lone) = parts.iter().copied().filter(|&part| !has_rank[part as usize]).min() else { break };
        let mut capacities = vec![0; most];
        for arc in graph.arcs() {
            let ends = [parts[arc.from as usize], parts[arc.to as usize]];
            match ends {
                [from, to] if from == lone && to != lone => capacities[to as usize] += arc.capacity,
                [from, to] if to == lone && from != lone => capacities[from as usize] += arc.capacity,
                _ => {}
            }
        }
        let other = (0..parts[0].max(u32::try_from(most).unwrap_or(u32::MAX)))
            .filter(|&part| part != lone && parts.contains(&part))
            .max_by_key(|&part| (capacities[part as usize], !part))
            .unwrap_or(parts[0]);
        parts.iter_mut().filter(|part| **part == lone).for_each(|part| *part = other);
    }
    renumber(&mut parts);
    let (p, q) = (2 * (count(&parts) - 1), capacity_between(graph, &parts));
    if q == 0 && p > 0 {
        let to = parts.iter().position(|&part| part != parts[0]).and_then(|at| u32::try_from(at).ok()).unwrap_or(0);
        return Err(PackingError::Unreached { from: 0, to });
    }
    let divisor = gcd(p, q).max(1);
    Ok(AllreduceBound { p: p / divisor, q: q / divisor, parts })
}

/// The greatest time of an element that a partition proves: of the one with the greatest bound by its messages, or, if links are not
/// alike both ways or there are switches, also of the least cuts, since each of two parts has to receive something of the other. Into each part
/// of a partition, and out of it, goes a message for each element, which may prove more than all messages together.
///
/// # Errors
/// Ranks without any path between them, and numbers beyond 64 bits.
pub fn least_allreduce_time(graph: &Digraph) -> Result<AllreduceBound, PackingError> {
    let of_cut = |graph: &Digraph| {
        let cut = optimum(graph, Roots::One(0))?.cut;
        Ok::<Vec<u32>, PackingError>(cut.into_iter().map(u32::from).collect())
    };
    let mut partitions: Vec<Vec<u32>> = allreduce_bound(graph).ok().map(|bound| bound.parts).into_iter().collect();
    if partitions.is_empty() || !graph.is_symmetric() || graph.vertices() > graph.compute() {
        partitions.extend([of_cut(graph)?, of_cut(&graph.reversed())?]);
    }
    let mut greatest = AllreduceBound { p: 0, q: 1, parts: Vec::new() };
    for parts in partitions {
        let (p, q) = by_messages_or_borders(graph, &parts)?;
        if u128::from(p) * u128::from(greatest.q) > u128::from(greatest.p) * u128::from(q) {
            greatest = AllreduceBound { p, q, parts };
        }
    }
    Ok(greatest)
}

/// The greater of 2 (k - 1) over the capacity between k parts, and 1 over the least capacity into a part or out of it.
fn by_messages_or_borders(graph: &Digraph, parts: &[u32]) -> Result<(u64, u64), PackingError> {
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity", total, u64::MAX)?;
    let count = count(parts);
    let mut borders = vec![[0u64; 2]; usize::try_from(count).unwrap_or(usize::MAX).min(parts.len())];
    for arc in graph.arcs() {
        let [from, to] = [arc.from, arc.to].map(|vertex| parts[vertex as usize] as usize);
        if from != to {
            borders[from][0] += arc.capacity;
            borders[to][1] += arc.capacity;
        }
    }
    let narrowest = borders.into_iter().flatten().min().unwrap_or(0);
    let (messages, between) = (2 * count.saturating_sub(1), capacity_between(graph, parts));
    let is_narrow = u128::from(between) > u128::from(messages) * u128::from(narrowest);
    Ok(if is_narrow { (1, narrowest) } else { (messages, between) })
}

/// Numbers the parts in the order of their first vertices.
fn renumber(parts: &mut [u32]) {
    let mut numbers = vec![u32::MAX; parts.len()];
    let mut next = 0;
    for part in parts {
        let number = &mut numbers[*part as usize];
        if *number == u32::MAX {
            *number = next;
            next += 1;
        }
        *part = *number;
    }
}

/// Minimum cuts among the first vertices.
struct Truncation<'a> {
    graph: &'a Digraph,
    /// The arcs, both ways as one; then for each vertex one from the source and one to the sink.
    flow: Flow,
    /// The value of each vertex that was treated.
    values: Vec<i128>,
}

impl<'a> Truncation<'a> {
    fn new(graph: &'a Digraph) -> Self {
        let vertices = graph.vertices();
        let mut flow = Flow::new(vertices + 2);
        for arc in graph.arcs() {
            // A set's border counts the arcs of both directions.
            flow.arc(arc.from, arc.to, 0);
            flow.arc(arc.to, arc.from, 0);
        }
        for vertex in 0..vertices {
            flow.arc(vertices, vertex, 0);
            flow.arc(vertex, vertices + 1, 0);
        }
        Self { graph, flow, values: Vec::new() }
    }

    /// A partition with the least sum of border / 2 - ratio over its parts, where the capacity between parts counts both ways.
    fn partition(&mut self, ratio: (u64, u64)) -> Vec<u32> {
        let vertices = self.graph.vertices();
        let mut parts: Vec<u32> = (0..vertices).collect();
        self.values.clear();
        for vertex in 0..vertices {
            let set = self.least(vertex, ratio);
            let mut joined = vec![false; vertices as usize];
            (0..=vertex as usize).filter(|&other| set[other]).for_each(|other| joined[parts[other] as usize] = true);
            parts.iter_mut().filter(|part| joined[**part as usize]).for_each(|part| *part = vertex);
        }
        renumber(&mut parts);
        parts
    }

    /// The set with this vertex, among those up to it, with the least of border * denominator - 2 * numerator - the values of
    /// its other vertices. That is the value of the vertex.
    fn least(&mut self, vertex: u32, (numerator, denominator): (u64, u64)) -> Vec<bool> {
        let vertices = self.graph.vertices();
        let mut outside = vec![0i128; vertex as usize + 1];
        let mut index = 0;
        for arc in self.graph.arcs() {
            let amount = arc.capacity * denominator;
            let inside = arc.from.max(arc.to) <= vertex;
            for step in [0, 2] {
                self.flow.set(index + step, if inside { amount } else { 0 });
            }
            index += 4;
            let lower = arc.from.min(arc.to);
            if !inside && lower <= vertex {
                outside[lower as usize] += i128::from(amount);
            }
        }
        let mut constant = outside[vertex as usize] - 2 * i128::from(numerator);
        for other in 0..vertices {
            let cost = match other.cmp(&vertex) {
                std::cmp::Ordering::Less => outside[other as usize] - self.values[other as usize],
                std::cmp::Ordering::Equal => -i128::from(AMOUNT),
                std::cmp::Ordering::Greater => 0,
            };
            let size = u64::try_from(cost.unsigned_abs()).unwrap_or(u64::MAX);
            self.flow.set(index, if cost < 0 { size } else { 0 });
            self.flow.set(index + 2, if cost > 0 { size } else { 0 });
            index += 4;
            if other < vertex {
                constant += cost.min(0);
            }
        }
        let amount = self.flow.augment(vertices, vertices + 1, u64::MAX);
        self.values.push(constant + i128::from(amount));
        self.flow.reached(vertices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::synthesis::packing::tests::networks::{both, dgx1, dragonfly, grid, mi250, random};

    /// The greatest 2 (k - 1) / capacity over all partitions into parts with ranks, by listing them.
    fn all_partitions(graph: &Digraph) -> (u64, u64) {
        let mut best = (0, 1);
        let mut parts = vec![0; graph.vertices() as usize];
        loop {
            let k = count(&parts);
            let with_rank = |part| parts[..graph.compute() as usize].contains(&part);
            if (0..u32::try_from(k).unwrap()).all(with_rank) {
                let ratio = (2 * (k - 1), capacity_between(graph, &parts));
                if ratio.0 * best.1 > best.0 * ratio.1 {
                    best = ratio;
                }
            }
            // The next restricted growth string.
            let grows = |at: usize| parts[at] <= parts[..at].iter().copied().max().unwrap();
            let Some(at) = (1..parts.len()).rev().find(|&at| grows(at)) else { return best };
            parts[at] += 1;
            parts[at + 1..].fill(0);
        }
    }

    #[test]
    fn the_bound_is_the_greatest_of_all_partitions() {
        for seed in 0..300 {
            for even in [true, false] {
                let graph = random(seed, even, false);
                let found = allreduce_bound(&graph).unwrap();
                let (p, q) = all_partitions(&graph);
                assert_eq!(found.p * q, found.q * p, "{graph:?}");
                assert_eq!(found.p * capacity_between(&graph, &found.parts), found.q * 2 * (count(&found.parts) - 1));
            }
            // With switches: a bound, with a rank in every part.
            let graph = random(seed, true, true);
            let found = allreduce_bound(&graph).unwrap();
            let (p, q) = all_partitions(&graph);
            assert!(found.p * q <= found.q * p);
            assert_eq!(found.p * capacity_between(&graph, &found.parts), found.q * 2 * (count(&found.parts) - 1));
            let with_rank = |part: &u32| found.parts[..graph.compute() as usize].contains(part);
            assert!(found.parts.iter().all(with_rank));
        }
    }

    #[test]
    fn published_networks_have_these_bounds() {
        let cases = [
            (grid(&[8, 8], true), 63, 128),
            (grid(&[2; 6], false), 21, 64),
            (dgx1(), 7, 24),
            (grid(&[4, 4], false), 5, 8),
            // All 36 ranks apart: 2 * 35 elements over 180 links.
            (dragonfly(4, 2), 7, 18),
            (grid(&[8, 8], false), 9, 16),
            // Reduce-scatter and allgather, each of 1/16 of the data a rank in 7/150, are optimal.
            (mi250(1), 7, 1200),
        ];
        for (graph, p, q) in cases {
            let found = allreduce_bound(&graph).unwrap();
            assert_eq!((found.p, found.q), (p, q));
        }
        assert!(matches!(allreduce_bound(&both(3, 3, [(0, 1, 1)])), Err(PackingError::Unreached { .. })));
    }
}
