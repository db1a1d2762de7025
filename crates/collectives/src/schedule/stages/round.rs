//! The blocks of each message.

use super::Cut;
use super::rule::Rule;
use logpine_models::model::stage::{FirstBlock, Stage};
use std::ops::Range;

/// A message of consecutive blocks, modulo their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The sending rank.
    pub from: u64,
    /// The receiving rank.
    pub to: u64,
    /// The first block.
    pub first: u64,
    /// The number of blocks.
    pub count: u64,
}

/// A stage in which blocks move.
#[derive(Clone, Copy)]
pub(super) struct Among<'a> {
    pub ranks: u64,
    pub cut: &'a Cut,
    /// The number of rounds after which the stage's pattern is run again.
    pub rounds: u64,
}

impl<'a> Among<'a> {
    pub fn new(ranks: u64, cut: &'a Cut, stage: &Stage) -> Self {
        Self { ranks, cut, rounds: stage.pattern.stages(ranks) }
    }
}

impl Rule {
    /// The blocks of the message from one rank to another in a round, from 0.
    pub(super) fn blocks(self, of: Among, round: u64, [from, to]: [u64; 2]) -> Vec<Range<u64>> {
        let Among { ranks, cut, rounds } = of;
        let segment = |segment: u64| run(segment..segment + 1);
        match self {
            Self::All => run(0..cut.count()),
            Self::From { first: FirstBlock::Subtree, count } => run(to..(to + count).min(ranks)),
            Self::Segments { from: first, .. } => segment(first + round / rounds),
            Self::Pipeline => segment(round - from),
            Self::LastSegment | Self::LastInTree => segment(cut.count() - 1),
            Self::TreePipeline { fanout } => segment(round / fanout.min(ranks - 1) - depth(from, fanout)),
            Self::Bit { distance } => (distance..ranks)
                .filter(|way| way & distance != 0)
                .map(|way| {
                    let origin = behind(from, way % distance, ranks);
                    let block = origin * ranks + ahead(origin, way, ranks);
                    block..block + 1
                })
                .collect(),
            Self::From { .. } | Self::Neighbours { .. } | Self::Pair => {
                let part = self.part(of, round, [from, to]);
                part.map_or_else(Vec::new, |Part { first, count, .. }| around(first, count, cut.count()))
            }
        }
    }

    /// The message from one rank to another in a round, from 0, if its blocks are consecutive and follow from these numbers
    /// alone.
    pub(super) fn part(self, Among { ranks, cut, .. }: Among, round: u64, [from, to]: [u64; 2]) -> Option<Part> {
        let (first, count) = match self {
            Self::From { first, count } => (first.of([count, cut.count()], from, to, round), count),
            Self::Neighbours { from: first } => neighbours(from, first + round, ranks),
            Self::Pair => (from * ranks + to, 1),
            _ => return None,
        };
        Some(Part { from, to, first, count })
    }

    /// For every rank the receiver of the blocks that have to move by a bit of their distance, and the first of them: the block
    /// for the receiver itself.
    pub(super) fn by_bit(ranks: u64, distance: u64) -> impl Iterator<Item = [u64; 3]> {
        (0..ranks).map(move |rank| {
            let to = ahead(rank, distance, ranks);
            [rank, to, rank * ranks + to]
        })
    }
}

/// The first block, and the number of blocks, that a rank sends in a round of an exchange among an even number of neighbours.
/// In round 0 it sends its own block, later the blocks of a pair of ranks. In rounds 1, 2, 3, 4, ... an even rank sends those
/// of the pair 0, then 2 before it, 2 after it, 4 before it, and so on. An odd rank does the reverse, counted from its even
/// neighbour in the pair.
fn neighbours(rank: u64, round: u64, ranks: u64) -> (u64, u64) {
    let Some(before) = round.checked_sub(1) else { return (rank, 1) };
    let pair = rank - rank % 2;
    let away = round - round % 2;
    // In even rounds, an even rank has last received from the rank after it, so its blocks came from there.
    let first = if (rank + before).is_multiple_of(2) { ahead(pair, away, ranks) } else { behind(pair, away, ranks) };
    (first, 2)
}

/// The depth of a rank of a k-ary tree in heap order, 0 for the root.
fn depth(mut rank: u64, fanout: u64) -> u64 {
    let mut depth = 0;
    while rank > 0 {
        (rank, depth) = ((rank - 1) / fanout, depth + 1);
    }
    depth
}

/// (`rank` + `distance`) mod P, for a distance of at most P.
pub(super) const fn ahead(rank: u64, distance: u64, ranks: u64) -> u64 {
    (rank + distance) % ranks
}

/// (`rank` - `distance`) mod P, for a distance of at most P.
pub(super) const fn behind(rank: u64, distance: u64, ranks: u64) -> u64 {
    (rank + ranks - distance) % ranks
}

/// `count` of `all` blocks from `first` on, going round.
fn around(first: u64, count: u64, all: u64) -> Vec<Range<u64>> {
    let end = first + count;
    let mut runs = run(first..end.min(all));
    if end > all {
        runs.push(0..end - all);
    }
    runs
}

/// Consecutive blocks.
fn run(blocks: Range<u64>) -> Vec<Range<u64>> {
    std::iter::once(blocks).collect()
}
