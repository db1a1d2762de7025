//! Packings of trees, with the directions of their data.

use crate::check::synthesis::TreeEdge;
use crate::network::synthesis::{Packing, gcd};

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

    /// The time of a unit: that of the packing, or of both; `None` if it has too many digits.
    pub(crate) fn time(&self) -> Option<(u64, u64)> {
        let Self::Both { outward, inward } = self else { return Some((self.packing().p, self.packing().q)) };
        let Packing { p, q, .. } = inward.as_ref().unwrap_or(outward);
        let divisor = gcd(*q, outward.q).max(1);
        let sum = p.checked_mul(outward.q / divisor)?.checked_add(outward.p.checked_mul(q / divisor)?)?;
        let common = (q / divisor).checked_mul(outward.q)?;
        let divisor = gcd(sum, common).max(1);
        Some((sum / divisor, common / divisor))
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

    /// The packings that are used one after the other, each with its edges in the direction of the data.
    pub(crate) fn halves(&self) -> Vec<(&Packing, Vec<TreeEdge>)> {
        let half = |packing, is_inward| (packing, edges(packing, 0, is_inward).collect());
        match self {
            Self::Outward(packing) => vec![half(packing, false)],
            Self::Inward(packing) => vec![half(packing, true)],
            Self::Both { outward, inward } => {
                vec![half(inward.as_ref().unwrap_or(outward), true), half(outward, false)]
            }
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
