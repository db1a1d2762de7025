//! Two-tree: half of the segments along each of two binary trees (Sanders, Speck and Traeff 2009).

mod trees;

pub use trees::{Place, Stream, TwoTree, rounds};

use super::in_rounds::{Exchanges, InRounds};
use super::{AlgorithmFamily, Member, MembersOf, OperandOrder, Question, Recipe, can_cut, no_blocks};
use crate::schedule::Exchange;
use logpine_models::job::MpiCollective;
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use std::cell::Cell;
use std::iter::{empty, once};
use std::ops::Range;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "two-tree",
    "half of the segments along each of two binary trees; a rank has children in one only (Sanders, Speck, Traeff 2009)",
).drawn('T', [35, 79, 189], 62)
.among_ranks(members, no_blocks);

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    if !can_cut(question) {
        return Box::new(empty());
    }
    // In both trees subtrees are intervals of ranks, but for the extra leaf of an even number of ranks.
    let kept = question.ranks % 2 == 1 || question.ranks == 2;
    let operand_order = if kept { OperandOrder::Kept } else { OperandOrder::Lost };
    Box::new(once(Member::new(Parameters::new(), Recipe::made(InRounds::<TwoTree>::new()), operand_order)))
}

impl Exchanges for TwoTree {
    const FEWEST_BLOCKS: u64 = 1;

    fn among(ranks: u64) -> Option<Self> {
        Self::new(ranks)
    }

    fn rounds(ranks: u64, blocks: u64) -> Option<u64> {
        rounds(ranks, blocks)
    }

    fn of_rank(&self, rank: u64, blocks: u64, rounds: Range<u64>) -> impl Iterator<Item = Exchange> {
        self.operations_in(rank, blocks, rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::TwoTree;

    /// The least and the largest rank of every subtree of one of the two trees, and its number of ranks.
    fn subtrees(ranks: u64, tree: u64) -> Option<Vec<[u64; 3]>> {
        let trees = TwoTree::new(ranks)?;
        let parent = |rank: u64| {
            let streams = trees.place(rank).receives;
            streams.into_iter().flatten().find(|stream| stream.first_block == tree).map(|stream| stream.peer)
        };
        let mut subtrees: Vec<[u64; 3]> = (0..ranks).map(|rank| [rank, rank, 1]).collect();
        for rank in 1..ranks {
            let mut above = parent(rank)?;
            loop {
                let [least, largest, count] = &mut subtrees[usize::try_from(above).ok()?];
                (*least, *largest, *count) = ((*least).min(rank), (*largest).max(rank), *count + 1);
                if above == 0 {
                    break;
                }
                above = parent(above)?;
            }
        }
        Some(subtrees)
    }

    #[test]
    fn subtrees_of_both_trees_are_intervals_for_odd_ranks() {
        for ranks in (3..200u64).step_by(2).chain([2]) {
            for tree in 0..2 {
                let subtrees = subtrees(ranks, tree).expect("every rank has a parent in both trees");
                assert_eq!(subtrees[0], [0, ranks - 1, ranks]);
                for [least, largest, count] in subtrees {
                    assert_eq!(largest - least + 1, count, "{ranks} ranks");
                }
            }
        }
        assert!(
            subtrees(8, 0).is_some_and(|trees| trees.iter().any(|[least, largest, count]| largest - least >= *count))
                || subtrees(8, 1)
                    .is_some_and(|trees| trees.iter().any(|[least, largest, count]| largest - least >= *count))
        );
    }
}
