//! Trees of height 1: each rank sends to every other itself, over paths through switches. No packing is lower, or has fewer trees.

use crate::packing::NONE;
use crate::packing::level::ENTRIES;
use crate::packing::optimum::Optimum;
use crate::packing::options::Options;
use crate::packing::scale::Scale;
use crate::packing::trees::{Link, PackedTree, Packing};
use logpine_network::digraph::Digraph;
use std::collections::VecDeque;

/// The largest product of ranks and vertices.
const HOPS: u64 = 1 << 22;
/// The most times that paths over links with too much load are laid again.
const ROUNDS: u32 = 16;
/// The most links by which a detour over an arc is longer.
const LONGER: u32 = 2;
/// The price of an arc that is used beyond its capacity, in links.
const OVER: f64 = 16.0;

/// A tree of height 1 for each rank, over paths within the capacities of the optimum; `None` if no way to lay the paths is found.
///
/// At first all paths have the fewest links. Those that share a link with too much load are then laid again, round by round, and may
/// take more links.
pub fn stars(graph: &Digraph, best: &Optimum, options: &Options) -> Option<Packing> {
    let ranks = graph.compute();
    if u64::from(ranks) * u64::from(graph.vertices()) > HOPS {
        return None;
    }
    let mut ways = Ways::new(graph, Scale::new(graph, best.p, best.q).ok()?);
    let to_ranks = ways.to.iter().flat_map(|hops| &hops[..ranks as usize]);
    let arcs: u128 = to_ranks.map(|&hops| u128::from(hops)).sum();
    let capacity: u128 = ways.scale.capacities.iter().map(|&capacity| u128::from(capacity)).sum();
    if arcs * u128::from(ways.scale.share) > capacity || arcs > ENTRIES.into() {
        return None;
    }
    let mut paths = vec![vec![Vec::new(); ranks as usize]; ranks as usize];
    for round in 0..ROUNDS {
        for (from, paths) in (0..ranks).zip(&mut paths) {
            ways.from = hops(graph, from);
            // Each rank begins with another one, so that paths to a rank are not laid in a row.
            for to in (from + 1..ranks).chain(0..from) {
                let path = &mut paths[to as usize];
                if path.is_empty() || ways.is_over(path) {
                    *path = ways.lay([from, to], path, round.min(LONGER))?;
                }
            }
            if options.watch.is_over() || ways.work > options.work.saturating_mul(2) {
                return None;
            }
        }
        let is_over = ways.loads.iter().zip(&ways.scale.capacities).any(|(load, capacity)| load > capacity);
        if !is_over {
            return Some(packing(graph, best, ways.scale.share, &paths));
        }
    }
    None
}

/// The packing of paths, given by their arcs.
fn packing(graph: &Digraph, best: &Optimum, share: u64, paths: &[Vec<Vec<u32>>]) -> Packing {
    let mut links = Vec::new();
    let mut link = |arcs: &Vec<u32>| {
        let first = arcs.first().map(|&arc| graph.arcs()[arc as usize].from);
        let path: Vec<u32> = first.into_iter().chain(arcs.iter().map(|&arc| graph.arcs()[arc as usize].to)).collect();
        if path.is_empty() {
            return NONE;
        }
        links.push(Link { path });
        u32::try_from(links.len() - 1).unwrap_or(NONE)
    };
    let trees = (0..).zip(paths).map(|(root, paths)| {
        let links = paths.iter().map(&mut link).collect();
        PackedTree { root, weight: share, height: 1, links }
    });
    let trees = trees.collect();
    Packing { p: best.p, q: best.q, share, links, trees }
}

/// The hops from a rank to each vertex, over switches; [`NONE`] where there is no way.
fn hops(graph: &Digraph, rank: u32) -> Vec<u32> {
    let mut hops = vec![NONE; graph.vertices() as usize];
    hops[rank as usize] = 0;
    let mut queue = VecDeque::from([rank]);
    while let Some(vertex) = queue.pop_front() {
        for &arc in graph.leaving(vertex) {
            let to = graph.arcs()[arc as usize].to;
            if hops[to as usize] == NONE {
                hops[to as usize] = hops[vertex as usize] + 1;
                if to >= graph.compute() {
                    queue.push_back(to);
                }
            }
        }
    }
    hops
}

/// The loads of all paths, and what it takes to lay one.
struct Ways<'a> {
    graph: &'a Digraph,
    scale: Scale,
    loads: Vec<u64>,
    /// The price of one more path over each arc.
    prices: Vec<f64>,
    /// The hops from the rank whose paths are laid, and from every vertex to each rank.
    from: Vec<u32>,
    to: Vec<Vec<u32>>,
    /// The price of the cheapest path to each vertex, and its last arc.
    cheapest: Vec<(f64, u32)>,
    queue: VecDeque<u32>,
    /// The arcs looked at so far.
    work: u64,
}

impl<'a> Ways<'a> {
    fn new(graph: &'a Digraph, scale: Scale) -> Self {
        let reversed = graph.reversed();
        Self {
            graph,
            scale,
            loads: vec![0; graph.arcs().len()],
            prices: vec![1.0; graph.arcs().len()],
            from: Vec::new(),
            to: (0..graph.compute()).map(|rank| hops(&reversed, rank)).collect(),
            cheapest: Vec::new(),
            queue: VecDeque::new(),
            work: 0,
        }
    }

    /// Lays the cheapest path found between two ranks, in the place of an old one; `None` if there is none. It may lead over arcs that
    /// make it longer by some links.
    fn lay(&mut self, [from, to]: [u32; 2], old: &[u32], longer: u32) -> Option<Vec<u32>> {
        for &arc in old {
            self.load(arc, false);
        }
        let (graph, hops) = (self.graph, &self.to[to as usize]);
        let most = self.from[to as usize].checked_add(longer)?;
        self.cheapest.clear();
        self.cheapest.resize(graph.vertices() as usize, (f64::INFINITY, NONE));
        self.cheapest[from as usize].0 = 0.0;
        self.queue.push_back(from);
        while let Some(vertex) = self.queue.pop_front() {
            let price = self.cheapest[vertex as usize].0;
            self.work += graph.leaving(vertex).len() as u64;
            for &arc in graph.leaving(vertex) {
                let next = graph.arcs()[arc as usize].to;
                let price = price + self.prices[arc as usize];
                let links = self.from[vertex as usize].saturating_add(1).saturating_add(hops[next as usize]);
                if links <= most && price < self.cheapest[next as usize].0 && (next == to || next >= graph.compute()) {
                    self.cheapest[next as usize] = (price, arc);
                    if next != to && !self.queue.contains(&next) {
                        self.queue.push_back(next);
                    }
                }
            }
        }
        let last = |vertex: u32| Some(self.cheapest[vertex as usize].1).filter(|&arc| arc != NONE);
        let back = std::iter::successors(last(to), |&arc| last(graph.arcs()[arc as usize].from));
        let mut path: Vec<u32> = back.collect();
        path.reverse();
        for &arc in &path {
            self.load(arc, true);
        }
        Some(path).filter(|path| !path.is_empty())
    }

    /// Puts a path on an arc, or takes it off. The nearer an arc is to its capacity the dearer it is, and beyond most of all.
    fn load(&mut self, arc: u32, is_on: bool) {
        let Scale { share, capacities } = &self.scale;
        let (load, capacity) = (&mut self.loads[arc as usize], capacities[arc as usize]);
        *load = if is_on { *load + share } else { *load - share };
        let part = (*load + share) as f64 / capacity as f64;
        let square = part * part;
        self.prices[arc as usize] = 1.0 + square * square + if part > 1.0 { OVER * part } else { 0.0 };
    }

    /// True if an arc of a path has too much load.
    fn is_over(&self, path: &[u32]) -> bool {
        path.iter().any(|&arc| self.loads[arc as usize] > self.scale.capacities[arc as usize])
    }
}

#[cfg(test)]
mod tests {
    use crate::packing::tests::recount::recount;
    use crate::packing::{Options, Roots, pack};
    use crate::tests::networks::{both, fat_tree};

    #[test]
    fn where_links_have_the_capacity_each_rank_sends_to_every_other_itself() {
        // Four blocks go between two leaves in the time of three: one of them goes around by a third switch.
        let hosts = [(0, 4, 1), (1, 4, 1), (2, 5, 1), (3, 5, 1)];
        let around = both(7, 4, hosts.into_iter().chain([(4, 5, 1), (4, 6, 1), (6, 5, 1)]));
        for graph in [around, fat_tree(2, 2, 2, 2), fat_tree(4, 2, 3, 3)] {
            let ranks: Vec<u32> = (0..graph.compute()).collect();
            let packing = pack(&graph, Roots::All, &Options::default()).unwrap();
            recount(&graph, &ranks, &packing);
            assert_eq!((packing.p, packing.q), (u64::from(graph.compute()) - 1, 1));
            assert_eq!((packing.height(), packing.trees.len()), (1, ranks.len()));
        }
    }
}
