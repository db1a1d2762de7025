//! The rules of the algorithms for moving blocks, from the ranks' point of view.

use super::Cut;
use super::k_ary::KAry;
use super::transmission::Transmission;
use std::ops::Range;

/// The senders, receivers and blocks of the messages of one round or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Mixed-radix digits, subtrees are intervals of ranks. A rank whose lowest nonzero digit is the one at `stride`
    /// receives, in the round of that digit, from the rank that has 0 there.
    Far { stride: u64, fanout: u64, load: Load },
    /// Mixed-radix digits, highest first: the ranks from c `holders` on receive in round c from those below `holders`.
    Near { holders: u64, fanout: u64, load: Load },
    /// Rank r passes on segment j in round r + j; the last rank has not yet received the last segment.
    Pipeline,
    /// The last rank receives the last segment.
    LastSegment,
    /// Segments go down a k-ary tree, but for the last rounds.
    TreePipeline { fanout: u64 },
    /// The last min(k, P - 1) of these rounds, with the last segment alone.
    LastInTree { fanout: u64 },
    /// Rank r sends in round i to r + 1 the block r - `lag` - i.
    Ring { lag: u64 },
    /// Ranks 2i and 2i + 1 exchange in even rounds k, 2i + 1 and 2i + 2 in odd ones, from round `from` to `to` - 1: in
    /// round 0 their own blocks, in round 1 these with their own, then those that they have received last.
    Neighbours { from: u64, to: u64 },
    /// Ranks r and r XOR `distance` below `among` exchange the blocks of an aligned group of `distance`.
    Group { distance: u64, among: u64, whose: Whose },
    /// In groups of `radix` ranks, each `stride` behind the one before, the rank with place d sends in round c = 1, 2, ... to
    /// the one with place (d + c) mod `radix` the blocks of its aligned group of `stride`.
    Rotations { stride: u64, radix: u64 },
    /// Ranks r and r XOR `distance` below `among` exchange all their blocks.
    Swap { distance: u64, among: u64 },
    /// Ranks from `below` on receive all blocks of the rank `below` before them.
    Beyond { below: u64 },
    /// Rank r sends to r - `distance` the `count` blocks from r on.
    Down { distance: u64, count: u64 },
    /// Rank r sends to r + `distance` the `count` blocks from that of the receiver on.
    Up { distance: u64, count: u64 },
    /// Rank r sends in round c to r + c the block of the receiver, or of the pair.
    Direct(Owner),
    /// Rank r sends to r + `distance` the blocks that have to move that far: the bit `distance` is set in the distance
    /// between their origin and their destination. They have already moved by the lower bits of that distance.
    Bit { distance: u64 },
    /// Rank r sends to r + `distance` all its blocks.
    Around { distance: u64 },
}

/// The blocks that a message along a tree carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Load {
    /// All blocks.
    Whole,
    /// The blocks of the ranks in the subtree.
    Subtree,
    /// One segment: `from` in the first rounds of a level, and so on up to `to` - 1.
    Segments { from: u64, to: u64 },
}

impl Load {
    /// The number of times that a level's rounds are repeated.
    pub(super) const fn times(self) -> u64 {
        match self {
            Self::Whole | Self::Subtree => 1,
            Self::Segments { from, to } => to - from,
        }
    }

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

/// The owner of the group of blocks that a rank sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The group of the rank itself.
    Own,
    /// The group of the receiver.
    Partner,
}

/// The owner of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A rank.
    Receiver,
    /// A sender and a receiver.
    Pair,
}

impl Rule {
    /// True if all its messages are known to have the same size.
    pub(super) const fn is_even(self, ranks: u64, cut: &Cut) -> bool {
        match self {
            Self::Far { load: Load::Whole, .. }
            | Self::Near { load: Load::Whole, .. }
            | Self::LastSegment
            | Self::Swap { .. }
            | Self::Beyond { .. }
            | Self::Around { .. } => true,
            Self::Far { stride, load: Load::Subtree, .. } => cut.is_even() && ranks.is_multiple_of(stride),
            Self::Far { load: Load::Segments { from, to }, .. }
            | Self::Near { load: Load::Segments { from, to }, .. } => {
                cut.is_even() || to < cut.count() || to - from == 1
            }
            Self::Ring { .. }
            | Self::Neighbours { .. }
            | Self::Group { .. }
            | Self::Rotations { .. }
            | Self::Down { .. }
            | Self::Up { .. }
            | Self::Direct(_)
            | Self::Bit { .. } => cut.is_even(),
            _ => false,
        }
    }

    /// The number of rounds among P = `ranks` ranks.
    pub(super) fn rounds(self, ranks: u64, cut: &Cut) -> u64 {
        match self {
            Self::Far { stride: nearest, fanout, load } | Self::Near { holders: nearest, fanout, load } => {
                children(ranks, nearest, fanout).saturating_mul(load.times())
            }
            Self::Pipeline => (cut.count() - 1).saturating_add(ranks - 2),
            Self::TreePipeline { fanout } => {
                let tree = KAry::new(ranks, fanout, cut);
                tree.rounds() - tree.width()
            }
            Self::LastInTree { fanout } => KAry::new(ranks, fanout, cut).width(),
            Self::Ring { .. } | Self::Direct(_) => ranks - 1,
            Self::Rotations { radix, .. } => radix - 1,
            Self::Neighbours { from, to } => to - from,
            _ => 1,
        }
    }

    /// The number of messages in all rounds, saturating.
    pub(super) fn messages(self, ranks: u64, cut: &Cut) -> u64 {
        match self {
            // Ranks with only zeros below the digit, except those with only zeros up to it.
            Self::Far { stride, fanout, load } => {
                let of_one = ranks.div_ceil(stride) - ranks.div_ceil(stride.saturating_mul(fanout));
                of_one.saturating_mul(load.times())
            }
            Self::Near { holders, fanout, load } => {
                let of_one = ranks.min(holders.saturating_mul(fanout)) - holders.min(ranks);
                of_one.saturating_mul(load.times())
            }
            Self::Pipeline => (ranks - 1).saturating_mul(cut.count()).saturating_sub(1),
            Self::LastSegment => 1,
            Self::TreePipeline { fanout } => {
                let last = KAry::new(ranks, fanout, cut).last_messages();
                (ranks - 1).saturating_mul(cut.count()).saturating_sub(last)
            }
            Self::LastInTree { fanout } => KAry::new(ranks, fanout, cut).last_messages(),
            Self::Ring { .. } | Self::Direct(_) => ranks.saturating_mul(ranks - 1),
            Self::Rotations { radix, .. } => ranks.saturating_mul(radix - 1),
            Self::Neighbours { from, to } => ranks.saturating_mul(to - from),
            Self::Group { among, .. } | Self::Swap { among, .. } => among,
            Self::Beyond { below } => ranks - below,
            Self::Down { .. } | Self::Up { .. } | Self::Bit { .. } | Self::Around { .. } => ranks,
        }
    }

    /// The owner of the blocks of its messages, if each belongs to a rank or to a pair of ranks.
    pub(super) const fn blocks_of_ranks(self) -> Option<Owner> {
        match self {
            Self::Ring { .. } | Self::Neighbours { .. } => Some(Owner::Receiver),
            Self::Direct(owner) => Some(owner),
            _ => None,
        }
    }

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

/// A message of consecutive blocks, modulo their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The sending rank.
    pub from: u64,
    /// The receiving rank.
    pub to: u64,
    /// The first block.
    pub first: u64,
    /// The number of blocks.
    pub count: u64,
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

/// The number of rounds in which the ranks of a level send to their children, the nearest of which is `nearest` away.
const fn children(ranks: u64, nearest: u64, fanout: u64) -> u64 {
    let last = (ranks - 1) / nearest;
    if last < fanout - 1 { last } else { fanout - 1 }
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
