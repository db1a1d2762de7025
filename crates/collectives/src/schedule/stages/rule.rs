//! The rules of the algorithms for moving blocks, from the ranks' point of view.

use super::Cut;
use super::k_ary::KAry;

/// The senders, receivers and blocks of the messages of one round or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum Rule {
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
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum Load {
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
}

/// The owner of the group of blocks that a rank sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The group of the rank itself.
    Own,
    /// The group of the receiver.
    Partner,
}

/// The owner of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
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
}

/// The number of rounds in which the ranks of a level send to their children, the nearest of which is `nearest` away.
pub(super) const fn children(ranks: u64, nearest: u64, fanout: u64) -> u64 {
    let last = (ranks - 1) / nearest;
    if last < fanout - 1 { last } else { fanout - 1 }
}
