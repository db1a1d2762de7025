//! Block algorithms, in which the blocks of a message take different ways.

use super::{Member, OperandOrder, Question, RankFamily, Recipe};
use crate::model::MessageSize;
use crate::schedule::scatter_allgather::Allgather;
use crate::search::collective::{Algorithm, LeftOutReason};
use crate::tree::families::Parameters;
use crate::units::Time;
use std::cell::Cell;
use std::iter::{empty, once};

/// Two-tree: Sanders, Speck and Traeff (2009).
#[derive(Clone, Copy, Debug)]
pub struct TwoTree;

/// Scatter and allgather: van de Geijn.
#[derive(Clone, Copy, Debug)]
pub struct ScatterAllgather;

/// Round-optimal n-block broadcast: Traeff and Ripke (2008).
#[derive(Clone, Copy, Debug)]
pub struct NBlock;

fn blocks(parameters: Parameters, algorithm: Algorithm) -> Member {
    Member::new(parameters, Recipe::Made(algorithm), OperandOrder::Lost)
}

/// Whether messages can be cut at all.
fn can_cut(question: Question) -> bool {
    question.timing.message_size() == MessageSize::Bytes
}

impl RankFamily for TwoTree {
    fn name(&self) -> &'static str {
        "two-tree"
    }

    fn description(&self) -> &'static str {
        "half of the segments along each of two binary trees; a rank has children in one only (Sanders, Speck, Traeff 2009)"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        // In both trees subtrees are intervals of ranks, but for the extra leaf of an even number of ranks.
        let kept = question.ranks % 2 == 1 || question.ranks == 2;
        let operand_order = if kept { OperandOrder::Kept } else { OperandOrder::Lost };
        let member = blocks(Parameters::new(), Algorithm::TwoTree);
        Box::new(once(Member { operand_order, ..member }))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::NoMember } else { LeftOutReason::Indivisible }
    }
}

impl RankFamily for ScatterAllgather {
    fn name(&self) -> &'static str {
        "scatter-allgather"
    }

    fn description(&self) -> &'static str {
        "binomial scatter, then allgather by ring, recursive doubling or Bruck's algorithm (van de Geijn)"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        let allgathers = [Allgather::Ring, Allgather::RecursiveDoubling, Allgather::Bruck];
        let allgathers = allgathers.into_iter().filter(move |allgather| allgather.fits(question.ranks));
        let of = |allgather: Allgather| {
            blocks(Parameters::new().word("allgather", allgather.name()), Algorithm::ScatterAllgather(allgather))
        };
        Box::new(allgathers.map(of))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::NoMember } else { LeftOutReason::Indivisible }
    }
}

impl RankFamily for NBlock {
    fn name(&self) -> &'static str {
        "n-block"
    }

    fn description(&self) -> &'static str {
        "n blocks in n - 1 + ceil(log2 P) rounds around a circulant graph, the fewest there can be (Traeff, Ripke 2008)"
    }

    fn members<'q>(&self, question: Question<'q>, _limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        if !can_cut(question) {
            return Box::new(empty());
        }
        Box::new(once(blocks(Parameters::new(), Algorithm::Circulant)))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        if can_cut(question) { LeftOutReason::NoMember } else { LeftOutReason::Indivisible }
    }
}

#[cfg(test)]
mod tests {
    use crate::schedule::two_tree;

    /// The least and the largest rank of every subtree of one of the two trees, and how many it has.
    fn subtrees(ranks: u64, tree: u64) -> Option<Vec<[u64; 3]>> {
        let trees = two_tree::TwoTree::new(ranks)?;
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
