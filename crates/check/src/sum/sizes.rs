//! Counts of ranks and children.

use logpine_trees::tree::RankShape;

/// The number of ranks of a tree, and that of the children of each distinct subtree. Saturating.
pub(super) struct Sizes {
    /// The number of ranks.
    pub ranks: u128,
    /// The number of children, by subtree.
    pub fanouts: Vec<u128>,
}

/// Counts from the smallest subtrees up.
pub(super) fn sizes(tree: &RankShape) -> Sizes {
    let (mut ranks, mut fanouts) = (vec![1u128; tree.distinct()], vec![0u128; tree.distinct()]);
    for rank in tree.nodes() {
        if let Some(run) = tree.parts(rank) {
            let count = u128::from(run.count);
            ranks[rank.index()] =
                ranks[run.rest.index()].saturating_add(ranks[run.child.index()].saturating_mul(count));
            fanouts[rank.index()] = fanouts[run.rest.index()].saturating_add(count);
        }
    }
    Sizes { ranks: ranks[tree.root().index()], fanouts }
}
