//! The greatest throughput of a network.

use crate::Flow;
use crate::PlanError;
use crate::error::at_most;
use crate::packing::level;
use crate::packing::roots::Roots;
use crate::packing::scale::Scale;
use logpine_network::digraph::Digraph;
use logpine_text::integer::gcd;
use logpine_text::reason::reason;
use logpine_text::watch::Watch;
use rayon::prelude::*;

/// The least time for a unit of data of each root, p/q in lowest terms, if the capacities are amounts in a unit of time.
///
/// Whatever the schedule, all data of the roots in a set of vertices has to leave it if the set misses a rank. So p/q is at
/// least the number of roots in the set divided by the capacity that leaves it, and the set `cut` attains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The numerator of the time; 1 for a single root.
    pub p: u64,
    /// The denominator. A root sends q/p units in a unit of time.
    pub q: u64,
    /// For each vertex whether it is in the set. The set misses a rank, and contains the root if there is only one.
    pub cut: Vec<bool>,
}

/// The largest product of ranks and arcs: about the number of steps of one round of searches.
const WORK: u64 = 1 << 33;
/// The largest amount of flow: its double fits 64 bits.
const AMOUNT: u64 = 1 << 62;
/// The most ranks that are evaluated at a time, in parallel, before the best cut is known to all.
const BATCH: usize = 64;

/// The optimum, by discrete Newton steps: while a flow shows that some rank cannot receive all data in the time p/q, the cut
/// of that flow has a greater ratio. One pass over the ranks is enough, as a rank that is served in some time is served in any
/// longer one. If `watch` ends the work, it is that of the cuts found so far: a bound, which need not be attained.
///
/// # Errors
///
/// Fewer than two ranks, a root that is no rank, a rank that is not reached, and numbers beyond 64 bits.
pub fn optimum(graph: &Digraph, roots: Roots, watch: &dyn Watch) -> Result<Optimum, PlanError> {
    let ranks = graph.compute();
    if ranks < 2 {
        return Err(PlanError::TooFewRanks { ranks });
    }
    if let Roots::One(root) = roots
        && root >= ranks
    {
        return Err(reason!("root {root} is no rank; ranks are numbered from 0 to {}", ranks.saturating_sub(1)).into());
    }
    at_most("ranks times links", u128::from(ranks) * graph.arcs().len() as u128, WORK)?;
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity", total, AMOUNT)?;
    let mut best = trivial(graph, roots)?;
    // Where a level packing attains the bound, no flow is needed.
    if graph.vertices() == ranks
        && let Ok(scale) = Scale::new(graph, best.p, best.q)
        && level::fits(graph, roots, &scale, watch)
    {
        return Ok(best);
    }
    let mut at = 0;
    let mut size = 1;
    while at < ranks && !watch.is_over() {
        let end = ranks.min(at.saturating_add(size));
        let improved: Vec<Option<Optimum>> = (at..end)
            .into_par_iter()
            .map_init(|| Network::new(graph, roots), |network, rank| network.improve(rank, &best, watch))
            .collect::<Result<_, _>>()?;
        for candidate in improved.into_iter().flatten() {
            if candidate.exceeds(&best) {
                best = candidate;
            }
        }
        (at, size) = (end, (2 * size).min(u32::try_from(BATCH).expect("the size of a batch is small")));
    }
    Ok(best)
}

impl Optimum {
    fn exceeds(&self, other: &Self) -> bool {
        u128::from(self.p) * u128::from(other.q) > u128::from(other.p) * u128::from(self.q)
    }
}

/// The best cut of all vertices but one rank.
fn trivial(graph: &Digraph, roots: Roots) -> Result<Optimum, PlanError> {
    let ranks = graph.compute();
    let others = (0..ranks).filter(|&rank| roots != Roots::One(rank));
    let (capacity, rank) = others.map(|rank| (graph.capacity_into(rank), rank)).min().expect("there are two ranks");
    if capacity == 0 {
        let from = if let Roots::One(root) = roots { root } else { u32::from(rank == 0) };
        return Err(PlanError::Unreached { from, to: rank });
    }
    let cut = (0..graph.vertices()).map(|vertex| vertex != rank).collect();
    Ok(reduced(if roots == Roots::All { u64::from(ranks) - 1 } else { 1 }, capacity, cut))
}

fn reduced(p: u64, q: u64, cut: Vec<bool>) -> Optimum {
    let divisor = gcd(p, q);
    Optimum { p: p / divisor, q: q / divisor, cut }
}

/// The network of the flows to a rank: a source that feeds each root with q units, and arcs that carry p times their capacity.
struct Network<'a> {
    graph: &'a Digraph,
    roots: Vec<u32>,
    flow: Flow,
    source: u32,
}

impl<'a> Network<'a> {
    fn new(graph: &'a Digraph, roots: Roots) -> Self {
        let source = graph.vertices();
        let mut flow = Flow::new(source + 1);
        for arc in graph.arcs() {
            flow.arc(arc.from, arc.to, 0);
        }
        let roots: Vec<u32> = level::list(roots, graph.compute());
        for &root in &roots {
            flow.arc(source, root, 0);
        }
        Self { graph, roots, flow, source }
    }

    /// A greater ratio than `best`, from the cuts that separate this rank, if there is one.
    fn improve(&mut self, rank: u32, best: &Optimum, watch: &dyn Watch) -> Result<Option<Optimum>, PlanError> {
        let mut found: Option<Optimum> = None;
        loop {
            let current = found.as_ref().unwrap_or(best);
            let demand = u128::from(current.q) * self.roots.len() as u128;
            at_most("units of flow", demand, AMOUNT)?;
            let demand = u64::try_from(demand).expect("at most the limit");
            self.set(current.p, current.q)?;
            if self.flow.augment_until(self.source, rank, demand, watch) == demand || watch.is_over() {
                return Ok(found);
            }
            let mut cut = self.flow.reached(self.source);
            cut.truncate(self.source as usize);
            let inside = self.roots.iter().filter(|&&root| cut[root as usize]);
            let leaving = self.graph.arcs().iter().filter(|arc| cut[arc.from as usize] && !cut[arc.to as usize]);
            let capacity: u64 = leaving.map(|arc| arc.capacity).sum();
            if capacity == 0 {
                let from = inside.copied().next().unwrap_or(rank);
                return Err(PlanError::Unreached { from, to: rank });
            }
            found = Some(reduced(inside.count() as u64, capacity, cut));
        }
    }

    fn set(&mut self, p: u64, q: u64) -> Result<(), PlanError> {
        let mut index = 0;
        for arc in self.graph.arcs() {
            let capacity = u128::from(arc.capacity) * u128::from(p);
            at_most("units of flow", capacity, AMOUNT)?;
            self.flow.set(index, u64::try_from(capacity).expect("at most the limit"));
            index += 2;
        }
        for _ in &self.roots {
            self.flow.set(index, q);
            index += 2;
        }
        Ok(())
    }
}
