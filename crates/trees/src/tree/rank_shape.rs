//! The compressed, hash-consed form of a rank tree, in which every node holds data and the order of children counts.

use rustc_hash::{FxBuildHasher, FxHashMap};

/// A distinct subtree of a [`RankShape`]. Its parts have smaller indices than the subtree itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RankId(u32);

impl RankId {
    /// The rank without children, which is the same in every shape.
    pub const LEAF: Self = Self(0);

    /// The index of the subtree, from 0 (the leaf) up to [`RankShape::distinct`] - 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The parts of a rank with children: its first `count` children are all `child`; the others are those of `rest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Children {
    /// The subtree of each of the first children.
    pub child: RankId,
    /// The number of these children; at least 1.
    pub count: u64,
    /// The rank whose children, in order, are the remaining ones.
    pub rest: RankId,
}

/// The facts about one distinct subtree; counts saturate at `u64::MAX`.
#[derive(Clone, Copy, Debug)]
struct Facts {
    fanout: u64,
    ranks: u64,
    height: u32,
}

/// The number of distinct subtrees for which a builder reserves room.
const LIKELY_SUBTREES: usize = 112;

const LEAF_FACTS: Facts = Facts { fanout: 0, ranks: 1, height: 0 };

/// An ordered tree of ranks in which equal subtrees and equal tails of siblings are stored once.
///
/// The children of a rank are in the order of its sends. In the LogP-optimal tree, the first child of a rank with time t
/// left has t - D left, and its further children are those of a rank with t - G left; so trees for 10^18 ranks are small.
#[derive(Clone, Debug)]
pub struct RankShape {
    /// The parts of subtree i + 1; subtree 0 is the leaf.
    children: Vec<Children>,
    facts: Vec<Facts>,
}

impl RankShape {
    /// The tree of a single rank.
    #[must_use]
    pub fn single() -> Self {
        Self { children: Vec::new(), facts: vec![LEAF_FACTS] }
    }

    /// The whole tree.
    #[must_use]
    pub fn root(&self) -> RankId {
        RankId(u32::try_from(self.children.len()).expect("the builder numbers subtrees in u32"))
    }

    /// The number of distinct subtrees and tails of siblings, including the leaf.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.facts.len()
    }

    /// The distinct subtrees and tails, parts before wholes; the leaf first, the root last.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = RankId> + ExactSizeIterator + use<> {
        let end = self.root().0 + 1;
        (0..end).map(RankId)
    }

    /// The parts of a rank; `None` for the leaf.
    #[must_use]
    pub fn parts(&self, rank: RankId) -> Option<Children> {
        rank.index().checked_sub(1).map(|index| self.children[index])
    }

    /// The runs of equal children of a rank, in the order of its sends.
    pub fn children(&self, rank: RankId) -> impl Iterator<Item = Children> + '_ {
        std::iter::successors(self.parts(rank), |run| self.parts(run.rest))
    }

    /// The number of children of a rank.
    #[must_use]
    pub fn fanout(&self, rank: RankId) -> u64 {
        self.facts[rank.index()].fanout
    }

    /// The number of ranks of a subtree (saturating).
    #[must_use]
    pub fn ranks_of(&self, rank: RankId) -> u64 {
        self.facts[rank.index()].ranks
    }

    /// The number of ranks of the whole tree (saturating).
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.ranks_of(self.root())
    }

    /// The number of edges from a subtree's root to its deepest rank.
    #[must_use]
    pub fn height_of(&self, rank: RankId) -> u32 {
        self.facts[rank.index()].height
    }

    /// The number of edges from the root to the deepest rank.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height_of(self.root())
    }

    /// The largest number of children of any rank but the root; 0 if there is none.
    #[must_use]
    pub fn max_fanout_below_root(&self) -> u64 {
        self.children.iter().map(|run| self.fanout(run.child)).max().unwrap_or(0)
    }

    /// The largest number of children of any rank.
    #[must_use]
    pub fn max_fanout(&self) -> u64 {
        self.max_fanout_below_root().max(self.fanout(self.root()))
    }
}

/// Builds a [`RankShape`] from its last ranks up; equal subtrees become the same [`RankId`].
#[derive(Debug)]
pub struct RankShapeBuilder {
    children: Vec<Children>,
    facts: Vec<Facts>,
    interned: FxHashMap<Children, RankId>,
}

impl Default for RankShapeBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl RankShapeBuilder {
    /// A builder that knows only the leaf.
    #[must_use]
    pub fn new() -> Self {
        // Most trees have fewer distinct subtrees, and a search builds many.
        let mut facts = Vec::with_capacity(LIKELY_SUBTREES);
        facts.push(LEAF_FACTS);
        let interned = FxHashMap::with_capacity_and_hasher(LIKELY_SUBTREES, FxBuildHasher);
        Self { children: Vec::with_capacity(LIKELY_SUBTREES), facts, interned }
    }

    /// The rank whose first `count` children are `child` and whose further children are those of `rest`. With a count of 0
    /// this is `rest`. If `rest` begins with a run of the same child, the two runs are joined.
    ///
    /// # Panics
    /// If a part is not of this builder, or beyond 2^32 distinct subtrees.
    pub fn prepend(&mut self, child: RankId, count: u64, rest: RankId) -> RankId {
        if count == 0 {
            return rest;
        }
        let joined = match rest.index().checked_sub(1).map(|index| self.children[index]) {
            Some(first) if first.child == child => Children { count: count.saturating_add(first.count), ..first },
            _ => Children { child, count, rest },
        };
        if let Some(&known) = self.interned.get(&joined) {
            return known;
        }
        let rank = RankId(u32::try_from(self.facts.len()).expect("fewer than 2^32 distinct subtrees"));
        self.facts.push(self.facts_of(joined));
        self.children.push(joined);
        self.interned.insert(joined, rank);
        rank
    }

    /// The root of a tree of its own in this builder: equal trees have equal roots.
    pub fn add(&mut self, tree: &RankShape) -> RankId {
        let mut ids = Vec::with_capacity(tree.distinct());
        for rank in tree.nodes() {
            let id = tree.parts(rank).map_or(RankId::LEAF, |Children { child, count, rest }| {
                self.prepend(ids[child.index()], count, ids[rest.index()])
            });
            ids.push(id);
        }
        ids.last().copied().unwrap_or(RankId::LEAF)
    }

    fn facts_of(&self, Children { child, count, rest }: Children) -> Facts {
        let (child, rest) = (self.facts[child.index()], self.facts[rest.index()]);
        Facts {
            fanout: rest.fanout.saturating_add(count),
            ranks: rest.ranks.saturating_add(child.ranks.saturating_mul(count)),
            height: rest.height.max(child.height + 1),
        }
    }

    /// The number of ranks of a subtree (saturating).
    #[must_use]
    pub fn ranks_of(&self, rank: RankId) -> u64 {
        self.facts[rank.index()].ranks
    }

    /// The number of distinct subtrees and tails so far, including the leaf.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.facts.len()
    }

    /// The shape whose root is `root`, without unused parts.
    #[must_use]
    pub fn finish(self, root: RankId) -> RankShape {
        let mut used = vec![false; root.index() + 1];
        used[root.index()] = true;
        for index in (1..=root.index()).rev() {
            if used[index] {
                let Children { child, rest, .. } = self.children[index - 1];
                used[child.index()] = true;
                used[rest.index()] = true;
            }
        }
        let count = used.iter().filter(|&&used| used).count();
        let mut shape = RankShape { children: Vec::with_capacity(count), facts: Vec::with_capacity(count + 1) };
        shape.facts.push(LEAF_FACTS);
        let mut renumbered = vec![RankId::LEAF; root.index() + 1];
        for index in (1..=root.index()).filter(|&index| used[index]) {
            let Children { child, count, rest } = self.children[index - 1];
            let kept = Children { child: renumbered[child.index()], count, rest: renumbered[rest.index()] };
            shape.children.push(kept);
            shape.facts.push(self.facts[index]);
            renumbered[index] = shape.root();
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_rank_is_a_tree() {
        let shape = RankShape::single();
        assert_eq!((shape.ranks(), shape.height(), shape.root()), (1, 0, RankId::LEAF));
        assert_eq!(RankShapeBuilder::new().finish(RankId::LEAF).ranks(), 1);
    }

    #[test]
    fn counts_saturate() {
        let mut builder = RankShapeBuilder::new();
        let root = (0..3).fold(RankId::LEAF, |child, _| builder.prepend(child, 1 << 40, RankId::LEAF));
        assert_eq!(builder.finish(root).ranks(), u64::MAX);
    }

    #[test]
    fn example_of_rank_shape() {
        use crate::tree::{RankId, RankShapeBuilder};
        // The binomial tree of 8 ranks: the first child has a binomial tree of 4 ranks, the next of 2, the last of 1.
        let mut builder = RankShapeBuilder::new();
        let root = (0..3).fold(RankId::LEAF, |smaller, _| builder.prepend(smaller, 1, smaller));
        let shape = builder.finish(root);
        assert_eq!((shape.ranks(), shape.height(), shape.fanout(shape.root())), (8, 3, 3));
        assert_eq!(shape.distinct(), 4);
    }
}
