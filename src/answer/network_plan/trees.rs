//! Packings of trees, with the directions of their data.

use crate::check::synthesis::TreeEdge;
use crate::network::synthesis::{Digraph, Packing, lowest};

/// Packings of trees, whose paths lead away from the roots, by the direction of the data. If that is towards the roots, over the
/// arcs of the network, the packing is one of the reversed network.
#[derive(Clone, Debug)]
pub(crate) enum Trees {
    /// The data goes away from the roots.
    Outward(Packing),
    /// The data goes towards the roots.
    Inward(Packing),
    /// An allreduce: a reduce-scatter, and then an allgather.
    Both {
        /// The allgather.
        outward: Packing,
        /// The reduce-scatter; `None` if it takes the same trees, turned around.
        inward: Option<Packing>,
    },
}

impl Trees {
    /// The trees of an allgather, and of a reduce-scatter if it does not take the same.
    pub(super) const fn both(outward: Packing, inward: Option<Packing>) -> Self {
        Self::Both { outward, inward }
    }

    /// The trees of the collective; of an allreduce those of the allgather.
    pub(crate) const fn packing(&self) -> &Packing {
        match self {
            Self::Outward(packing) | Self::Inward(packing) | Self::Both { outward: packing, .. } => packing,
        }
    }

    /// The trees of the reduce-scatter of an allreduce, if it has its own.
    pub(crate) const fn reduce_scatter(&self) -> Option<&Packing> {
        if let Self::Both { inward, .. } = self { inward.as_ref() } else { None }
    }

    /// The time of a unit of a stream in which both halves of an allreduce are in use at the same time, the one for a later wave: the
    /// greatest load of an arc over its capacity, in lowest terms. Of a single packing it is p / q. `None` if it has too many digits.
    pub(crate) fn time(&self, graph: &Digraph) -> Option<(u128, u128)> {
        let Self::Both { .. } = self else { return Some((self.packing().p.into(), self.packing().q.into())) };
        let halves = self.halves();
        let loads = halves.iter().map(|&(packing, is_inward)| packing.loads(graph, is_inward));
        let loads: Vec<Vec<u64>> = loads.collect::<Option<_>>()?;
        let [one, other] = [0, 1].map(|half| halves.get(half).map_or(1, |(packing, _)| u128::from(packing.share)));
        let mut greatest = (0u128, 1u128);
        for (index, arc) in graph.arcs().iter().enumerate() {
            let [of_one, of_other] = [0, 1].map(|half: usize| loads.get(half).map_or(0, |loads| loads[index]));
            let time = u128::from(of_one).checked_mul(other)?.checked_add(u128::from(of_other).checked_mul(one)?)?;
            let (p, q) = lowest(time, one.checked_mul(other)?.checked_mul(arc.capacity.into())?);
            if p.checked_mul(greatest.1)? > greatest.0.checked_mul(q)? {
                greatest = (p, q);
            }
        }
        Some(greatest)
    }

    /// The part of the time in which each arc is in use.
    pub(crate) fn busy(&self, graph: &Digraph) -> Vec<f64> {
        let mut times = vec![0.0; graph.arcs().len()];
        for (packing, is_inward) in self.halves() {
            let loads = packing.loads(graph, is_inward).unwrap_or_default();
            for ((time, arc), load) in times.iter_mut().zip(graph.arcs()).zip(loads) {
                *time += load as f64 / (packing.share as f64 * arc.capacity as f64);
            }
        }
        let greatest = times.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let whole = self.time(graph).map_or(greatest, |(p, q)| p as f64 / q as f64);
        times.into_iter().map(|time| time / whole).collect()
    }

    /// The time of a unit if the halves of an allreduce are used one after the other, in lowest terms. `None` if it has too many digits.
    pub(crate) fn time_in_turn(&self) -> Option<(u128, u128)> {
        let time = |packing: &Packing| (u128::from(packing.p), u128::from(packing.q));
        self.halves().into_iter().map(|(packing, _)| Some(time(packing))).reduce(|one, other| {
            let ((p, q), (r, s)) = one.zip(other)?;
            Some(lowest(p.checked_mul(s)?.checked_add(r.checked_mul(q)?)?, q.checked_mul(s)?))
        })?
    }

    /// The number of trees.
    pub(crate) fn count(&self) -> usize {
        self.packing().trees.len() + self.reduce_scatter().map_or(0, |packing| packing.trees.len())
    }

    /// The greatest height of a tree, in links between ranks.
    pub(crate) fn height(&self) -> u32 {
        self.packing().height().max(self.reduce_scatter().map_or(0, Packing::height))
    }

    /// The edges of all trees, with their paths in the direction of the data: of an allreduce those of the allgather, and then those
    /// of the reduce-scatter if it has trees of its own.
    pub(crate) fn edges(&self) -> impl Iterator<Item = TreeEdge> + '_ {
        let first = edges(self.packing(), 0, matches!(self, Self::Inward(_)));
        let number = u32::try_from(self.packing().trees.len()).unwrap_or(u32::MAX);
        first.chain(self.reduce_scatter().into_iter().flat_map(move |packing| edges(packing, number, true)))
    }

    /// The packings, each with true if its data goes towards the roots: of an allreduce the reduce-scatter and the allgather.
    pub(crate) fn halves(&self) -> Vec<(&Packing, bool)> {
        match self {
            Self::Outward(packing) => vec![(packing, false)],
            Self::Inward(packing) => vec![(packing, true)],
            Self::Both { outward, inward } => vec![(inward.as_ref().unwrap_or(outward), true), (outward, false)],
        }
    }
}

/// The edges of a packing, whose trees are numbered from `first` on.
fn edges(packing: &Packing, first: u32, is_inward: bool) -> impl Iterator<Item = TreeEdge> + '_ {
    (first..).zip(&packing.trees).flat_map(move |(number, tree)| {
        packing.edges(tree).map(move |(child, link)| {
            let mut path = link.path.clone();
            if is_inward {
                path.reverse();
            }
            TreeEdge { tree: number, root: tree.root, weight: tree.weight, child, parent: link.from(), path }
        })
    })
}
