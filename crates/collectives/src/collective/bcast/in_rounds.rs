//! Block algorithms in which every rank sends one block and receives one in a round.

use super::{Algorithm, Assignment, Cutting};
use crate::schedule::build::{BuildError, Parts, Rounds};
use crate::schedule::{Exchange, Schedule};
use logpine_models::model::Port;
use logpine_text::units::Time;
use logpine_trees::tree::{PipelineTimes, Segments};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Range;

/// The exchanges of a block algorithm: the block that each rank sends and receives in each round.
pub(super) trait Exchanges: Debug + Send + Sync + Sized + 'static {
    /// The smallest number of blocks with which it is an algorithm of its own.
    const FEWEST_BLOCKS: u64;

    /// The algorithm for `ranks` ranks; `None` if there is none.
    fn among(ranks: u64) -> Option<Self>;

    /// The number of rounds in which `blocks` blocks reach all ranks; `None` past `u64::MAX`.
    fn rounds(ranks: u64, blocks: u64) -> Option<u64>;

    /// The exchanges of a rank in some of the rounds of a broadcast of `blocks` blocks.
    fn of_rank(&self, rank: u64, blocks: u64, rounds: Range<u64>) -> impl Iterator<Item = Exchange>;
}

/// A message in blocks that differ by at most a byte, in rounds of equal length.
#[derive(Clone, Copy, Debug)]
pub(super) struct InRounds<E>(PhantomData<E>);

impl<E: Exchanges> InRounds<E> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }

    fn listed(given: Assignment) -> Result<(E, u64, Rounds), BuildError> {
        let ranks = given.job.ranks();
        let blocks = given.blocks()?;
        let exchanges = E::among(ranks).ok_or(BuildError::Ranks { ranks })?;
        let rounds = E::rounds(ranks, blocks.count()).ok_or(BuildError::NotRepresentable)?;
        let rounds = Rounds::new(ranks, blocks, rounds, given.job.collective, given.timing)?;
        Ok((exchanges, blocks.count(), rounds))
    }
}

impl<E: Exchanges> Algorithm for InRounds<E> {
    fn cutting(&self) -> Cutting {
        Cutting::Even
    }

    fn fewest_segments(&self) -> u64 {
        E::FEWEST_BLOCKS
    }

    fn time(&self, ranks: u64, segments: &Segments, _times: &mut PipelineTimes) -> Option<Time> {
        segments.round()?.checked_mul(E::rounds(ranks, segments.count)?)
    }

    fn gap(&self, port: Port) -> Option<Time> {
        port.round()
    }

    /// One round for every block, plus the rounds that a single block takes beyond the first.
    fn time_of_gaps(&self, ranks: u64, full: Port, gaps: Time, _times: &mut PipelineTimes) -> Option<Time> {
        full.round()?.checked_mul(E::rounds(ranks, 1)?.saturating_sub(1))?.checked_add(gaps)
    }

    /// In steady state every rank receives one block in each round.
    fn period(&self, _ranks: u64, segments: &Segments) -> Option<Time> {
        segments.round()?.checked_mul(segments.count)
    }

    fn schedule(&self, given: Assignment) -> Result<Schedule, BuildError> {
        let (exchanges, blocks, rounds) = Self::listed(given)?;
        rounds.whole(|rank, rounds| exchanges.of_rank(rank.into(), blocks, rounds))
    }

    fn parts<'a>(&'a self, given: Assignment<'a>) -> Result<Parts<'a>, BuildError> {
        let (exchanges, blocks, rounds) = Self::listed(given)?;
        rounds.in_parts(move |rounds, steps| {
            rounds.part(steps, |rank, rounds| exchanges.of_rank(rank.into(), blocks, rounds))
        })
    }
}
