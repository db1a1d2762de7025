//! Packings of trees, with the directions of their data.

use logpine_check::synthesis::TreeEdge;
use logpine_netplan::Packing;
use logpine_network::digraph::Digraph;
use logpine_text::integer::lowest;

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
        /// The time of a unit, in lowest terms, of a stream in which both are in use at the same time, the one for a later wave.
        time: (u128, u128),
    },
}

impl Trees {
    /// The trees of an allgather on a graph, and of a reduce-scatter if it does not take the same; `None` if the time has too many
    /// digits.
    pub(super) fn both(graph: &Digraph, outward: Packing, inward: Option<Packing>) -> Option<Self> {
        let time = at_the_same_time(graph, inward.as_ref().unwrap_or(&outward), &outward);
        let time = time.or_else(|| in_turn(inward.as_ref().unwrap_or(&outward), &outward))?;
        Some(Self::Both { outward, inward, time })
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

    /// The time of a unit, in lowest terms.
    pub(crate) fn time(&self) -> (u128, u128) {
        if let Self::Both { time, .. } = self { *time } else { (self.packing().p.into(), self.packing().q.into()) }
    }

    /// True if to use both halves of an allreduce at the same time takes as long as to use one after the other.
    pub(crate) fn is_in_turn(&self) -> bool {
        let Self::Both { outward, inward, time } = self else { return true };
        in_turn(inward.as_ref().unwrap_or(outward), outward) == Some(*time)
    }

    /// True if trees branch at vertices that are no ranks: switches combine what they receive, and copy what they send on.
    pub(crate) fn combine(&self, graph: &Digraph) -> bool {
        self.packing().links.iter().any(|link| link.from().max(link.to()) >= graph.compute())
    }

    /// The part of the time in which each arc is in use.
    pub(crate) fn utilization(&self, graph: &Digraph) -> Vec<f64> {
        let (p, q) = self.time();
        let mut parts = vec![0.0; graph.arcs().len()];
        for (packing, is_inward) in self.halves() {
            let loads = packing.loads(graph, is_inward).unwrap_or_default();
            for ((part, arc), load) in parts.iter_mut().zip(graph.arcs()).zip(loads) {
                *part += load as f64 / (packing.share as f64 * arc.capacity as f64) / (p as f64 / q as f64);
            }
        }
        parts
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
    fn halves(&self) -> Vec<(&Packing, bool)> {
        match self {
            Self::Outward(packing) => vec![(packing, false)],
            Self::Inward(packing) => vec![(packing, true)],
            Self::Both { outward, inward, .. } => vec![(inward.as_ref().unwrap_or(outward), true), (outward, false)],
        }
    }
}

/// The greatest load of an arc by a reduce-scatter and an allgather over its capacity, in lowest terms; `None` if it has too many digits.
fn at_the_same_time(graph: &Digraph, inward: &Packing, outward: &Packing) -> Option<(u128, u128)> {
    let loads = inward.loads(graph, true)?.into_iter().zip(outward.loads(graph, false)?);
    let (one, other) = (u128::from(inward.share), u128::from(outward.share));
    let mut greatest = (0u128, 1u128);
    for (arc, (of_one, of_other)) in graph.arcs().iter().zip(loads) {
        let time = u128::from(of_one).checked_mul(other)?.checked_add(u128::from(of_other).checked_mul(one)?)?;
        let (p, q) = lowest(time, one.checked_mul(other)?.checked_mul(arc.capacity.into())?);
        if p.checked_mul(greatest.1)? > greatest.0.checked_mul(q)? {
            greatest = (p, q);
        }
    }
    Some(greatest)
}

/// The sum of the times of two packings, in lowest terms; `None` if it has too many digits.
fn in_turn(inward: &Packing, outward: &Packing) -> Option<(u128, u128)> {
    let [p, q, r, s] = [inward.p, inward.q, outward.p, outward.q].map(u128::from);
    Some(lowest(p.checked_mul(s)?.checked_add(r.checked_mul(q)?)?, q.checked_mul(s)?))
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
