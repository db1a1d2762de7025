//! Trees of numbered ranks, with the children of every rank in the order of the sends.

use logpine_trees::tree::{RankId, RankShape, RankShapeBuilder};

/// A tree of ranks 0 .. n - 1, in flat arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendTree {
    /// The ranks in breadth-first order, so that the children of a rank are neighbours.
    order: Vec<u32>,
    /// The place of the first child of each rank in that order, and the number of ranks at the end.
    starts: Vec<u32>,
}

impl SendTree {
    /// The tree that grows from a root: `children` gets a rank and its state, and pushes its children with their states in
    /// the order of the sends.
    pub(super) fn grown(root: u32, state: u32, mut children: impl FnMut(u32, u32, &mut Vec<(u32, u32)>)) -> Self {
        let mut nodes = vec![(root, state)];
        let mut starts = Vec::new();
        let mut next = 0;
        while let Some(&(rank, state)) = nodes.get(next) {
            starts.push(index(nodes.len()));
            children(rank, state, &mut nodes);
            next += 1;
        }
        starts.push(index(nodes.len()));
        Self { order: nodes.into_iter().map(|(rank, _)| rank).collect(), starts }
    }

    /// The tree of vertices with these parents, which come before them; siblings are sent to by rising numbers. Ranks are
    /// numbered depth first, from the child that is sent to last to the one that is sent to first, so that every subtree is an
    /// interval of ranks.
    pub(super) fn numbered(parents: &[u32]) -> Self {
        let count = parents.len();
        let mut children = vec![Vec::new(); count];
        for (vertex, &parent) in parents.iter().enumerate().skip(1) {
            children[parent as usize].push(vertex);
        }
        let mut sizes = vec![1u32; count];
        for vertex in (1..count).rev() {
            sizes[parents[vertex] as usize] += sizes[vertex];
        }
        let mut rank_of = vec![0u32; count];
        let mut vertex_of = vec![0usize; count];
        for vertex in 0..count {
            let mut next = rank_of[vertex] + 1;
            for &child in children[vertex].iter().rev() {
                rank_of[child] = next;
                vertex_of[next as usize] = child;
                next += sizes[child];
            }
        }
        Self::grown(0, 0, |rank, _, out| {
            out.extend(children[vertex_of[rank as usize]].iter().map(|&child| (rank_of[child], 0)));
        })
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.order.len() as u64
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> u32 {
        self.order.first().copied().unwrap_or(0)
    }

    /// The ranks in breadth-first order, each with the number of its children.
    pub fn fanouts(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.order.iter().zip(self.starts.windows(2)).map(|(&rank, starts)| (rank, starts[1] - starts[0]))
    }

    /// Every edge as parent and child: the ranks in breadth-first order, the children of each in the order of the sends.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let parents = self.fanouts().flat_map(|(parent, fanout)| std::iter::repeat_n(parent, fanout as usize));
        parents.zip(self.order.iter().skip(1).copied())
    }

    /// The edges if `root` is the root of the collective: every rank moves on by so many places. A tree with another root than
    /// rank 0 stays where it is, and one edge more joins it to the root of the collective.
    pub fn edges_from(&self, root: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let (ranks, own) = (self.ranks(), u64::from(self.root()));
        let by = if own == 0 { root } else { 0 };
        let joining = (own != 0 && own != root).then_some((root, own));
        let moved = move |rank: u32| (u64::from(rank) + by) % ranks;
        self.edges().map(move |(parent, child)| (moved(parent), moved(child))).chain(joining)
    }

    /// The tree in compressed form; the numbers of ranks are lost. With `backwards` the children of every rank are in the
    /// opposite order: a reduction that receives from its children in turn is that broadcast, run backwards.
    #[must_use]
    pub fn shape(&self, backwards: bool) -> RankShape {
        let mut builder = RankShapeBuilder::new();
        let mut made = vec![RankId::LEAF; self.order.len()];
        for place in (0..self.order.len()).rev() {
            let children = &made[self.starts[place] as usize..self.starts[place + 1] as usize];
            let prepend = |rest, &child: &RankId| builder.prepend(child, 1, rest);
            made[place] = if backwards {
                children.iter().fold(RankId::LEAF, prepend)
            } else {
                children.iter().rev().fold(RankId::LEAF, prepend)
            };
        }
        builder.finish(made.first().copied().unwrap_or(RankId::LEAF))
    }
}

/// A place; trees have fewer than 2^32 ranks.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subtrees_are_intervals_and_the_first_child_has_the_last_ranks() {
        let tree = SendTree::numbered(&[0, 0, 0, 1, 0, 1, 2, 3]);
        let edges: Vec<(u32, u32)> = tree.edges().collect();
        assert_eq!(edges, [(0, 4), (0, 2), (0, 1), (4, 6), (4, 5), (2, 3), (6, 7)]);
        assert_eq!(SendTree::numbered(&[0]).ranks(), 1);
    }
}
