//! Networks of ranks only, for schedules in steps.

use crate::Flow;
use crate::PlanError;
use crate::error::{at_most, out_of_work};
use crate::packing::kept::Need;
use crate::packing::paths::Reroute;
use crate::packing::pieces::Pieces;
use crate::packing::split::{QUOTAS, Quota, Splitter};
use crate::packing::trees::Link;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::watch::Watch;
use rayon::prelude::*;

/// A path through switches, and the blocks in a step that it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The vertices in the direction of the data: a rank, switches, a rank.
    pub path: Vec<u32>,
    /// The part of the capacity of the arc it takes.
    pub amount: u64,
}

/// A network without its switches.
///
/// A switch passes a block on within the step in which it arrives, so a path has the latency of its links less the number of
/// switches on it. Blocks that start on arcs within their capacities never load a physical link beyond its own: the amounts of
/// all routes over a link sum to at most its capacity, and each route uses it at the same time after the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// The ranks, with capacities in the unit of the network. The latency of an arc is the greatest of its routes.
    pub graph: Digraph,
    /// The routes of each arc; their amounts sum to its capacity.
    pub routes: Vec<Vec<Route>>,
}

/// The most ranks for which all ordered pairs are kept connected if capacities differ in the two directions.
const PAIRS: u32 = 16;
/// The most arcs that the searches of an attempt look at.
const WORK: u64 = 1 << 30;

/// Splits all switches off in whole units of capacity. If every vertex has the same capacity in and out, all maximum flows
/// between ranks stay as they are (Jackson, Some remarks on arc-connectivity, vertex splitting, and orientation in graphs and
/// digraphs, 1988); else those between all pairs of at most 16 ranks, or from and to the first rank, are kept as far as that can
/// be done. Of several ways the one with the least sum of distances between ranks is taken. If all leave a rank unreached, each
/// switch is divided in even shares, whatever flows remain; so it is if `watch` ends the work.
///
/// # Errors
///
/// More work or memory than is allowed, or a rank that is not reached when `watch` ends the work.
pub fn contract(graph: &Digraph, seed: u64, watch: &dyn Watch) -> Result<Contraction, PlanError> {
    if graph.compute() == graph.vertices() {
        let route = |arc: &Arc| vec![Route { path: vec![arc.from, arc.to], amount: arc.capacity }];
        return Ok(Contraction { graph: graph.clone(), routes: graph.arcs().iter().map(route).collect() });
    }
    let total: u128 = graph.arcs().iter().map(|arc| u128::from(arc.capacity)).sum();
    at_most("units of capacity", total, 1 << 62)?;
    let needs = if watch.is_over() { Vec::new() } else { needs(graph) };
    let attempts: Vec<Option<Contraction>> =
        QUOTAS.par_iter().map(|&quota| split(graph, needs.clone(), quota, seed, watch)).collect();
    let best = attempts.into_iter().flatten().min_by_key(|found| far(&found.graph));
    let is_whole = best.as_ref().is_some_and(|found| far(&found.graph).0 == 0);
    let shares = if is_whole { None } else { split(graph, Vec::new(), Quota::Shares, seed, &()) };
    let best = best.into_iter().chain(shares).min_by_key(|found| far(&found.graph));
    if watch.is_over() && best.as_ref().is_none_or(|found| far(&found.graph).0 > 0) {
        return Err(PlanError::Stopped);
    }
    best.ok_or_else(|| out_of_work(WORK))
}

/// The pairs of ranks whose maximum flows imply those of all others.
fn needs(graph: &Digraph) -> Vec<Need> {
    let ranks = graph.compute();
    let mut flow = Flow::new(graph.vertices());
    for arc in graph.arcs() {
        flow.arc(arc.from, arc.to, 0);
    }
    let mut between = |source, sink| {
        for (index, arc) in (0..).step_by(2).zip(graph.arcs()) {
            flow.set(index, arc.capacity);
        }
        let amount = flow.augment(source, sink, u64::MAX);
        (Need { source, sink, amount }, flow.reached(source))
    };
    let mut needs = Vec::new();
    if (0..graph.vertices()).all(|vertex| graph.capacity_out_of(vertex) == graph.capacity_into(vertex)) {
        // A tree of flows (Gusfield, Very simple methods for all pairs network flow analysis, 1990): cuts are symmetric.
        let mut parents = vec![0; ranks as usize];
        for rank in 1..ranks {
            let parent = parents[rank as usize];
            let (need, reached) = between(rank, parent);
            for other in rank + 1..ranks {
                if reached[other as usize] && parents[other as usize] == parent {
                    parents[other as usize] = rank;
                }
            }
            needs.push(need);
        }
    } else {
        let pairs = (0..ranks).flat_map(|source| (0..ranks).map(move |sink| (source, sink)));
        let kept = pairs.filter(|&(source, sink)| source != sink && (ranks <= PAIRS || source == 0 || sink == 0));
        needs.extend(kept.map(|(source, sink)| between(source, sink).0));
    }
    needs.retain(|need| need.amount > 0);
    needs
}

/// One way to split the switches off, if it is not too much work.
fn split(graph: &Digraph, needs: Vec<Need>, quota: Quota, seed: u64, watch: &dyn Watch) -> Option<Contraction> {
    let capacities: Vec<u64> = graph.arcs().iter().map(|arc| arc.capacity).collect();
    let mut splitter = Splitter::new(graph, &capacities, &[], needs, (WORK, watch))?;
    let arcs = splitter.run(quota, seed)?;
    let mut links: Vec<Link> = Vec::new();
    let mut loads: Vec<(u32, u64)> = Vec::new();
    for piece in arcs.iter().flat_map(|(_, pieces)| &pieces.0) {
        loads.push((u32::try_from(links.len()).ok()?, piece.amount));
        links.push(Link { path: piece.path.clone() });
    }
    let mut reroute = Reroute::new(graph, capacities, links);
    for &(link, amount) in &loads {
        reroute.load(link, amount);
    }
    while loads.iter_mut().fold(false, |changed, (link, amount)| reroute.shorten(link, *amount) || changed) {}
    let mut next = loads.iter();
    let mut routes = Vec::new();
    for (_, pieces) in &arcs {
        let mut merged = Pieces::default();
        merged.add(next.by_ref().take(pieces.0.len()).map(|&(link, amount)| reroute.piece(link, amount)));
        routes.push(merged.0.into_iter().map(|piece| Route { path: piece.path, amount: piece.amount }).collect());
    }
    let arc = |([from, to], routes): (&[u32; 2], &Vec<Route>)| Arc {
        from: *from,
        to: *to,
        capacity: routes.iter().map(|route| route.amount).sum(),
        latency: routes.iter().map(|route| reroute.latency(&route.path)).max().unwrap_or(1),
    };
    let new = arcs.iter().map(|(ends, _)| ends).zip(&routes).map(arc).collect();
    Some(Contraction { graph: Digraph::new(graph.compute(), graph.compute(), new), routes })
}

/// The distances between all ranks, added up; pairs without a path count first.
fn far(graph: &Digraph) -> (usize, u64) {
    let rows = (0..graph.compute()).map(|rank| graph.distances(rank, |arc| u64::from(arc.latency)));
    rows.fold((0, 0), |(missing, sum), row| {
        (missing + row.iter().filter(|distance| distance.is_none()).count(), sum + row.iter().flatten().sum::<u64>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::networks::{both, random};
    use std::collections::HashMap;

    /// The least capacity of a cut between two ranks.
    fn least_cut(graph: &Digraph, from: u32, to: u32) -> u64 {
        let sets = (0..1u32 << graph.vertices()).filter(|set| set >> from & 1 == 1 && set >> to & 1 == 0);
        let leaves = |set: u32, arc: &&Arc| set >> arc.from & 1 == 1 && set >> arc.to & 1 == 0;
        sets.map(|set| graph.arcs().iter().filter(|arc| leaves(set, arc)).map(|arc| arc.capacity).sum()).min().unwrap()
    }

    fn check_routes(graph: &Digraph, found: &Contraction) {
        let arcs: HashMap<(u32, u32), Arc> = graph.arcs().iter().map(|arc| ((arc.from, arc.to), *arc)).collect();
        let mut load: HashMap<(u32, u32), u64> = HashMap::new();
        assert_eq!(found.graph.vertices(), graph.compute());
        for (arc, routes) in found.graph.arcs().iter().zip(&found.routes) {
            assert_eq!(arc.capacity, routes.iter().map(|route| route.amount).sum::<u64>());
            let latencies = routes.iter().map(|Route { path, amount }| {
                assert_eq!((path[0], path[path.len() - 1]), (arc.from, arc.to));
                assert!(path[1..path.len() - 1].iter().all(|&vertex| vertex >= graph.compute()));
                let links: Vec<(u32, u32)> = path.windows(2).map(|ends| (ends[0], ends[1])).collect();
                for &ends in &links {
                    *load.entry(ends).or_default() += amount;
                }
                links.iter().map(|ends| arcs[ends].latency).sum::<u32>() + 1 - u32::try_from(links.len()).unwrap()
            });
            assert_eq!(latencies.max(), Some(arc.latency));
        }
        assert!(load.iter().all(|(ends, &load)| load <= arcs[ends].capacity));
    }

    #[test]
    fn even_networks_keep_all_flows_between_ranks() {
        for seed in 0..300 {
            let graph = random(seed, true, true);
            let found = contract(&graph, seed, &()).unwrap();
            check_routes(&graph, &found);
            for from in 0..graph.compute() {
                for to in (0..graph.compute()).filter(|&to| to != from) {
                    let flows = [&graph, &found.graph].map(|graph| least_cut(graph, from, to));
                    assert_eq!(flows[0], flows[1], "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn a_crossbar_with_a_unit_for_each_pair_becomes_complete() {
        // Four hosts, three units each way: one for each other host.
        let graph = both(5, 4, (0..4).map(|host| (host, 4, 3)));
        let found = contract(&graph, 1, &()).unwrap();
        assert_eq!(found.graph.arcs().len(), 12);
        assert!(found.graph.arcs().iter().all(|arc| (arc.capacity, arc.latency) == (1, 1)));
    }
}
