//! The decision map: the fastest algorithm over rank counts and sizes.
//!
//! A [`Contest`] gives the answer of each cell. Between neighbouring cells [`DecisionMap::with_crossovers`] finds the bytes
//! or ranks at which the winner changes, and names the neighbours between which there may be more changes.

mod between;
mod competition;
mod contest;
mod crossover;
mod environment;
mod grid;
mod shard;
mod shard_choice;

pub use competition::{Compared, Competition};
pub use contest::{Contest, MpiContest, RankContest, Row, Winner};
pub use crossover::{Along, Crossover, Unsettled};
pub(crate) use environment::part;
pub use grid::Grid;
pub use shard::Shard;
pub(crate) use shard_choice::ShardChoice;

use super::data_limits::of_stages;
use super::{Candidate, MpiPlanError, RankPlanError, StageSequence};
use crate::request::Claim;
use logpine_collectives::search::collective::Choice;
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::families::Parameters;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most cells of one map or shard.
const MOST_CELLS: usize = 1 << 20;

/// The question that a map answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapQuestion {
    /// Rank counts.
    pub ranks: Grid,
    /// Message sizes in bytes; `None` if the model has no sizes.
    pub bytes: Option<Grid>,
    /// The part of the cells to compute.
    pub shard: Shard,
}

/// The reason why a question has no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// Ranks, hosts or sizes that make no job.
    #[error(transparent)]
    Job(#[from] Reason),
    /// Sizes under a model without sizes, or none under a model with sizes.
    #[error(transparent)]
    Sizes(#[from] RankPlanError),
    /// A job that does not fit the model.
    #[error(transparent)]
    MpiSizes(#[from] MpiPlanError),
    /// The end of the time.
    #[error("stopped after {done} of {cells} cells, and all of them are needed; allow more time, or ask for fewer")]
    Stopped {
        /// The cells that were done.
        done: u64,
        /// All cells.
        cells: u64,
    },
    /// More cells than one map may have.
    #[error("{cells} cells, and one run computes at most {limit}: take larger steps, or at least {shards} shards")]
    TooManyCells {
        /// The cells asked for.
        cells: u128,
        /// The most cells of one run.
        limit: usize,
        /// The fewest shards that are small enough.
        shards: u128,
    },
}

/// An algorithm of a cell with its parameters and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The family's name.
    pub family: &'static str,
    /// The parameters within the family, segments included.
    pub parameters: Parameters,
    /// The time until the collective is done at every rank.
    pub time: Time,
    /// The sizes of its messages, the least and the most; `None` if the model has no sizes.
    pub(crate) sent: Option<[u64; 2]>,
}

/// The answer in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapAnswer {
    /// The fastest algorithm.
    pub best: Alternative,
    /// Value, status and bound of the fastest, against every schedule.
    pub claim: Claim,
    /// The fastest algorithm of another family; `None` if no other has one.
    pub runner_up: Option<Alternative>,
}

/// One rank count with one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapCell {
    /// Number of ranks.
    pub ranks: u64,
    /// Size of the message in bytes; `None` if the model has no sizes.
    pub bytes: Option<u64>,
    /// The answer; `None` if every algorithm takes longer than the longest time.
    pub answer: Option<MapAnswer>,
}

/// The winners over rank counts and sizes, as [`Competition::map`] finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionMap {
    question: MapQuestion,
    /// Index of the first cell among those of the whole map.
    first: usize,
    cells: Vec<MapCell>,
    crossovers: Vec<Crossover>,
    unsettled: Vec<Unsettled>,
    /// The map with o = 0, if the overhead was not measured.
    without_overhead: Option<Box<Self>>,
}

impl DecisionMap {
    /// Computes the map of a question, without crossovers. The map does not depend on the number of threads. `watch` hears
    /// of each cell that is done, from any thread, and not always in order.
    ///
    /// # Errors
    /// [`MapError`] if the contest refuses a rank count or size, there are more than 2^20 cells, or `watch` ends the work.
    pub(crate) fn new(contest: &dyn Contest, question: MapQuestion, watch: &dyn Watch) -> Result<Self, MapError> {
        let most_ranks = question.ranks.values().last().copied().unwrap_or(0);
        contest.check(most_ranks, question.bytes.as_ref().and_then(|bytes| bytes.values().last().copied()))?;
        // Both sides have at most 2^20 values.
        let total = question.ranks.values().len() * question.columns();
        let shard = question.shard.cells(total);
        if shard.len() > MOST_CELLS {
            let (cells, shards) = (shard.len() as u128, total.div_ceil(MOST_CELLS) as u128);
            return Err(MapError::TooManyCells { cells, limit: MOST_CELLS, shards });
        }
        let (done, steps) = (AtomicU64::new(0), shard.len() as u64);
        let (first, columns) = (shard.start, question.columns());
        // Cells of one rank count share costly computations.
        let row = |row: usize| {
            let of_row = contest.row(question.ranks.values()[row]);
            let cell = |index| {
                if watch.is_over() {
                    return None;
                }
                let (ranks, bytes) = question.place(index);
                let answer = of_row.answer(bytes);
                watch.progress(done.fetch_add(1, Ordering::Relaxed) + 1, steps);
                Some(MapCell { ranks, bytes, answer })
            };
            let cells = (row * columns).max(shard.start)..((row + 1) * columns).min(shard.end);
            cells.into_par_iter().with_max_len(1).map(cell).collect::<Vec<_>>()
        };
        let rows = shard.start / columns..shard.end.div_ceil(columns);
        let cells: Option<Vec<MapCell>> = rows.into_par_iter().with_max_len(1).flat_map_iter(row).collect();
        let cells = cells.ok_or_else(|| MapError::Stopped { done: done.into_inner(), cells: steps })?;
        Ok(Self { question, first, cells, crossovers: Vec::new(), unsettled: Vec::new(), without_overhead: None })
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> &MapQuestion {
        &self.question
    }

    /// The cells of the shard, ordered by rank count, then by size.
    #[must_use]
    pub fn cells(&self) -> &[MapCell] {
        &self.cells
    }

    /// The cells of the map with o = 0, if the overhead was not measured; those of [`DecisionMap::cells`] have o = alpha.
    pub(crate) fn cells_without_overhead(&self) -> Option<&[MapCell]> {
        self.without_overhead.as_ref().map(|map| map.cells())
    }

    /// The places at which the winner changes, ordered by the cell that follows, those along the sizes first. Empty before
    /// [`Competition::with_crossovers`].
    #[must_use]
    pub fn crossovers(&self) -> &[Crossover] {
        &self.crossovers
    }

    /// The neighbours between which the winner may change more often than [`DecisionMap::crossovers`] says, in the same
    /// order. Between all others no crossover is missing. Empty before [`DecisionMap::with_crossovers`].
    #[must_use]
    pub(crate) fn unsettled(&self) -> &[Unsettled] {
        &self.unsettled
    }

    /// The cells of the shard, each with the crossovers on the way to it, and with its unsettled pairs: an earlier neighbour
    /// and itself, if there may be more crossovers between them.
    pub(crate) fn cells_with_crossovers(&self) -> impl Iterator<Item = (&MapCell, &[Crossover], &[Unsettled])> {
        let (mut crossovers, mut unsettled) = (self.crossovers(), self.unsettled());
        self.cells.iter().enumerate().map(move |(at, cell)| {
            let here = self.first + at;
            let (before, after) = crossovers.split_at(crossovers.partition_point(|found| found.cell <= here));
            let (open, later) = unsettled.split_at(unsettled.partition_point(|found| found.cell <= here));
            (crossovers, unsettled) = (after, later);
            (cell, before, open)
        })
    }
}

impl MapQuestion {
    /// The number of cells for each rank count.
    fn columns(&self) -> usize {
        self.bytes.as_ref().map_or(1, |bytes| bytes.values().len())
    }

    /// Rank count and size of a cell of the whole map.
    fn place(&self, cell: usize) -> (u64, Option<u64>) {
        let (row, column) = (cell / self.columns(), cell % self.columns());
        (self.ranks.values()[row], self.bytes.as_ref().map(|bytes| bytes.values()[column]))
    }
}

impl MapAnswer {
    /// The excess of the runner-up's time over the best, in percent of the best. `None` if there is no runner-up, or the
    /// best time is zero and the runner-up's is not.
    #[must_use]
    pub fn margin_percent(&self) -> Option<f64> {
        self.runner_up.as_ref()?.time.percent_above(self.best.time)
    }
}

impl Alternative {
    fn new(choice: Choice, bytes: Option<u64>, ranks: u64) -> Self {
        let Choice { family, parameters, algorithm, cut, time } = choice;
        let sent = bytes.map(|bytes| algorithm.cutting().sizes(bytes, cut, ranks));
        let parameters = match cut {
            Some(cut) => parameters.number("segment", cut.segment).number("segments", cut.segments),
            None => parameters,
        };
        Self { family, parameters, time, sent }
    }
}

impl From<&Candidate<StageSequence>> for Alternative {
    fn from(candidate: &Candidate<StageSequence>) -> Self {
        let Candidate { family, parameters, time, .. } = candidate;
        Self { family, parameters: parameters.clone(), time: *time, sent: of_stages(candidate) }
    }
}
