//! The crossovers: changes of the winner between two cells.

use super::between::{Between, End, Winners, between};
use super::{Contest, DecisionMap, MapQuestion, Row, Winner};
use logpine_collectives::collective::Exhaustive;
use logpine_text::watch::Watch;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The direction in which two cells are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Along {
    /// Equal rank counts, neighbouring sizes.
    Bytes,
    /// Equal sizes, neighbouring rank counts.
    Ranks,
}

/// A rank count and size with another winner than one byte, or one rank, before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossover {
    /// The quantity that grows by one from the family before to the family here.
    pub along: Along,
    /// The rank count here.
    pub ranks: u64,
    /// The size here, in bytes; `None` if the model has no sizes.
    pub bytes: Option<u64>,
    /// The family that wins one step before.
    pub from: &'static str,
    /// The family that wins here.
    pub to: &'static str,
    /// True if all changes between the two cells around it are known.
    pub exact: bool,
    /// The index of the next cell in the whole map.
    pub(super) cell: usize,
}

/// Two neighbouring cells between which the winner may change more often than the crossovers say: the effort did not suffice
/// to check or exclude every value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// The direction in which the cells are neighbours.
    pub along: Along,
    /// The rank counts of the two.
    pub ranks: [u64; 2],
    /// The sizes of the two in bytes; `None` if the model has no sizes.
    pub bytes: Option<[u64; 2]>,
    /// The index of the later cell in the whole map.
    pub(super) cell: usize,
}

/// The most questions to a contest for a whole map, beyond its cells.
const EFFORT: usize = 1 << 14;
/// The fewest and the most questions for two neighbours along the sizes.
const OF_A_PAIR: (usize, usize) = (4, 1 << 12);
/// The number of questions that one about another rank count stands for, since it computes everything anew.
const OF_A_RANK_COUNT: usize = 8;

/// Two neighbouring cells.
struct Pair {
    along: Along,
    /// The later of the two.
    cell: usize,
    before: End,
    after: End,
}

/// The crossovers between two neighbours.
struct Found {
    crossovers: Vec<Crossover>,
    unsettled: Option<Unsettled>,
}

impl DecisionMap {
    /// Searches for the places at which the winning family changes between neighbouring cells: to the byte along the sizes,
    /// to the rank along the rank counts.
    ///
    /// At every place found one family wins, and one step before it another. Between two neighbours these are all such
    /// places, unless the two are among [`DecisionMap::unsettled`]. To make sure, every value between them is checked, or
    /// intervals are excluded: if the times of a contest never fall as messages grow, and at the smaller end of an interval
    /// every other family takes longer than the winner takes at the larger end, no other wins in between. All other
    /// intervals are bisected. The effort is bounded, the same for every two neighbours of a map. If it does not suffice,
    /// neighbours with different winners still have a crossover on the way from one to the other.
    ///
    /// *Requires* the contest of the map. A shard finds the changes on the way to its own cells. `watch` gets a report after each pair of
    /// neighbours. Once it is over, the search ends, and the pairs that are left are unsettled.
    #[must_use]
    pub(crate) fn with_crossovers(mut self, contest: &dyn Contest, watch: &dyn Watch) -> Self {
        let pairs = self.pairs(contest, watch);
        let question = &self.question;
        let columns = question.columns();
        let effort = (EFFORT / (2 * question.ranks.values().len() * columns)).clamp(OF_A_PAIR.0, OF_A_PAIR.1);
        let done = AtomicU64::new(0);
        let of_pair = |pair: &Pair, row: Option<&dyn Row>| {
            let found = question.between(contest, row, pair, effort, watch);
            watch.progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len() as u64);
            found
        };
        // Pairs that end in one rank count share costly computations.
        let rows: Vec<&[Pair]> = pairs.chunk_by(|a, b| a.cell / columns == b.cell / columns).collect();
        let of_row = |pairs: &&[Pair]| {
            let row = (!watch.is_over()).then(|| contest.row(question.place(pairs[0].cell).0));
            pairs.par_iter().with_max_len(1).map(|pair| of_pair(pair, row.as_deref())).collect::<Vec<_>>()
        };
        let found: Vec<Found> = rows.par_iter().with_max_len(1).flat_map_iter(of_row).collect();
        for Found { crossovers, unsettled } in found {
            self.crossovers.extend(crossovers);
            self.unsettled.extend(unsettled);
        }
        self
    }

    /// The pairs of neighbouring cells whose later cell is in the shard, in the order of that cell.
    fn pairs(&self, contest: &dyn Contest, watch: &dyn Watch) -> Vec<Pair> {
        let question = &self.question;
        let columns = question.columns();
        // A shard's first cells have their neighbours in an earlier shard.
        let start = self.first.saturating_sub(columns);
        let earlier: Vec<_> =
            (start..self.first).into_par_iter().map(|cell| question.winner_at(contest, cell, watch)).collect();
        let winner = |cell: usize| match cell.checked_sub(self.first) {
            Some(here) => self.cells[here].answer.as_ref().map(Winner::from),
            None => earlier[cell - start],
        };
        let pair = |along, before: usize, cell: usize| {
            let end = |cell| {
                let (ranks, bytes) = question.place(cell);
                let value = if along == Along::Ranks { Some(ranks) } else { bytes };
                value.map(|value| (value, winner(cell)))
            };
            Some(Pair { along, cell, before: end(before)?, after: end(cell)? })
        };
        let cells = self.first..self.first + self.cells.len();
        let pairs = cells.flat_map(|cell| {
            let along_bytes = (cell % columns > 0).then(|| pair(Along::Bytes, cell - 1, cell)).flatten();
            let along_ranks = cell.checked_sub(columns).and_then(|before| pair(Along::Ranks, before, cell));
            [along_bytes, along_ranks].into_iter().flatten()
        });
        pairs.collect()
    }
}

impl MapQuestion {
    /// The winner in a cell of the whole map, unless the watch is over.
    fn winner_at(&self, contest: &dyn Contest, cell: usize, watch: &dyn Watch) -> Option<Winner> {
        let (ranks, bytes) = self.place(cell);
        (!watch.is_over()).then(|| contest.row(ranks).winner(bytes))?
    }

    /// The crossovers between two neighbouring cells; `row` is that of the later.
    fn between(
        &self,
        contest: &dyn Contest,
        row: Option<&dyn Row>,
        pair: &Pair,
        effort: usize,
        watch: &dyn Watch,
    ) -> Found {
        let &Pair { along, cell, before, after } = pair;
        let (ranks, bytes) = self.place(cell);
        let Between { changes, settled } = match along {
            Along::Bytes => between(&AlongBytes(row), before, after, effort, watch),
            Along::Ranks => between(&AlongRanks { contest, bytes }, before, after, effort / OF_A_RANK_COUNT, watch),
        };
        let crossover = |(value, from, to)| {
            let (ranks, bytes) = if along == Along::Bytes { (ranks, Some(value)) } else { (value, bytes) };
            Crossover { along, ranks, bytes, from, to, exact: settled, cell }
        };
        let unsettled = || Unsettled {
            along,
            ranks: if along == Along::Ranks { [before.0, after.0] } else { [ranks; 2] },
            bytes: if along == Along::Bytes { Some([before.0, after.0]) } else { bytes.map(|bytes| [bytes; 2]) },
            cell,
        };
        let unsettled = (!settled).then(unsettled);
        Found { crossovers: changes.into_iter().map(crossover).collect(), unsettled }
    }
}

/// The winners of one rank count, which nothing is asked for without its row.
struct AlongBytes<'a>(Option<&'a dyn Row>);

impl Winners for AlongBytes<'_> {
    fn at(&self, value: u64) -> Option<Winner> {
        self.0?.winner(Some(value))
    }

    fn keep(&self, (low, first): End, (_, last): End) -> bool {
        match (first, last) {
            // Nothing is faster for longer messages.
            (None, None) => self.may_keep(),
            (Some(first), Some(last)) => {
                let all = first.exhaustive.and(last.exhaustive) == Exhaustive::Yes;
                all && self.0.is_some_and(|row| row.keeps_winning(low, &last))
            }
            _ => false,
        }
    }

    fn may_keep(&self) -> bool {
        self.0.is_some_and(Row::never_falls)
    }
}

/// The winners for one size.
struct AlongRanks<'a> {
    contest: &'a dyn Contest,
    bytes: Option<u64>,
}

impl Winners for AlongRanks<'_> {
    fn at(&self, value: u64) -> Option<Winner> {
        self.contest.row(value).winner(self.bytes)
    }

    /// Never certain, since more ranks may take less time.
    fn keep(&self, _: End, _: End) -> bool {
        false
    }

    fn may_keep(&self) -> bool {
        false
    }
}
