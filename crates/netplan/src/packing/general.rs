//! Packings of arborescences in general (Edmonds, Edge-disjoint branchings, 1973): trees grow arc by arc, and a maximum flow
//! tells whether what is left can still be packed.
//!
//! A class of trees grows together: `weight` trees of a root that are the same so far. An arc x -> y from a vertex of the class
//! to one outside is safe for an amount if every set with y, but without x, that meets the class keeps as much capacity into it
//! as the demands of the roots outside it. Sets apart from the class keep it anyway, so that one flow tells: from the roots of
//! all other demands, and without limit from x, to y. Some safe arc exists as long as the class does not span the vertices
//! (Lovasz, On two minimax theorems in graph, 1976).

use crate::packing::NONE;
use crate::packing::demands::Demands;
use crate::packing::depths::Depths;
use crate::packing::trees::PackedTree;
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;
use logpine_text::watch::Watch;

/// How a class grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// A class is divided rather than led deeper if a part of at least weight / `split` stays: 1 makes few trees, a large number
    /// low ones.
    pub split: u64,
    /// The seed of the order in which vertices are tried.
    pub seed: u64,
    /// The most arcs that the searches for flows look at.
    pub work: u64,
    /// The most trees.
    pub trees: u64,
}

/// Trees with weights that sum to `demands[r]` for each root r and fit the capacities, which are lowered by them; `None` if a
/// limit was reached, or if the demands cannot be packed.
pub fn packing(
    graph: &Digraph,
    demands: &[u64],
    capacities: &mut [u64],
    growth: Growth,
    watch: &dyn Watch,
) -> Option<Vec<PackedTree>> {
    let mut grower = Grower::new(graph, demands, capacities, growth, watch)?;
    let mut trees = Vec::new();
    while let Some(root) = (0..graph.vertices()).max_by_key(|&vertex| (grower.demands[vertex as usize], !vertex)) {
        let weight = grower.demands[root as usize];
        if weight == 0 || graph.vertices() < 2 {
            return Some(trees);
        }
        if trees.len() as u64 >= growth.trees {
            return None;
        }
        trees.push(grower.class(root, weight).ok()?);
    }
    Some(trees)
}

/// The work is used up, the time is over, or no arc is safe as the demands could not be packed.
struct Stopped;

/// The largest product of vertices and arcs: a flow is kept for each vertex.
const ENTRIES: u64 = 1 << 24;

struct Grower<'a> {
    graph: &'a Digraph,
    growth: Growth,
    watch: &'a dyn Watch,
    random: Generator,
    /// The demands left of them; of the class that grows, nothing is left.
    demands: Vec<u64>,
    capacities: &'a mut [u64],
    flows: Demands,
    /// For each arc what is known of the amount for which it is safe, while the class has its weight: no more than this.
    known: Vec<Option<u64>>,
    outside: Vec<u32>,
}

/// The trees of a root that grow.
struct Class {
    weight: u64,
    /// The depth of each vertex; [`NONE`] outside.
    depths: Vec<u32>,
    links: Vec<u32>,
}

impl<'a> Grower<'a> {
    fn new(
        graph: &'a Digraph,
        demands: &[u64],
        capacities: &'a mut [u64],
        growth: Growth,
        watch: &'a dyn Watch,
    ) -> Option<Self> {
        let entries = u64::from(graph.vertices()) * (graph.arcs().len() as u64 + u64::from(graph.vertices()));
        if entries > ENTRIES {
            return None;
        }
        let flows = Demands::new(graph, demands, capacities)?;
        let known = vec![None; graph.arcs().len()];
        let random = Generator::new(growth.seed);
        Some(Self {
            graph,
            growth,
            watch,
            random,
            demands: demands.to_vec(),
            capacities,
            flows,
            known,
            outside: Vec::new(),
        })
    }

    /// Grows a class until it spans all vertices.
    fn class(&mut self, root: u32, weight: u64) -> Result<PackedTree, Stopped> {
        let vertices = self.graph.vertices() as usize;
        let mut class = Class { weight, depths: vec![NONE; vertices], links: vec![NONE; vertices] };
        class.depths[root as usize] = 0;
        self.demands[root as usize] -= weight;
        self.flows.lower(root, weight);
        self.outside.clear();
        self.outside.extend((0..self.graph.vertices()).filter(|&vertex| vertex != root));
        self.known.fill(None);
        let (mut depth, mut deepest) = (0, 0);
        while !self.outside.is_empty() {
            while self.pass(&mut class, depth)? {}
            if self.outside.is_empty() {
                break;
            }
            deepest = class.depths.iter().filter(|&&depth| depth != NONE).fold(deepest, |most, &depth| most.max(depth));
            let least = if depth < deepest { class.weight.div_ceil(self.growth.split.max(1)) } else { 1 };
            match self.best(&class, depth, least)? {
                Some((arc, amount)) => self.narrow(&mut class, root, arc, amount),
                None if depth < deepest => depth += 1,
                None => return Err(Stopped),
            }
        }
        let height = Depths::default().of(&class.links, |arc| (self.graph.arcs()[arc as usize].from, 1));
        Ok(PackedTree { root, weight: class.weight, height, links: class.links })
    }

    /// Adds the vertices outside that a vertex of at most this depth reaches over an arc that is safe for the whole class. True
    /// if some of them are candidates for others.
    fn pass(&mut self, class: &mut Class, depth: u32) -> Result<bool, Stopped> {
        let mut again = false;
        let mut outside = std::mem::take(&mut self.outside);
        for at in (1..outside.len()).rev() {
            outside.swap(at, usize::try_from(self.random.below(at as u64 + 1)).expect("below a length"));
        }
        let mut kept = 0;
        for at in 0..outside.len() {
            let vertex = outside[at];
            let found = self.try_vertex(class, vertex, depth)?;
            if let Some(arc) = found {
                self.accept(class, arc);
                again |= class.depths[vertex as usize] <= depth;
            } else {
                outside[kept] = vertex;
                kept += 1;
            }
        }
        outside.truncate(kept);
        self.outside = outside;
        Ok(again)
    }

    /// An arc to this vertex from one of at most this depth that is safe for the whole class.
    fn try_vertex(&mut self, class: &Class, vertex: u32, depth: u32) -> Result<Option<u32>, Stopped> {
        let graph = self.graph;
        for &arc in graph.entering(vertex) {
            let from = graph.arcs()[arc as usize].from as usize;
            let untried = class.depths[from] <= depth && self.known[arc as usize].is_none();
            if untried && self.test(class, arc)? == class.weight {
                return Ok(Some(arc));
            }
        }
        Ok(None)
    }

    /// The arc from a vertex of at most this depth that is safe for the greatest amount, at least `least`, and that amount. What
    /// is known is an upper bound, as other arcs were taken since: it is tested again.
    fn best(&mut self, class: &Class, depth: u32, least: u64) -> Result<Option<(u32, u64)>, Stopped> {
        let graph = self.graph;
        loop {
            let entering = self.outside.iter().flat_map(|&vertex| graph.entering(vertex));
            let inside = entering.filter(|&&arc| class.depths[graph.arcs()[arc as usize].from as usize] <= depth);
            let known = inside.filter_map(|&arc| Some((self.known[arc as usize]?, !arc)));
            let Some((amount, arc)) = known.max().filter(|&(amount, _)| amount >= least.max(1)) else {
                return Ok(None);
            };
            if self.test(class, !arc)? == amount {
                return Ok(Some((!arc, amount)));
            }
        }
    }

    /// Adds the vertex at the end of an arc to the class.
    fn accept(&mut self, class: &mut Class, arc: u32) {
        let ends = self.graph.arcs()[arc as usize];
        class.links[ends.to as usize] = arc;
        class.depths[ends.to as usize] = class.depths[ends.from as usize] + 1;
        self.capacities[arc as usize] -= class.weight;
        self.flows.take(arc, class.weight);
    }

    /// Gives the weight beyond `amount` back to the root, and adds the vertex at the end of an arc.
    fn narrow(&mut self, class: &mut Class, root: u32, arc: u32, amount: u64) {
        let rest = class.weight - amount;
        for &link in class.links.iter().filter(|&&link| link != NONE) {
            self.capacities[link as usize] += rest;
            self.flows.give(link, rest);
        }
        self.demands[root as usize] += rest;
        self.flows.raise(root, rest);
        class.weight = amount;
        self.accept(class, arc);
        let to = self.graph.arcs()[arc as usize].to;
        self.outside.retain(|&vertex| vertex != to);
        if rest > 0 {
            self.known.fill(None);
        }
    }

    /// The amount for which an arc is safe, at most the weight of the class, and remembers it.
    fn test(&mut self, class: &Class, arc: u32) -> Result<u64, Stopped> {
        let ends = self.graph.arcs()[arc as usize];
        let wanted = class.weight.min(self.capacities[arc as usize]);
        let first = class.depths[ends.from as usize] == 0 && self.outside.len() + 1 == class.links.len();
        if self.flows.work() > self.growth.work || self.watch.is_over() {
            return Err(Stopped);
        }
        let amount = if wanted == 0 || first { wanted } else { self.flows.slack(ends.from, ends.to, wanted) };
        self.known[arc as usize] = Some(amount);
        Ok(amount)
    }
}
