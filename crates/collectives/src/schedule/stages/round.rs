//! The messages of each round of a rule: their senders, receivers and blocks.

use super::Cut;
use super::k_ary::KAry;
use super::rule::{Load, Owner, Rule, Whose, children};
use super::transmission::Transmission;
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

impl Load {
    /// The blocks of the messages of a level in a round, if the level has `of_one` rounds for one message.
    fn in_round(self, round: u64, of_one: u64) -> Self {
        match self {
            Self::Segments { from, .. } => {
                let segment = from + round / of_one;
                Self::Segments { from: segment, to: segment + 1 }
            }
            Self::Whole | Self::Subtree => self,
        }
    }

    /// The blocks of a message to a subtree.
    fn blocks(self, cut: &Cut, subtree: Range<u64>) -> Vec<Range<u64>> {
        run(match self {
            Self::Whole => 0..cut.count(),
            Self::Subtree => subtree,
            Self::Segments { from, to } => from..to,
        })
    }
}

impl Rule {
    /// The messages of a round, from 0.
    pub(super) fn round(self, ranks: u64, cut: &Cut, round: u64) -> Vec<Transmission> {
        let all = || run(0..cut.count());
        let message = |from: u64, to: u64, blocks: Vec<Range<u64>>| {
            let bytes = blocks.iter().map(|run| cut.bytes(run)).sum();
            Transmission { from, to, blocks, bytes }
        };
        let every = |of: &dyn Fn(u64) -> Transmission| (0..ranks).map(of).collect();
        match self {
            Self::Far { stride, fanout, load } => {
                let of_one = children(ranks, stride, fanout);
                let digit = round % of_one + 1;
                let step = usize::try_from(stride.saturating_mul(fanout)).unwrap_or(usize::MAX);
                let receivers = (digit * stride..ranks).step_by(step);
                let load = load.in_round(round, of_one);
                let subtree = |to: u64| to..(to + stride).min(ranks);
                receivers.map(|to| message(to - digit * stride, to, load.blocks(cut, subtree(to)))).collect()
            }
            Self::Near { holders, fanout, load } => {
                let of_one = children(ranks, holders, fanout);
                let first = (round % of_one + 1) * holders;
                let load = load.in_round(round, of_one);
                let receivers = first..(first + holders).min(ranks);
                receivers.map(|to| message(to - first, to, load.blocks(cut, to..to + 1))).collect()
            }
            Self::Pipeline => {
                let last = cut.count() - 1;
                let senders = round.saturating_sub(last)..(round + 1).min(ranks - 1);
                let before = |&rank: &u64| rank + 2 < ranks || round - rank < last;
                let of = |rank: u64| message(rank, rank + 1, run(round - rank..round - rank + 1));
                senders.filter(before).map(of).collect()
            }
            Self::LastSegment => vec![message(ranks - 2, ranks - 1, run(cut.count() - 1..cut.count()))],
            Self::TreePipeline { fanout } => KAry::new(ranks, fanout, cut).round(cut, round),
            Self::LastInTree { fanout } => {
                let tree = KAry::new(ranks, fanout, cut);
                tree.round(cut, tree.rounds() - tree.width() + round)
            }
            Self::Ring { .. }
            | Self::Group { .. }
            | Self::Rotations { .. }
            | Self::Down { .. }
            | Self::Up { .. }
            | Self::Direct(_) => {
                let senders = if let Self::Group { among, .. } = self { among } else { ranks };
                let sent = (0..senders).filter_map(|rank| self.sent(ranks, round, rank));
                sent.map(|Part { from, to, first, count }| message(from, to, around(first, count, cut.count())))
                    .collect()
            }
            Self::Neighbours { from, .. } => every(&|rank| neighbours(rank, from + round, ranks, &message)),
            Self::Swap { distance, among } => (0..among).map(|rank| message(rank, rank ^ distance, all())).collect(),
            Self::Beyond { below } => (below..ranks).map(|rank| message(rank - below, rank, all())).collect(),
            Self::Bit { distance } => every(&|rank| {
                let ways = (distance..ranks).filter(|way| way & distance != 0);
                let blocks = ways.map(|way| {
                    let origin = behind(rank, way % distance, ranks);
                    let block = origin * ranks + ahead(origin, way, ranks);
                    block..block + 1
                });
                message(rank, ahead(rank, distance, ranks), blocks.collect())
            }),
            Self::Around { distance } => every(&|rank| message(rank, ahead(rank, distance, ranks), all())),
        }
    }

    /// For every rank the receiver of the blocks that have to move by a bit of their distance, and the first of them: the block
    /// for the receiver itself.
    pub(super) fn by_bit(ranks: u64, distance: u64) -> impl Iterator<Item = [u64; 3]> {
        (0..ranks).map(move |rank| {
            let to = ahead(rank, distance, ranks);
            [rank, to, rank * ranks + to]
        })
    }

    /// The message that a rank sends in a round, from 0, if its blocks are consecutive and every other rank of the exchange
    /// sends one like it; `None` for other rules.
    fn sent(self, ranks: u64, round: u64, rank: u64) -> Option<Part> {
        let (to, first, count) = match self {
            Self::Ring { lag } => (ahead(rank, 1, ranks), behind(rank, (lag + round) % ranks, ranks), 1),
            Self::Group { distance, whose, .. } => {
                let partner = rank ^ distance;
                let member = if whose == Whose::Own { rank } else { partner };
                (partner, member / distance * distance, distance)
            }
            Self::Rotations { stride, radix } => {
                let place = rank / stride % radix;
                let to = rank - place * stride + (place + round + 1) % radix * stride;
                (to, rank / stride * stride, stride)
            }
            Self::Down { distance, count } => (behind(rank, distance, ranks), rank, count),
            Self::Up { distance, count } => {
                let to = ahead(rank, distance, ranks);
                (to, to, count)
            }
            Self::Direct(owner) => {
                let to = ahead(rank, round + 1, ranks);
                (to, if owner == Owner::Pair { rank * ranks + to } else { to }, 1)
            }
            _ => return None,
        };
        Some(Part { from: rank, to, first, count })
    }

    /// The messages that a rank sends and receives in a round, from 0, of an allgather by ring, by doubling or by Bruck;
    /// `None` for other rules.
    pub(super) fn exchange(self, ranks: u64, round: u64, rank: u64) -> Option<[Part; 2]> {
        let source = match self {
            Self::Ring { .. } => behind(rank, 1, ranks),
            Self::Group { distance, .. } => rank ^ distance,
            Self::Down { distance, .. } => ahead(rank, distance, ranks),
            _ => return None,
        };
        Some([self.sent(ranks, round, rank)?, self.sent(ranks, round, source)?])
    }
}

/// The message of a rank in a round of an exchange among an even number of neighbours. In round 0 it carries the rank's
/// own block, later the blocks of a pair of ranks. In rounds 1, 2, 3, 4, ... an even rank sends those of the pair 0, then
/// 2 before it, 2 after it, 4 before it, and so on. An odd rank does the reverse, counted from its even neighbour in the
/// pair.
fn neighbours(
    rank: u64,
    round: u64,
    ranks: u64,
    message: &dyn Fn(u64, u64, Vec<Range<u64>>) -> Transmission,
) -> Transmission {
    let next = ahead(rank, 1, ranks);
    let to = if (rank + round).is_multiple_of(2) { next } else { behind(rank, 1, ranks) };
    let Some(before) = round.checked_sub(1) else { return message(rank, to, run(rank..rank + 1)) };
    let pair = rank - rank % 2;
    let away = round - round % 2;
    // In even rounds, an even rank has last received from the rank after it, so its blocks came from there.
    let first = if (rank + before).is_multiple_of(2) { ahead(pair, away, ranks) } else { behind(pair, away, ranks) };
    message(rank, to, run(first..first + 2))
}

/// (`rank` + `distance`) mod P, for a distance of at most P.
const fn ahead(rank: u64, distance: u64, ranks: u64) -> u64 {
    (rank + distance) % ranks
}

/// (`rank` - `distance`) mod P, for a distance of at most P.
const fn behind(rank: u64, distance: u64, ranks: u64) -> u64 {
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
