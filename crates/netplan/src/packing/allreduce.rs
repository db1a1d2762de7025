//! The least time of an allreduce of long vectors.
//!
//! Partition the vertices into k parts, each of which has a rank. Let W be the first part that knows the sum of an element, when
//! t is over. Every other part has sent a message towards W by then, and was the sender of a different one: k - 1 messages
//! between parts. None of those parts knew the sum at t, so each receives one later: k - 1 more. So an allreduce of a unit of
//! data takes at least 2 (k - 1) / (the capacity of all arcs between parts), if what is sent over a link serves one element.
//!
//! If switches only forward, a vertex without data need not be in a part: a message leaves the part of its sender over an arc from inside to
//! outside, and enters that of its receiver, so that the capacity out of all parts counts, and the capacity into all parts. With every rank
//! alone that is 2 (N - 1) over the capacity into all ranks, or out of all ranks. A switch that combines makes one message of several, and
//! one that copies makes several of one; with those each switch has to be in a part.
//!
//! Without switches and with the same capacities both ways the greatest of these bounds is attained: that is how many spanning
//! trees can be packed (Tutte, On the problem of decomposing a graph into n connected factors, 1961; Nash-Williams,
//! Edge-disjoint spanning trees of finite graphs, 1961), and each tree reduces upwards and broadcasts downwards.

use crate::Flow;
use crate::PlanError;
use crate::error::at_most;
use crate::packing::optimum::optimum;
use crate::packing::roots::Roots;
use logpine_network::digraph::Digraph;
use logpine_text::integer::gcd;
use logpine_text::watch::Watch;

/// A lower bound of the time of an allreduce, with the partition that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllreduceBound {
    /// The numerator of the time for a unit of data, 2 (k - 1) in lowest terms.
    pub p: u64,
    /// The denominator: the capacity of all arcs between parts.
    pub q: u64,
    /// The part of each vertex, numbered from 0 without gaps. Each has a rank. Switches that only forward may have the number after
    /// the last, and are in no part.
    pub parts: Vec<u32>,
}

/// The part of a switch that is in none.
const OUTSIDE: u32 = u32::MAX;
/// The largest amount of flow.
const AMOUNT: u64 = 1 << 60;
/// The largest product of vertices and arcs.
const WORK: u64 = 1 << 27;

/// The greatest bound of a partition that is found until `watch` ends the work, whatever switches do. With switches it is that of a partition from which parts without ranks were
/// removed, which need not be the greatest.
///
/// The ratio of capacity and parts is lowered by Newton's method: for a ratio r a partition with the least sum over its parts of
/// (capacity across the part's border) / 2 - r is found vertex by vertex (the greedy algorithm for Dilworth truncations;
/// Cunningham, Optimal attack and reinforcement of a network, 1985), each time by a minimum cut.
///
/// # Errors
///
/// Fewer than two ranks, ranks without any path between them, and numbers beyond 64 bits.
pub fn allreduce_bound(graph: &Digraph, watch: &dyn Watch) -> Result<AllreduceBound, PlanError> {
    greatest(graph, false, watch)
}

/// The greatest bound of a partition; switches that `forward` only may be in no part.
fn greatest(graph: &Digraph, forward: bool, watch: &dyn Watch) -> Result<AllreduceBound, PlanError> {
    let ranks = graph.compute();
    if ranks < 2 {
        return Err(PlanError::TooFewRanks { ranks });
    }
    at_most("vertices times links", u128::from(graph.vertices()) * graph.arcs().len() as u128, WORK)?;
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity between ranks", total * u128::from(graph.vertices()), AMOUNT)?;
    let mut truncation = Truncation::new(graph, forward);
    let bound = |parts| if forward { of_parts(graph, parts) } else { bound(graph, parts) };
    let apart: Vec<u32> = (0..graph.vertices()).map(|vertex| vertex.min(truncation.last)).collect();
    // The ratio falls with every round, and the number of parts with it, so there are few.
    let mut ratio = (capacity_between(graph, &apart, truncation.last.into()), u64::from(truncation.last) - 1);
    let mut best = bound(apart)?;
    loop {
        let Some(parts) = truncation.partition(ratio, watch) else { return Ok(best) };
        let count = if forward { count(&parts[..ranks as usize]) } else { count(&parts) };
        let capacity = capacity_between(graph, &parts, count);
        if count < 2 || u128::from(capacity) * u128::from(ratio.1) >= u128::from(ratio.0) * u128::from(count - 1) {
            return Ok(best);
        }
        ratio = (capacity, count - 1);
        let candidate = bound(parts)?;
        if u128::from(candidate.p) * u128::from(best.q) > u128::from(best.p) * u128::from(candidate.q) {
            best = candidate;
        }
    }
}

/// The number of parts, which are numbered without gaps.
fn count(parts: &[u32]) -> u64 {
    parts.iter().max().map_or(0, |&last| u64::from(last) + 1)
}

/// The capacity between the parts below `count`: out of all of them, or into all of them, whichever is less.
fn capacity_between(graph: &Digraph, parts: &[u32], count: u64) -> u64 {
    let (mut out, mut into) = (0, 0);
    for arc in graph.arcs() {
        let [from, to] = [arc.from, arc.to].map(|vertex| u64::from(parts[vertex as usize]));
        out += if from != to && from < count { arc.capacity } else { 0 };
        into += if from != to && to < count { arc.capacity } else { 0 };
    }
    out.min(into)
}

/// The bound of a partition, after each part without a rank was joined to the neighbour with the most capacity.
fn bound(graph: &Digraph, mut parts: Vec<u32>) -> Result<AllreduceBound, PlanError> {
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
        let mut is_there = vec![false; most];
        for &part in &parts {
            is_there[part as usize] = true;
        }
        let other = (0u32..)
            .zip(is_there)
            .filter_map(|(part, is_there)| Some(part).filter(|&part| is_there && part != lone))
            .max_by_key(|&part| (capacities[part as usize], !part))
            .unwrap_or(parts[0]);
        parts.iter_mut().filter(|part| **part == lone).for_each(|part| *part = other);
    }
    renumber(&mut parts);
    of_parts(graph, parts)
}

/// The bound of a partition.
fn of_parts(graph: &Digraph, parts: Vec<u32>) -> Result<AllreduceBound, PlanError> {
    let count = count(&parts[..graph.compute() as usize]);
    let (p, q) = (2 * (count - 1), capacity_between(graph, &parts, count));
    if q == 0 && p > 0 {
        let to = parts.iter().position(|&part| part != parts[0]).and_then(|at| u32::try_from(at).ok()).unwrap_or(0);
        return Err(PlanError::Unreached { from: 0, to });
    }
    let divisor = gcd(p, q).max(1);
    Ok(AllreduceBound { p: p / divisor, q: q / divisor, parts })
}

/// The greatest time of an element that a partition proves if switches only forward, or `combine` as well: of the one with the greatest bound
/// by its messages, or, if links are not alike both ways or there are switches, also of the least cuts, since each of two parts has to receive something of
/// the other. Into each part of a partition, and out of it, goes a message for each element, which may prove more than all together.
///
/// # Errors
/// Ranks without any path between them, and numbers beyond 64 bits.
pub fn least_allreduce_time(graph: &Digraph, combine: bool, watch: &dyn Watch) -> Result<AllreduceBound, PlanError> {
    let of_cut = |graph: &Digraph| {
        let cut = optimum(graph, Roots::One(0), watch)?.cut;
        Ok::<Vec<u32>, PlanError>(cut.into_iter().map(u32::from).collect())
    };
    let has_switches = graph.vertices() > graph.compute();
    // Of equal bounds the first, which says nothing of switches.
    let mut partitions: Vec<Vec<u32>> =
        allreduce_bound(graph, watch).ok().map(|bound| bound.parts).into_iter().collect();
    if has_switches && !combine {
        partitions.extend(greatest(graph, true, watch).ok().map(|bound| bound.parts));
    }
    if partitions.is_empty() || !graph.is_symmetric() || has_switches {
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
fn by_messages_or_borders(graph: &Digraph, parts: &[u32]) -> Result<(u64, u64), PlanError> {
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity", total, u64::MAX)?;
    let count = count(&parts[..graph.compute() as usize]);
    let mut borders = vec![[0u64; 2]; usize::try_from(count).unwrap_or(usize::MAX).min(parts.len())];
    for arc in graph.arcs() {
        let [from, to] = [arc.from, arc.to].map(|vertex| parts[vertex as usize] as usize);
        for (part, side) in [(from, 0), (to, 1)].into_iter().filter(|_| from != to) {
            if let Some(border) = borders.get_mut(part) {
                border[side] += arc.capacity;
            }
        }
    }
    let narrowest = borders.into_iter().flatten().min().unwrap_or(0);
    let (messages, between) = (2 * count.saturating_sub(1), capacity_between(graph, parts, count));
    let is_narrow = u128::from(between) > u128::from(messages) * u128::from(narrowest);
    Ok(if is_narrow { (1, narrowest) } else { (messages, between) })
}

/// Numbers the parts in the order of their first vertices. What is [`OUTSIDE`] gets the number after the last.
fn renumber(parts: &mut [u32]) {
    let mut numbers = vec![OUTSIDE; parts.len()];
    let mut next = 0;
    for part in parts.iter_mut().filter(|part| **part != OUTSIDE) {
        let number = &mut numbers[*part as usize];
        if *number == OUTSIDE {
            *number = next;
            next += 1;
        }
        *part = *number;
    }
    parts.iter_mut().filter(|part| **part == OUTSIDE).for_each(|part| *part = next);
}

/// Minimum cuts among the first vertices.
struct Truncation<'a> {
    graph: &'a Digraph,
    /// The arcs, both ways as one; then for each vertex one from the source and one to the sink.
    flow: Flow,
    /// The value of each vertex that was treated.
    values: Vec<i128>,
    /// The number of vertices that are in a part: the others are switches that only forward, and join the part that they like.
    last: u32,
}

impl<'a> Truncation<'a> {
    fn new(graph: &'a Digraph, forward: bool) -> Self {
        let last = if forward { graph.compute() } else { graph.vertices() };
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
        Self { graph, flow, values: Vec::new(), last }
    }

    /// A partition with the least sum of border / 2 - ratio over its parts, where the capacity between parts counts both ways; `None` if
    /// `watch` ends the work.
    fn partition(&mut self, ratio: (u64, u64), watch: &dyn Watch) -> Option<Vec<u32>> {
        let vertices = self.graph.vertices();
        let mut parts: Vec<u32> =
            (0..vertices).map(|vertex| if vertex < self.last { vertex } else { OUTSIDE }).collect();
        self.values.clear();
        for vertex in 0..self.last {
            if watch.is_over() {
                return None;
            }
            let set = self.least(vertex, ratio);
            let mut joined = vec![false; vertices as usize];
            (0..=vertex as usize).filter(|&other| set[other]).for_each(|other| joined[parts[other] as usize] = true);
            for (part, is_in) in parts.iter_mut().zip(&set) {
                let joins = if *part == OUTSIDE { *is_in } else { joined[*part as usize] };
                if joins {
                    *part = vertex;
                }
            }
        }
        renumber(&mut parts);
        Some(parts)
    }

    /// The set with this vertex, among those up to it, with the least of border * denominator - 2 * numerator - the values of
    /// its other vertices. That is the value of the vertex.
    fn least(&mut self, vertex: u32, (numerator, denominator): (u64, u64)) -> Vec<bool> {
        let vertices = self.graph.vertices();
        let last = self.last;
        let may_be_in = |other: u32| other <= vertex || other >= last;
        let mut outside = vec![0i128; vertices as usize];
        let mut index = 0;
        for arc in self.graph.arcs() {
            let amount = arc.capacity * denominator;
            let inside = may_be_in(arc.from) && may_be_in(arc.to);
            for step in [0, 2] {
                self.flow.set(index + step, if inside { amount } else { 0 });
            }
            index += 4;
            for end in [arc.from, arc.to] {
                if !inside && may_be_in(end) {
                    outside[end as usize] += i128::from(amount);
                }
            }
        }
        let mut constant = outside[vertex as usize] - 2 * i128::from(numerator);
        for other in 0..vertices {
            // Only vertices that were treated have a value.
            let value = self.values.get(other as usize).copied().unwrap_or(0);
            let cost = if other == vertex { -i128::from(AMOUNT) } else { outside[other as usize] - value };
            let size = u64::try_from(cost.unsigned_abs()).unwrap_or(u64::MAX);
            self.flow.set(index, if cost < 0 { size } else { 0 });
            self.flow.set(index + 2, if cost > 0 { size } else { 0 });
            index += 4;
            if other != vertex {
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
    use crate::tests::networks::{both, dgx1, dragonfly, grid, mi250, random};

    /// The greatest 2 (k - 1) / capacity over all partitions into parts with ranks, by listing them; with `forward` also those in which
    /// some switches are in no part.
    fn all_partitions(graph: &Digraph, forward: bool) -> (u64, u64) {
        let mut best = (0, 1);
        let mut parts = vec![0; graph.vertices() as usize];
        loop {
            let (ranks, switches) = parts.split_at(graph.compute() as usize);
            let k = count(ranks);
            let last = if forward { k } else { k - 1 };
            if switches.iter().all(|&part| u64::from(part) <= last) {
                let crossing = |tail: u32, head: u32| parts[tail as usize] != parts[head as usize];
                let is_in = |vertex: u32| u64::from(parts[vertex as usize]) < k;
                let (mut out, mut into) = (0, 0);
                for arc in graph.arcs().iter().filter(|arc| crossing(arc.from, arc.to)) {
                    out += arc.capacity * u64::from(is_in(arc.from));
                    into += arc.capacity * u64::from(is_in(arc.to));
                }
                let ratio = (2 * (k - 1), out.min(into));
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
                let found = allreduce_bound(&graph, &()).unwrap();
                let (p, q) = all_partitions(&graph, false);
                assert_eq!(found.p * q, found.q * p, "{graph:?}");
                assert_eq!(proved(&graph, &found), found.p);
            }
            // With switches: a bound, with a rank in every part.
            let graph = random(seed, true, true);
            let found = allreduce_bound(&graph, &()).unwrap();
            let (p, q) = all_partitions(&graph, false);
            assert!(found.p * q <= found.q * p);
            assert_eq!(proved(&graph, &found), found.p);
            let with_rank = |part: &u32| found.parts[..graph.compute() as usize].contains(part);
            assert!(found.parts.iter().all(with_rank));
            // If they only forward, the greatest, with switches in no part.
            let found = greatest(&graph, true, &()).unwrap();
            let (p, q) = all_partitions(&graph, true);
            assert_eq!(found.p * q, found.q * p, "{graph:?}");
            assert_eq!(proved(&graph, &found), found.p);
        }
    }

    /// The numerator over the denominator of the bound that its parts prove.
    fn proved(graph: &Digraph, bound: &AllreduceBound) -> u64 {
        let k = count(&bound.parts[..graph.compute() as usize]);
        bound.q * 2 * (k - 1) / capacity_between(graph, &bound.parts, k)
    }

    /// Stars of N ranks around a switch, and trees of switches: 2 (N - 1) elements enter the ranks.
    #[test]
    fn switches_that_only_forward_combine_nothing() {
        for ranks in 2..7 {
            let star = both(ranks + 1, ranks, (0..ranks).map(|rank| (rank, ranks, 2)));
            let found = least_allreduce_time(&star, false, &()).unwrap();
            assert_eq!((found.p, found.q), (2 * u64::from(ranks - 1), 2 * u64::from(ranks)), "{ranks} ranks");
            let any = allreduce_bound(&star, &()).unwrap();
            assert_eq!((any.p, any.q), (1, 2), "switches that combine and copy");
        }
        // Two stars of 2 ranks whose switches are joined by a wide link, or by a narrow one.
        let stars = |middle| both(6, 4, [(0, 4, 4), (1, 4, 4), (2, 5, 4), (3, 5, 4), (4, 5, middle)]);
        let time = |middle| least_allreduce_time(&stars(middle), false, &()).map(|found| (found.p, found.q)).unwrap();
        assert_eq!((time(9), time(1)), ((6, 16), (2, 2)));
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
            let found = allreduce_bound(&graph, &()).unwrap();
            assert_eq!((found.p, found.q), (p, q));
        }
        assert!(matches!(allreduce_bound(&both(3, 3, [(0, 1, 1)]), &()), Err(PlanError::Unreached { .. })));
    }
}
