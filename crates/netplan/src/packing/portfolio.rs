//! Networks of ranks only, and the attempts to pack them.

use crate::PlanError;
use crate::error::{above, at_most};
use crate::packing::NONE;
use crate::packing::general::{self, Growth};
use crate::packing::kept::Need;
use crate::packing::level::{self, Rise};
use crate::packing::optimum::{Optimum, optimum};
use crate::packing::paths;
use crate::packing::pieces::{Piece, Pieces};
use crate::packing::roots::Roots;
use crate::packing::scale::Scale;
use crate::packing::split::{Quota, Splitter};
use crate::packing::trees::{PackedTree, merge};
use crate::packing::{Options, Packing};
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::integer::{gcd, lowest};
use logpine_text::watch::Watch;

/// A network of ranks only, with whole units of weight and capacity, and the paths through switches that carry each arc.
pub struct Core {
    pub graph: Digraph,
    pub pieces: Vec<Pieces>,
    pub scale: Scale,
    /// The time for a unit of data that it allows, in lowest terms.
    pub p: u64,
    pub q: u64,
}

impl Core {
    /// A network without switches.
    pub fn plain(graph: &Digraph, p: u64, q: u64) -> Result<Self, PlanError> {
        let scale = Scale::new(graph, p, q)?;
        let piece = |(arc, &amount): (&Arc, &u64)| Pieces(vec![Piece { amount, path: vec![arc.from, arc.to] }]);
        let pieces = graph.arcs().iter().zip(&scale.capacities).map(piece).collect();
        Ok(Self { graph: graph.clone(), pieces, scale, p, q })
    }

    /// The network with its switches split off, or `None` if that takes too much work or memory. Where a switch has not the same
    /// capacity in and out, less may be possible than the cuts allow; p/q says so.
    pub fn split(
        graph: &Digraph,
        roots: Roots,
        best: &Optimum,
        quota: Quota,
        options: &Options,
    ) -> Result<Option<Self>, PlanError> {
        let Scale { share, capacities } = Scale::new(graph, best.p, best.q)?;
        let feed: Vec<(u32, u64)> = level::list(roots, graph.compute()).into_iter().map(|root| (root, share)).collect();
        let amount = share * feed.len() as u64;
        let need = |sink| Need { source: graph.vertices(), sink, amount };
        let needs = (0..graph.compute()).filter(|&rank| roots != Roots::One(rank)).map(need).collect();
        let Some(mut splitter) = Splitter::new(graph, &capacities, &feed, needs, (options.work / 2, options.watch))
        else {
            return Ok(None);
        };
        let Some(arcs) = splitter.run(quota, options.seed) else { return Ok(None) };
        let core = Self::of(graph, arcs, share, best);
        if splitter.left { core.again(roots, options.watch).map(Some) } else { Ok(Some(core)) }
    }

    /// The network with each switch divided in even shares, whatever flows remain: in smaller units, of which there are as many as
    /// divide the shares. `None` if that takes too much work or memory, or loses a rank.
    pub fn shared(graph: &Digraph, roots: Roots, best: &Optimum, options: &Options) -> Option<Self> {
        let Scale { share, capacities } = Scale::new(graph, best.p, best.q).ok()?;
        let units = shares(graph);
        let share = share.checked_mul(units)?;
        let capacities = capacities.iter().map(|capacity| capacity.checked_mul(units)).collect::<Option<Vec<u64>>>()?;
        let mut splitter = Splitter::new(graph, &capacities, &[], Vec::new(), (options.work / 2, options.watch))?;
        let arcs = splitter.run(Quota::Shares, options.seed)?;
        Self::of(graph, arcs, share, best).again(roots, options.watch).ok()
    }

    /// The network of arcs between ranks, with weights that sum to `share` for each root.
    fn of(graph: &Digraph, arcs: Vec<([u32; 2], Pieces)>, share: u64, best: &Optimum) -> Self {
        let (ends, pieces): (Vec<[u32; 2]>, Vec<Pieces>) = arcs.into_iter().unzip();
        let capacities: Vec<u64> = pieces.iter().map(Pieces::amount).collect();
        let arc = |([from, to], &capacity): (&[u32; 2], &u64)| Arc { from: *from, to: *to, capacity, latency: 1 };
        let arcs = ends.iter().zip(&capacities).map(arc).collect();
        let graph = Digraph::new(graph.compute(), graph.compute(), arcs);
        Self { graph, pieces, scale: Scale { share, capacities }, p: best.p, q: best.q }
    }

    /// The network with the throughput that it allows after capacity of switches was lost.
    fn again(mut self, roots: Roots, watch: &dyn Watch) -> Result<Self, PlanError> {
        let best = optimum(&self.graph, roots, watch)?;
        let amounts = || self.pieces.iter().flat_map(|pieces| &pieces.0).map(|piece| piece.amount);
        let divisor = amounts().fold(best.q, gcd);
        at_most("units of capacity", amounts().map(u128::from).sum::<u128>() * u128::from(best.p), 1 << 56)?;
        // A unit of capacity was share / q * p of the link's; with weights that sum to best.q it is best.p of those.
        let (share, of_share) = lowest(self.scale.share.into(), self.q.into());
        let time = u128::from(self.p) * u128::from(best.p);
        let (p, q) = lowest(time, of_share * u128::from(best.q));
        let (p, q) = lowest(p.checked_mul(share).ok_or_else(|| above("units of time", u128::MAX, u64::MAX))?, q);
        for pieces in &mut self.pieces {
            pieces.0.iter_mut().for_each(|piece| piece.amount = piece.amount / divisor * best.p);
        }
        self.scale = Scale { share: best.q / divisor, capacities: self.pieces.iter().map(Pieces::amount).collect() };
        at_most("units of time", p, u64::MAX)?;
        at_most("units of time", q, u64::MAX)?;
        (self.p, self.q) = (u64::try_from(p).unwrap_or(u64::MAX), u64::try_from(q).unwrap_or(u64::MAX));
        Ok(self)
    }

    /// Packs the network by levels, if that is possible.
    pub fn level(
        &self,
        graph: &Digraph,
        roots: Roots,
        rise: Rise,
        options: &Options,
    ) -> Result<Option<Packing>, PlanError> {
        let Some(mut trees) = level::packing(&self.graph, roots, &self.scale, rise, options.watch)? else {
            return Ok(None);
        };
        if rise != Rise::Distances {
            let mut spare = self.scale.capacities.clone();
            for tree in &trees {
                let used = tree.links.iter().filter(|&&link| link != NONE);
                used.for_each(|&link| spare[link as usize] -= tree.weight);
            }
            let limit = level::ENTRIES / u64::from(graph.compute());
            crate::packing::swaps::lower(&self.graph, &mut trees, &mut spare, options, limit);
        }
        self.finish(graph, trees, options.watch).map(Some)
    }

    /// Packs the network by an attempt of the general method, if it ends within the limits.
    pub fn general(
        &self,
        graph: &Digraph,
        roots: Roots,
        growth: Growth,
        options: &Options,
    ) -> Result<Option<Packing>, PlanError> {
        let mut demands = vec![0; self.graph.vertices() as usize];
        for root in level::list(roots, self.graph.compute()) {
            demands[root as usize] = self.scale.share;
        }
        let mut spare = self.scale.capacities.clone();
        let Some(mut trees) = general::packing(&self.graph, &demands, &mut spare, growth, options.watch) else {
            return Ok(None);
        };
        merge(&mut trees);
        crate::packing::swaps::lower(&self.graph, &mut trees, &mut spare, options, growth.trees);
        self.finish(graph, trees, options.watch).map(Some)
    }

    fn finish(&self, graph: &Digraph, trees: Vec<PackedTree>, watch: &dyn Watch) -> Result<Packing, PlanError> {
        let (links, trees) = paths::lead(graph, self, trees, watch)?;
        let mut packing = Packing { p: self.p, q: self.q, share: self.scale.share, links, trees };
        packing.tidy();
        if graph.vertices() > graph.compute() {
            packing.measure(graph);
        }
        Ok(packing)
    }
}

/// The most shares of a switch that are whole; else they are rounded.
const MOST_SHARES: u64 = 1 << 20;

/// A number by which the capacities of switches are multiplied so that even shares of them are whole, where it is not too large.
fn shares(graph: &Digraph) -> u64 {
    let arcs = graph.arcs();
    let sum = |list: &[u32]| -> u128 { list.iter().map(|&arc| u128::from(arcs[arc as usize].capacity)).sum() };
    let mut all = 1u64;
    let mut add = |total: u128| {
        let Ok(total) = u64::try_from(total) else { return };
        let more = (total / gcd(total, all).max(1)).max(1);
        all = all.checked_mul(more).filter(|&all| all <= MOST_SHARES).unwrap_or(all);
    };
    for switch in graph.compute()..graph.vertices() {
        let (entering, leaving) = (graph.entering(switch), graph.leaving(switch));
        let (into, out) = (sum(entering), sum(leaving));
        // A pair of links leaves out what leads back.
        let back = |from: u32| leaving.iter().filter(move |&&arc| arcs[arc as usize].to == from).copied();
        let forth = |to: u32| entering.iter().filter(move |&&arc| arcs[arc as usize].from == to).copied();
        for &arc in entering {
            add(out - sum(&back(arcs[arc as usize].from).collect::<Vec<u32>>()));
        }
        for &arc in leaving {
            add(into - sum(&forth(arcs[arc as usize].to).collect::<Vec<u32>>()));
        }
    }
    // Switches in a row share what others have divided.
    all.checked_mul(graph.compute().into()).filter(|&finer| finer <= MOST_SHARES).unwrap_or(all)
}
