//! Two-tree: half of the segments along each of two binary trees (Sanders, Speck and Traeff 2009).

mod trees;

pub use trees::{Place, Stream, TwoTree, rounds, time};

use super::{
    Algorithm, Assignment, Cutting, Family, Member, MembersOf, OperandOrder, Question, Recipe, can_cut, no_blocks,
};
use crate::model::Port;
use crate::request::MpiCollective;
use crate::schedule::Schedule;
use crate::schedule::build::{BuildError, Parts, Rounds};
use crate::tree::families::Parameters;
use crate::tree::{PipelineTimes, Segments};
use crate::units::Time;
use std::cell::Cell;
use std::iter::{empty, once};

pub(super) const BCAST: Family = Family::new(
    MpiCollective::Bcast,
    "two-tree",
    "half of the segments along each of two binary trees; a rank has children in one only (Sanders, Speck, Traeff 2009)",
)
.among_ranks(members, no_blocks);

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    if !can_cut(question) {
        return Box::new(empty());
    }
    // In both trees subtrees are intervals of ranks, but for the extra leaf of an even number of ranks.
    let kept = question.ranks % 2 == 1 || question.ranks == 2;
    let operand_order = if kept { OperandOrder::Kept } else { OperandOrder::Lost };
    Box::new(once(Member::new(Parameters::new(), Recipe::made(AlongTwoTrees), operand_order)))
}

/// Half of the segments along each of two trees.
#[derive(Clone, Copy, Debug)]
struct AlongTwoTrees;

impl AlongTwoTrees {
    fn rounds(given: Assignment) -> Result<(TwoTree, Rounds), BuildError> {
        let ranks = given.job.ranks();
        let blocks = given.blocks()?;
        let trees = TwoTree::new(ranks).ok_or(BuildError::Ranks { ranks })?;
        let rounds = rounds(ranks, blocks.count()).ok_or(BuildError::NotRepresentable)?;
        Ok((trees, Rounds::new(ranks, blocks, rounds, given.job.collective, given.timing)?))
    }
}

impl Algorithm for AlongTwoTrees {
    fn cutting(&self) -> Cutting {
        Cutting::Even
    }

    fn time(&self, ranks: u64, segments: &Segments, _times: &mut PipelineTimes) -> Option<Time> {
        segments.round()?.checked_mul(rounds(ranks, segments.count)?)
    }

    fn gap(&self, port: Port) -> Option<Time> {
        port.round()
    }

    /// A round for every block, and as many more as a single block takes but one.
    fn time_of_gaps(&self, ranks: u64, full: Port, gaps: Time, _times: &mut PipelineTimes) -> Option<Time> {
        full.round()?.checked_mul(rounds(ranks, 1)?.saturating_sub(1))?.checked_add(gaps)
    }

    /// In steady state every rank receives one block in each round.
    fn period(&self, _ranks: u64, segments: &Segments) -> Option<Time> {
        segments.round()?.checked_mul(segments.count)
    }

    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError> {
        let (trees, rounds) = Self::rounds(given)?;
        let blocks = rounds.blocks.count();
        rounds.whole(|rank, rounds| trees.operations_in(rank.into(), blocks, rounds))
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        let (trees, rounds) = Self::rounds(given)?;
        let blocks = rounds.blocks.count();
        rounds.in_parts(move |rounds, steps| {
            rounds.part(steps, |rank, rounds| trees.operations_in(rank.into(), blocks, rounds))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::TwoTree;

    /// The least and the largest rank of every subtree of one of the two trees, and how many it has.
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
