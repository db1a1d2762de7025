//! Trees of ranks led over physical paths.

use crate::PlanError;
use crate::error::too_many_trees;
use crate::packing::NONE;
use crate::packing::level::ENTRIES;
use crate::packing::peel::Shares;
use crate::packing::pieces::Piece;
use crate::packing::portfolio::Core;
use crate::packing::trees::{Link, PackedTree};
use logpine_network::digraph::Digraph;
use logpine_text::watch::Watch;
use std::collections::HashMap;

/// The links of trees whose links were arcs of the network of ranks, and the trees. Every arc's capacity consists of paths; each
/// edge of a tree gets one that has as much, as far as there are such, and its tree is divided if it needs several. Then
/// edges change to shorter paths as long as capacity is left for that, and `watch` does not end the work.
pub fn lead(
    graph: &Digraph,
    core: &Core,
    trees: Vec<PackedTree>,
    watch: &dyn Watch,
) -> Result<(Vec<Link>, Vec<PackedTree>), PlanError> {
    let plain = graph.vertices() == graph.compute();
    let mut links: Vec<Link> = Vec::new();
    let mut first = Vec::with_capacity(core.pieces.len());
    for pieces in &core.pieces {
        first.push(u32::try_from(links.len()).unwrap_or(NONE));
        links.extend(pieces.0.iter().map(|piece| Link { path: piece.path.clone() }));
    }
    if plain {
        return Ok((links, trees));
    }
    let parts = assign(core, &first, &trees);
    let most = ENTRIES / u64::from(graph.compute());
    let (mut led, mut shares) = (Vec::with_capacity(trees.len()), Shares::default());
    let mut at = 0;
    for (number, tree) in (0u32..).zip(&trees) {
        shares.clear();
        for rank in 0..graph.compute() {
            let start = at;
            while parts.get(at).is_some_and(|part| (part.tree, part.rank) == (number, rank)) {
                at += 1;
            }
            shares.push(parts[start..at].iter().map(|part| (part.amount, part.link)));
        }
        let limit = most.saturating_sub(led.len() as u64);
        let peeled = shares.peel(tree.root, tree.weight, limit, |link| links[link as usize].from());
        led.extend(peeled.ok_or_else(|| too_many_trees(most))?);
    }
    let whole = |capacity: u64| {
        let units = u128::from(capacity) * u128::from(core.p) * u128::from(core.scale.share) / u128::from(core.q);
        u64::try_from(units).unwrap_or(u64::MAX)
    };
    let mut reroute = Reroute::new(graph, graph.arcs().iter().map(|arc| whole(arc.capacity)).collect(), links);
    for tree in &led {
        for &link in tree.links.iter().filter(|&&link| link != NONE) {
            reroute.load(link, tree.weight);
        }
    }
    // Every exchange makes the sum of all lengths smaller.
    let mut changed = true;
    while changed {
        changed = false;
        for tree in led.iter_mut().take_while(|_| !watch.is_over()) {
            for link in tree.links.iter_mut().filter(|link| **link != NONE) {
                changed |= reroute.shorten(link, tree.weight);
            }
        }
    }
    Ok((reroute.links, led))
}

/// A part of the weight of an edge of a tree, and the path that it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    tree: u32,
    rank: u32,
    link: u32,
    amount: u64,
}

/// Distributes the pieces of every arc among the edges that use it: heavy edges first; a piece of just the weight, else the
/// smallest that is enough, else several, the largest first.
fn assign(core: &Core, first: &[u32], trees: &[PackedTree]) -> Vec<Part> {
    let mut users: Vec<Vec<(u64, u32)>> = vec![Vec::new(); core.pieces.len()];
    for (number, tree) in (0..).zip(trees) {
        for &link in tree.links.iter().filter(|&&link| link != NONE) {
            users[link as usize].push((tree.weight, number));
        }
    }
    let mut parts = Vec::new();
    for (arc, mut users) in users.into_iter().enumerate() {
        let rank = core.graph.arcs()[arc].to;
        let mut left: Vec<(u64, u32)> = core.pieces[arc].0.iter().map(|piece| piece.amount).zip(first[arc]..).collect();
        users.sort_by_key(|&(weight, tree)| (std::cmp::Reverse(weight), tree));
        for (mut weight, tree) in users {
            while weight > 0 {
                let enough = left.iter_mut().filter(|(amount, _)| *amount >= weight).min_by_key(|(amount, _)| *amount);
                let Some((amount, link)) = (match enough {
                    Some(piece) => Some(piece),
                    None => left.iter_mut().max_by_key(|(amount, _)| *amount),
                }) else {
                    break;
                };
                let part = weight.min(*amount);
                if part == 0 {
                    break;
                }
                *amount -= part;
                weight -= part;
                parts.push(Part { tree, rank, link: *link, amount: part });
            }
        }
    }
    parts.sort_unstable();
    parts
}

/// Paths that are exchanged for shorter ones.
pub struct Reroute<'a> {
    graph: &'a Digraph,
    /// The capacity left of each physical arc.
    spare: Vec<u64>,
    arcs: HashMap<[u32; 2], u32>,
    links: Vec<Link>,
    numbers: HashMap<Vec<u32>, u32>,
    /// The arc over which the search has come to each vertex, [`NONE`] elsewhere.
    came: Vec<u32>,
    queue: Vec<u32>,
}

impl<'a> Reroute<'a> {
    /// Paths in a network with these capacities; nothing is loaded.
    pub fn new(graph: &'a Digraph, capacities: Vec<u64>, links: Vec<Link>) -> Self {
        Self {
            graph,
            spare: capacities,
            arcs: (0..).zip(graph.arcs()).map(|(index, arc)| ([arc.from, arc.to], index)).collect(),
            numbers: (0..).zip(&links).map(|(number, link)| (link.path.clone(), number)).collect(),
            links,
            came: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Takes an amount off the spare capacity along a path.
    pub fn load(&mut self, link: u32, amount: u64) {
        for ends in self.links[link as usize].path.windows(2) {
            let spare = &mut self.spare[self.arcs[&[ends[0], ends[1]]] as usize];
            *spare = spare.saturating_sub(amount);
        }
    }

    fn lift(&mut self, link: u32, amount: u64) {
        for ends in self.links[link as usize].path.windows(2) {
            let spare = &mut self.spare[self.arcs[&[ends[0], ends[1]]] as usize];
            *spare = spare.saturating_add(amount);
        }
    }

    /// A path as a piece.
    pub fn piece(&self, link: u32, amount: u64) -> Piece {
        Piece { amount, path: self.links[link as usize].path.clone() }
    }

    /// The latency of a path in steps: that of its links, less one for each switch.
    pub fn latency(&self, path: &[u32]) -> u32 {
        let links = path.windows(2).map(|ends| self.graph.arcs()[self.arcs[&[ends[0], ends[1]]] as usize].latency);
        let beyond = links.fold(0u32, |sum, latency| sum.saturating_add(latency.saturating_sub(1)));
        beyond.saturating_add(1)
    }

    /// Exchanges a loaded path for the shortest one with capacity for its weight, if that is shorter; true if it is.
    pub fn shorten(&mut self, link: &mut u32, weight: u64) -> bool {
        let length = self.links[*link as usize].path.len();
        if length <= 2 {
            return false;
        }
        let (from, to) = (self.links[*link as usize].from(), self.links[*link as usize].to());
        self.lift(*link, weight);
        let found = self.search(from, to, weight, length);
        let number = found.map_or(*link, |path| {
            let next = u32::try_from(self.links.len()).expect("links fit 32 bits");
            let number = *self.numbers.entry(path.clone()).or_insert(next);
            if number == next {
                self.links.push(Link { path });
            }
            number
        });
        self.load(number, weight);
        std::mem::replace(link, number) != number
    }

    /// The shortest path through switches only with fewer than `length` vertices, breadth first.
    fn search(&mut self, from: u32, to: u32, weight: u64, length: usize) -> Option<Vec<u32>> {
        self.came.clear();
        self.came.resize(self.graph.vertices() as usize, NONE);
        self.queue.clear();
        self.queue.push(from);
        let mut at = 0;
        while let Some(&vertex) = self.queue.get(at) {
            at += 1;
            for &arc in self.graph.leaving(vertex) {
                let next = self.graph.arcs()[arc as usize].to;
                if self.spare[arc as usize] < weight || self.came[next as usize] != NONE || next == from {
                    continue;
                }
                self.came[next as usize] = arc;
                if next == to {
                    let mut path = vec![to];
                    while let Some(&last) = path.last().filter(|&&last| last != from) {
                        path.push(self.graph.arcs()[self.came[last as usize] as usize].from);
                    }
                    path.reverse();
                    return Some(path).filter(|path| path.len() < length);
                }
                if next >= self.graph.compute() {
                    self.queue.push(next);
                }
            }
        }
        None
    }
}
