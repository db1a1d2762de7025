//! n-block: as many blocks as are best, around a circulant graph, in the fewest rounds there can be (Traeff and Ripke 2008).

mod circulant;

pub use circulant::{Circulant, Operations, Row, rounds, time};

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
    "n-block",
    "n blocks in n - 1 + ceil(log2 P) rounds around a circulant graph, the fewest there can be (Traeff, Ripke 2008)",
)
.among_ranks(members, no_blocks);

fn members<'q>(question: Question<'q>, _limit: &'q Cell<Time>) -> MembersOf<'q> {
    if !can_cut(question) {
        return Box::new(empty());
    }
    Box::new(once(Member::new(Parameters::new(), Recipe::made(NBlock), OperandOrder::Lost)))
}

/// The blocks around a circulant graph.
#[derive(Clone, Copy, Debug)]
struct NBlock;

impl NBlock {
    fn rounds(given: Assignment) -> Result<(Circulant, Rounds), BuildError> {
        let ranks = given.job.ranks();
        let blocks = given.blocks()?;
        let graph = Circulant::new(ranks).ok_or(BuildError::Ranks { ranks })?;
        let rounds = rounds(ranks, blocks.count()).ok_or(BuildError::NotRepresentable)?;
        Ok((graph, Rounds::new(ranks, blocks, rounds, given.job.collective, given.timing)?))
    }
}

impl Algorithm for NBlock {
    fn cutting(&self) -> Cutting {
        Cutting::Even
    }

    /// A single block goes around a circulant graph along a binomial tree.
    fn fewest_segments(&self) -> u64 {
        2
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
        let (graph, rounds) = Self::rounds(given)?;
        let blocks = rounds.blocks.count();
        rounds.whole(|rank, rounds| graph.operations_in(rank.into(), blocks, rounds))
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        let (graph, rounds) = Self::rounds(given)?;
        let blocks = rounds.blocks.count();
        rounds.in_parts(move |rounds, steps| {
            rounds.part(steps, |rank, rounds| graph.operations_in(rank.into(), blocks, rounds))
        })
    }
}
