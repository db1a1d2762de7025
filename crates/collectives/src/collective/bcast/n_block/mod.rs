//! n-block: the best number of blocks, around a circulant graph, in the smallest possible number of rounds (Traeff and
//! Ripke 2008).

mod circulant;

pub use circulant::{Circulant, Operations, Row, rounds};

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
    "n-block",
    "n blocks in n - 1 + ceil(log2 P) rounds around a circulant graph, the fewest there can be (Traeff, Ripke 2008)",
)
.drawn('N', [19, 105, 175], 25)
.among_ranks(members, no_blocks);

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    if !can_cut(question) {
        return Box::new(empty());
    }
    Box::new(once(Member::new(Parameters::new(), Recipe::made(InRounds::<Circulant>::new()), OperandOrder::Lost)))
}

impl Exchanges for Circulant {
    /// A single block goes around a circulant graph along a binomial tree.
    const FEWEST_BLOCKS: u64 = 2;

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
