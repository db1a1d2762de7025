//! The best broadcast tree whose ranks have limited fanouts.

use super::arrivals::{Arrivals, Until};
use super::error::PortError;
use super::limits::FanoutLimits;
use super::time::broadcast_time;
use super::{arms, rounds, shape, stages};
use crate::tree::{RankId, RankShape, RankShapeBuilder};
use logpine_text::units::Time;

/// The least time in which a message reaches `ranks` ranks if none has more children than `limits` allow.
///
/// The most ranks reached in time t are N(t) = 1 + sum over i < d of N(t - D - iG), N(t) = 0 for t < 0, for the fanout
/// limit d; for G = D = 1 and d = 2 they are 1, 2, 4, 7, 12, 20, 33 (pipelined Fibonacci trees).
///
/// **Complexity** O(log ranks) if gap and delivery are equal or nothing is limited; otherwise O(times at which ranks can
/// learn the message), of which there are O(log(ranks)^2) times the ratio of gap and delivery.
///
/// # Errors
/// [`PortError::NoChildren`], [`PortError::NotRepresentable`], and [`PortError::TooManySubtrees`] above 2^20 times at which
/// ranks can learn the message.
pub fn capped_time(gap: Time, delivery: Time, limits: FanoutLimits, ranks: u64) -> Result<Time, PortError> {
    let time = match Case::new(gap, delivery, limits, ranks)? {
        Case::Star => star_time(gap, delivery, ranks),
        Case::Chain => Some(Time::ZERO),
        Case::Stages => delivery.checked_mul(stages::number(limits, ranks)),
        Case::Arms => arms::least_time(gap.ticks(), delivery.ticks(), limits.root, ranks).map(Time::from_ticks),
        Case::Lattice if limits.root.min(limits.others) >= ranks - 1 => broadcast_time(gap, delivery, ranks),
        Case::Lattice if gap == delivery => {
            rounds::capped_rounds(limits, ranks).and_then(|rounds| gap.checked_mul(rounds))
        }
        Case::Lattice => Some(Time::from_ticks(arrivals(gap, delivery, limits, ranks)?.last())),
    };
    time.ok_or(PortError::NotRepresentable)
}

/// A tree with exactly `ranks` ranks that takes [`capped_time`] ([`broadcast_time`] for [`FanoutLimits::NONE`]), children in
/// the order of sends.
///
/// **Complexity** O(times at which ranks can learn the message) time and size, a few thousand for 10^18 ranks if gap and
/// delivery are not too different; with a fanout limit, multiplied by that limit.
///
/// # Errors
/// As [`capped_time`], and [`PortError::TooManySubtrees`] above 2^20 distinct subtrees.
pub fn broadcast_shape(gap: Time, delivery: Time, limits: FanoutLimits, ranks: u64) -> Result<RankShape, PortError> {
    match Case::new(gap, delivery, limits, ranks)? {
        Case::Star => {
            star_time(gap, delivery, ranks).ok_or(PortError::NotRepresentable)?;
            let mut builder = RankShapeBuilder::new();
            let root = builder.prepend(RankId::LEAF, ranks.saturating_sub(1), RankId::LEAF);
            Ok(builder.finish(root))
        }
        Case::Chain => arms::chain(ranks),
        Case::Stages => {
            delivery.checked_mul(stages::number(limits, ranks)).ok_or(PortError::NotRepresentable)?;
            stages::shape(limits, ranks)
        }
        Case::Arms => arms::shape(gap.ticks(), delivery.ticks(), limits.root, ranks),
        Case::Lattice => shape::shape(&arrivals(gap, delivery, limits, ranks)?, limits, ranks),
    }
}

/// The kinds of best tree.
enum Case {
    /// A star: only the root sends, if any rank does.
    Star,
    /// A chain: delivery takes no time, and every rank sends once, at once.
    Chain,
    /// Stages: the gap is zero, and every rank sends to all its children at once.
    Stages,
    /// Arms: only the root may have several children.
    Arms,
    /// The general case: arrivals are sums of gaps and deliveries, neither of them zero.
    Lattice,
}

impl Case {
    fn new(gap: Time, delivery: Time, limits: FanoutLimits, ranks: u64) -> Result<Self, PortError> {
        let others = ranks.saturating_sub(1);
        match limits {
            _ if others == 0 => Ok(Self::Star),
            FanoutLimits { root, others: below } if root.min(below) == 0 => {
                if root >= others {
                    Ok(Self::Star)
                } else {
                    Err(PortError::NoChildren)
                }
            }
            FanoutLimits { root, .. } if gap == Time::ZERO && root >= others => Ok(Self::Star),
            _ if delivery == Time::ZERO => Ok(Self::Chain),
            _ if gap == Time::ZERO => Ok(Self::Stages),
            FanoutLimits { others: 1, .. } => Ok(Self::Arms),
            _ => Ok(Self::Lattice),
        }
    }
}

fn star_time(gap: Time, delivery: Time, ranks: u64) -> Option<Time> {
    match ranks.checked_sub(2) {
        Some(further) => gap.checked_mul(further)?.checked_add(delivery),
        None => Some(Time::ZERO),
    }
}

fn arrivals(gap: Time, delivery: Time, limits: FanoutLimits, ranks: u64) -> Result<Arrivals, PortError> {
    let (gap, delivery) = (gap.ticks(), delivery.ticks());
    Arrivals::new(gap, delivery, limits, Until { ranks, time: u64::MAX })
}
