//! Correct schedules and packings on small random graphs, for tests.

use logpine_check::synthesis::{Sent, Statement, TreeEdge};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;

/// A correct schedule.
#[derive(Clone, Debug)]
pub struct Example {
    pub graph: Digraph,
    pub collective: MpiCollective,
    pub root: u32,
    pub blocks: u32,
    pub sends: Vec<Sent>,
}

impl Example {
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: self.blocks }
    }

    /// A random schedule of a collective on a random graph. No send can be left out.
    pub fn random(collective: MpiCollective, generator: &mut Generator) -> Self {
        let graph = random_graph(generator);
        let root = below(generator, graph.compute());
        let blocks = 1 + below(generator, 2);
        let sends = match collective {
            MpiCollective::Reduce => {
                backward(&graph, |reversed| flood(reversed, MpiCollective::Bcast, root, blocks, generator))
            }
            MpiCollective::ReduceScatter => {
                backward(&graph, |reversed| flood(reversed, MpiCollective::Allgather, root, blocks, generator))
            }
            MpiCollective::Allreduce => {
                let flood = |graph: &Digraph, generator: &mut Generator| {
                    flood(graph, MpiCollective::Allgather, root, blocks, generator)
                };
                let mut sends = backward(&graph, |reversed| flood(reversed, generator));
                let half = sends.iter().map(|&sent| end(&graph, sent)).max().unwrap_or(0);
                let second = flood(&graph, generator);
                sends.extend(second.into_iter().map(|sent| Sent { step: sent.step + half, ..sent }));
                sends
            }
            _ => flood(&graph, collective, root, blocks, generator),
        };
        Self { graph, collective, root, blocks, sends }
    }
}

pub fn below(generator: &mut Generator, count: u32) -> u32 {
    u32::try_from(generator.below(u64::from(count))).expect("small")
}

/// An arc that carries a block a step.
pub fn arc(from: u32, to: u32) -> Arc {
    Arc { from, to, capacity: 1, latency: 1 }
}

pub fn end(graph: &Digraph, sent: Sent) -> u32 {
    let arc = graph.arcs().iter().find(|arc| (arc.from, arc.to) == (sent.from, sent.to));
    sent.step + arc.map_or(1, |arc| arc.latency) - 1
}

/// A strongly connected graph of 2 to 5 ranks and up to 2 relays.
pub fn random_graph(generator: &mut Generator) -> Digraph {
    let ranks = 2 + below(generator, 4);
    let vertices = ranks + below(generator, 3);
    let mut order: Vec<u32> = (0..vertices).collect();
    generator.shuffle(&mut order);
    let mut pairs: Vec<(u32, u32)> = (0..order.len()).map(|at| (order[at], order[(at + 1) % order.len()])).collect();
    for _ in 0..below(generator, 2 * vertices) {
        pairs.push((below(generator, vertices), below(generator, vertices)));
    }
    pairs.retain(|(from, to)| from != to);
    pairs.sort_unstable();
    pairs.dedup();
    let arc = |(from, to)| {
        let capacity = 1 + generator.below(2);
        Arc { from, to, capacity, latency: 1 + below(generator, 2) * below(generator, 3) }
    };
    Digraph::new(vertices, ranks, pairs.into_iter().map(arc).collect())
}

/// A graph with the missing arcs of the opposite direction.
fn both_ways(graph: &Digraph) -> Digraph {
    let mut arcs = graph.arcs().to_vec();
    for arc in graph.arcs() {
        if !arcs.iter().any(|other| (other.from, other.to) == (arc.to, arc.from)) {
            arcs.push(Arc { from: arc.to, to: arc.from, ..*arc });
        }
    }
    Digraph::new(graph.vertices(), graph.compute(), arcs)
}

/// Sends whatever is missing, in random order, and leaves out what nobody needs.
fn flood(graph: &Digraph, collective: MpiCollective, root: u32, blocks: u32, generator: &mut Generator) -> Vec<Sent> {
    let ranks = graph.compute();
    let all = if collective == MpiCollective::Bcast { blocks } else { ranks * blocks };
    let owner = |block: u32| block / blocks;
    let source = |block| match collective {
        MpiCollective::Bcast | MpiCollective::Scatter => root,
        _ => owner(block),
    };
    let needs = |rank: u32, block| match collective {
        MpiCollective::Scatter => rank == owner(block),
        MpiCollective::Gather => rank == root,
        _ => true,
    };
    let mut held = vec![vec![u32::MAX; all as usize]; graph.vertices() as usize];
    (0..all).for_each(|block| held[source(block) as usize][block as usize] = 0);
    let lacks = |held: &[Vec<u32>]| {
        (0..ranks)
            .any(|rank| (0..all).any(|block| needs(rank, block) && held[rank as usize][block as usize] == u32::MAX))
    };
    let mut sends: Vec<Sent> = Vec::new();
    let mut step = 0;
    while lacks(&held) {
        step += 1;
        for arc in graph.arcs() {
            for _ in 0..arc.capacity {
                let (from, to) = (arc.from as usize, arc.to as usize);
                let useful = |&block: &u32| held[from][block as usize] < step && held[to][block as usize] == u32::MAX;
                let candidates: Vec<u32> = (0..all).filter(useful).collect();
                if candidates.is_empty() || generator.below(8) == 0 {
                    continue;
                }
                let block = candidates[below(generator, u32::try_from(candidates.len()).expect("small")) as usize];
                held[to][block as usize] = step + arc.latency - 1;
                sends.push(Sent { step, from: arc.from, to: arc.to, block });
            }
        }
    }
    // A send is needed if its receiver needs the block, or sends it on in a needed send.
    loop {
        let needed = |sent: &Sent| {
            let on = sends.iter().any(|next| (next.from, next.block) == (sent.to, sent.block));
            on || sent.to < ranks && needs(sent.to, sent.block)
        };
        let kept: Vec<Sent> = sends.iter().copied().filter(needed).collect();
        if kept.len() == sends.len() {
            return kept;
        }
        sends = kept;
    }
}

/// The schedule of the graph turned around, run backwards.
fn backward(graph: &Digraph, schedule: impl FnOnce(&Digraph) -> Vec<Sent>) -> Vec<Sent> {
    let reversed = graph.reversed();
    let sends = schedule(&reversed);
    let steps = sends.iter().map(|&sent| end(&reversed, sent)).max().unwrap_or(0);
    let turn = |sent: &Sent| Sent { step: steps + 1 - end(&reversed, *sent), from: sent.to, to: sent.from, ..*sent };
    sends.iter().map(turn).collect()
}

/// A correct packing.
#[derive(Clone, Debug)]
pub struct Packed {
    pub graph: Digraph,
    pub collective: MpiCollective,
    pub root: u32,
    pub edges: Vec<TreeEdge>,
    pub height: u32,
    pub p: u64,
    pub q: u64,
    /// The time of the reduce-scatter of an allreduce, if it has trees of its own.
    pub reduce_scatter: Option<(u64, u64)>,
}

impl Packed {
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: 1 }
    }

    /// Two packings of an allreduce whose links need not be alike both ways, in one list.
    pub fn of_halves(generator: &mut Generator) -> Self {
        loop {
            let graph = random_graph(generator);
            let mut half = |collective| Self::on(graph.clone(), collective, 0, generator);
            let halves = half(MpiCollective::Allgather).zip(half(MpiCollective::ReduceScatter));
            let Some((mut gather, mut scatter)) = halves else { continue };
            scatter.edges.iter_mut().for_each(|edge| edge.tree += 2 * graph.compute());
            gather.edges.append(&mut scatter.edges);
            return Self {
                collective: MpiCollective::Allreduce,
                height: gather.height.max(scatter.height),
                reduce_scatter: Some((scatter.p, scatter.q)),
                ..gather
            };
        }
    }

    /// Random trees of random weights on a random graph; p/q is the time that they take.
    pub fn random(collective: MpiCollective, generator: &mut Generator) -> Self {
        loop {
            let mut graph = random_graph(generator);
            if collective == MpiCollective::Allreduce {
                graph = both_ways(&graph);
            }
            let root = below(generator, graph.compute());
            if let Some(packed) = Self::on(graph, collective, root, generator) {
                return packed;
            }
        }
    }

    fn on(graph: Digraph, collective: MpiCollective, root: u32, generator: &mut Generator) -> Option<Self> {
        let flipped = collective == MpiCollective::Reduce || collective == MpiCollective::ReduceScatter;
        let down = if flipped { graph.reversed() } else { graph.clone() };
        let roots = if collective.is_rooted() { root..root + 1 } else { 0..graph.compute() };
        let (mut edges, mut height) = (Vec::new(), 0);
        for root in roots {
            for (tree, weight) in [(2 * root, 1 + generator.below(3)), (2 * root + 1, 0)] {
                // Both weights of a root add up to 4.
                let weight =
                    if weight == 0 { 4 - edges.last().map_or(0, |edge: &TreeEdge| edge.weight) } else { weight };
                height = height.max(random_tree(&down, tree, root, weight, generator, &mut edges)?);
            }
        }
        if flipped {
            for edge in &mut edges {
                edge.path.reverse();
            }
        }
        let mut worst = (0, 1);
        for arc in graph.arcs() {
            let (load, bound) = (heaviest_load(collective, &edges, arc), 4 * arc.capacity);
            if load * worst.1 > worst.0 * bound {
                worst = (load, bound);
            }
        }
        let (p, q) = worst;
        Some(Self { graph, collective, root, edges, height, p, q, reduce_scatter: None })
    }
}

/// The load of an arc, of an allreduce in the phase in which it is greater.
pub fn heaviest_load(collective: MpiCollective, edges: &[TreeEdge], arc: &Arc) -> u64 {
    let crossings = |edge: &TreeEdge, from, to| edge.path.windows(2).filter(|hop| *hop == [from, to]).count() as u64;
    let load = |from, to| edges.iter().map(|edge| edge.weight * crossings(edge, from, to)).sum::<u64>();
    let backward = if collective == MpiCollective::Allreduce { load(arc.to, arc.from) } else { 0 };
    load(arc.from, arc.to).max(backward)
}

/// Grows a tree by random paths through relays; returns its height, or nothing if the relays are in the way.
fn random_tree(
    graph: &Digraph,
    tree: u32,
    root: u32,
    weight: u64,
    generator: &mut Generator,
    edges: &mut Vec<TreeEdge>,
) -> Option<u32> {
    let ranks = graph.compute();
    let mut depths = vec![None; ranks as usize];
    depths[root as usize] = Some(0);
    for _ in 0..200 {
        if depths.iter().all(Option::is_some) {
            return depths.into_iter().flatten().max();
        }
        let parent = below(generator, ranks);
        let Some(depth) = depths[parent as usize] else { continue };
        let mut path = vec![parent];
        while path.len() == 1 || path.last().is_some_and(|&last| last >= ranks) && path.len() < 6 {
            let leaving = graph.leaving(*path.last()?);
            let arc = leaving[below(generator, u32::try_from(leaving.len()).ok()?) as usize];
            path.push(graph.arcs()[arc as usize].to);
        }
        let child = *path.last()?;
        if child < ranks && depths[child as usize].is_none() {
            depths[child as usize] = Some(depth + 1);
            edges.push(TreeEdge { tree, root, weight, child, parent, path });
        }
    }
    None
}
