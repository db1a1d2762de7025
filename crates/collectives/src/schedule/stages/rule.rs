//! The rules by which algorithms move blocks: which of them a message carries, given its sender, its receiver and its round.

use super::Cut;
use logpine_models::model::stage::{Blocks, FirstBlock};

/// The blocks of the messages of one round or several. Their senders and receivers are those of the stage's pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum Rule {
    /// All blocks of the sender.
    All,
    /// `count` consecutive blocks.
    From { first: FirstBlock, count: u64 },
    /// One segment: `from` while the pattern runs first, and so on up to `to` - 1.
    Segments { from: u64, to: u64 },
    /// Rank r passes on segment j in round r + j.
    Pipeline,
    /// The last segment.
    LastSegment,
    /// Segments go down a k-ary tree, but for the last rounds.
    TreePipeline { fanout: u64 },
    /// The last segment, in the last rounds of a k-ary tree.
    LastInTree,
    /// Ranks exchange in round 0 their own blocks, in round 1 these with their own, then those that they have received last;
    /// the first round has the number `from`.
    Neighbours { from: u64 },
    /// The block of the sender and the receiver.
    Pair,
    /// The blocks that have to move that far: the bit `distance` is set in the distance between their origin and their
    /// destination. They have already moved by the lower bits of that distance.
    Bit { distance: u64 },
}

/// The blocks that a message along a tree carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant says what its numbers are")]
pub enum Load {
    /// All blocks.
    Whole,
    /// The blocks of the ranks in the subtree.
    Subtree,
}

impl Rule {
    /// True if all its messages are known to have the same size.
    pub(super) const fn is_even(self, ranks: u64, cut: &Cut) -> bool {
        match self {
            Self::All | Self::LastSegment => true,
            Self::From { first: FirstBlock::Subtree, count } => cut.is_even() && ranks.is_multiple_of(count),
            Self::Segments { from, to } => cut.is_even() || to < cut.count() || to - from == 1,
            Self::Pipeline | Self::TreePipeline { .. } | Self::LastInTree => false,
            Self::From { .. } | Self::Neighbours { .. } | Self::Pair | Self::Bit { .. } => cut.is_even(),
        }
    }

    /// The blocks of its messages, for models that price every message by its length; `None` if their lengths do not follow: a
    /// message carries everything, or follows no single rule.
    pub(super) const fn carried(self, cut: &Cut) -> Option<Blocks> {
        let Self::From { first, count } = self else { return None };
        match *cut {
            Cut::Even { bytes, count: all } if all > 0 => {
                Some(Blocks { all, longer: bytes % all, short: bytes / all, count, first })
            }
            Cut::Equal { block, count: all } => Some(Blocks { all, longer: 0, short: block, count, first }),
            _ => None,
        }
    }
}
