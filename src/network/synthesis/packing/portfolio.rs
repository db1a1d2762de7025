//! Networks of ranks only, and the attempts to pack them.

use crate::network::synthesis::gcd;
use crate::network::synthesis::packing::core::Core;
use crate::network::synthesis::packing::error::{PackingError, at_most};
use crate::network::synthesis::packing::general::{self, Growth};
use crate::network::synthesis::packing::kept::Need;
use crate::network::synthesis::packing::level::{self, Rise};
use crate::network::synthesis::packing::none::NONE;
use crate::network::synthesis::packing::optimum::{Optimum, optimum};
use crate::network::synthesis::packing::paths;
use crate::network::synthesis::packing::pieces::{Piece, Pieces};
use crate::network::synthesis::packing::roots::Roots;
use crate::network::synthesis::packing::scale::Scale;
use crate::network::synthesis::packing::split::{Quota, Splitter};
use crate::network::synthesis::packing::trees::{PackedTree, merge};
use crate::network::synthesis::packing::{Options, Packing};
use crate::network::synthesis::{Arc, Digraph};

impl Core {
    /// A network without switches.
    pub fn plain(graph: &Digraph, p: u64, q: u64) -> Result<Self, PackingError> {
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
    ) -> Result<Option<Self>, PackingError> {
        let Scale { share, capacities } = Scale::new(graph, best.p, best.q)?;
        let feed: Vec<(u32, u64)> = level::list(roots, graph.compute()).into_iter().map(|root| (root, share)).collect();
        let amount = share * feed.len() as u64;
        let need = |sink| Need { source: graph.vertices(), sink, amount };
        let needs = (0..graph.compute()).filter(|&rank| roots != Roots::One(rank)).map(need).collect();
        let Some(mut splitter) = Splitter::new(graph, &capacities, &feed, needs, options.work / 2) else {
            return Ok(None);
        };
        let Some(arcs) = splitter.run(quota, options.seed) else { return Ok(None) };
        let (ends, pieces): (Vec<[u32; 2]>, Vec<Pieces>) = arcs.into_iter().unzip();
        let capacities: Vec<u64> = pieces.iter().map(Pieces::amount).collect();
        let arc = |([from, to], &capacity): (&[u32; 2], &u64)| Arc { from: *from, to: *to, capacity, latency: 1 };
        let arcs = ends.iter().zip(&capacities).map(arc).collect();
        let split = Digraph::new(graph.compute(), graph.compute(), arcs);
        let core = Self { graph: split, pieces, scale: Scale { share, capacities }, p: best.p, q: best.q };
        if splitter.left { core.again(roots).map(Some) } else { Ok(Some(core)) }
    }

    /// The network with the throughput that it allows after capacity of switches was lost.
    fn again(mut self, roots: Roots) -> Result<Self, PackingError> {
        let best = optimum(&self.graph, roots)?;
        let amounts = || self.pieces.iter().flat_map(|pieces| &pieces.0).map(|piece| piece.amount);
        let divisor = amounts().fold(best.q, gcd);
        at_most("units of capacity", amounts().map(u128::from).sum::<u128>() * u128::from(best.p), 1 << 56)?;
        // A unit of capacity was share / q * p of the link's; with weights that sum to best.q it is best.p of those.
        let (p, q) =
            (u128::from(self.p) * u128::from(best.p), u128::from(self.q / self.scale.share) * u128::from(best.q));
        for pieces in &mut self.pieces {
            pieces.0.iter_mut().for_each(|piece| piece.amount = piece.amount / divisor * best.p);
        }
        self.scale = Scale { share: best.q / divisor, capacities: self.pieces.iter().map(Pieces::amount).collect() };
        let divisor = greatest(p, q);
        at_most("units of time", p / divisor, u64::MAX)?;
        at_most("units of time", q / divisor, u64::MAX)?;
        (self.p, self.q) =
            (u64::try_from(p / divisor).unwrap_or(u64::MAX), u64::try_from(q / divisor).unwrap_or(u64::MAX));
        Ok(self)
    }

    /// Packs the network by levels, if that is possible.
    pub fn level(
        &self,
        graph: &Digraph,
        roots: Roots,
        rise: Rise,
        options: &Options,
    ) -> Result<Option<Packing>, PackingError> {
        let Some(mut trees) = level::packing(&self.graph, roots, &self.scale, rise)? else { return Ok(None) };
        if rise != Rise::Distances {
            let mut spare = self.scale.capacities.clone();
            for tree in &trees {
                let used = tree.links.iter().filter(|&&link| link != NONE);
                used.for_each(|&link| spare[link as usize] -= tree.weight);
            }
            let limit = level::ENTRIES / u64::from(graph.compute());
            crate::network::synthesis::packing::swaps::lower(&self.graph, &mut trees, &mut spare, options.work, limit);
        }
        self.finish(graph, trees).map(Some)
    }

    /// Packs the network by an attempt of the general method, if it ends within the limits.
    pub fn general(
        &self,
        graph: &Digraph,
        roots: Roots,
        growth: Growth,
        options: &Options,
    ) -> Result<Option<Packing>, PackingError> {
        let mut demands = vec![0; self.graph.vertices() as usize];
        for root in level::list(roots, self.graph.compute()) {
            demands[root as usize] = self.scale.share;
        }
        let mut spare = self.scale.capacities.clone();
        let Some(mut trees) = general::packing(&self.graph, &demands, &mut spare, growth) else { return Ok(None) };
        merge(&mut trees);
        crate::network::synthesis::packing::swaps::lower(
            &self.graph,
            &mut trees,
            &mut spare,
            options.work,
            growth.trees,
        );
        self.finish(graph, trees).map(Some)
    }

    fn finish(&self, graph: &Digraph, trees: Vec<PackedTree>) -> Result<Packing, PackingError> {
        let (links, trees) = paths::lead(graph, self, trees)?;
        let mut packing = Packing { p: self.p, q: self.q, share: self.scale.share, links, trees };
        packing.tidy();
        Ok(packing)
    }
}

const fn greatest(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
