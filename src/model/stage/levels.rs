//! The time of scatters and gathers along trees of levels, under models of single messages, if every rank goes on as soon as
//! it can.
//!
//! A level of fanout f and stride d joins f subtrees of d ranks each: the first rank of each subtree but the first receives
//! from that of the first. If P is no multiple of f d, the subtree with the last rank lacks some; every other subtree of its
//! size is full. Two times therefore describe all subtrees of a size. The stages one after the other (every rank waits for the
//! end of a level) take at least as long.

use super::{Direction, Pace, Pattern, Stage};
use crate::model::{Port, PortTiming};
use crate::units::Time;

/// Times of subtrees of one size: from the moment at which the first rank has the blocks of all until each rank has its own, or
/// backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelTimes {
    /// Of the full ones.
    pub full: Time,
    /// Of the one with the last rank.
    pub last: Time,
}

/// A level of a tree among P ranks.
#[derive(Clone, Copy, Debug)]
pub struct TreeLevel {
    /// Ranks of a full subtree.
    stride: u64,
    fanout: u64,
    /// Subtrees, but for the first, of the one above with the last rank.
    children: u64,
    /// A message to a full subtree.
    port: Port,
    /// A message to the one with the last rank.
    last: Port,
}

impl TreeLevel {
    /// The level that a stage is; `None` if it is none, ranks wait or combine in it, the shorter message could not be told, or a
    /// time exceeds [`Time::MAX`].
    #[must_use]
    pub fn of(ports: &dyn PortTiming, stage: &Stage, ranks: u64) -> Option<Self> {
        let Pattern::Children { step, stride, from: 1, to } = stage.pattern else { return None };
        let waits = stage.pace == Pace::Synchronous && stage.stages(ranks) > 1;
        let moves = stage.repeat == 1 && stage.combined == 0 && !waits;
        if !moves || to < 2 || step != stride.saturating_mul(to) || !(1..ranks).contains(&stride) {
            return None;
        }
        let port = |bytes: u64| match stage.direction {
            Direction::Forward => ports.port(bytes),
            Direction::Backward => ports.port(bytes)?.reversed(Time::ZERO),
        };
        let of_last = (ranks - 1) % stride + 1;
        // The longest message is that to the first child of the root.
        let longest = stride.min(ranks - stride);
        let shorter = stage.bytes.is_multiple_of(longest).then(|| stage.bytes / longest * of_last);
        let bytes_of_last = if stage.is_even { stage.bytes } else { shorter? };
        let children = (ranks - 1) % step / stride;
        Some(Self { stride, fanout: to, children, port: port(stage.bytes)?, last: port(bytes_of_last)? })
    }

    /// The times of the subtrees that the level joins. `None` past [`Time::MAX`].
    ///
    /// With the gap G and the delivery D of a message, G' and D' of one to the subtree with the last rank, the times T and T'
    /// of the subtrees, and n children of which one has the last rank:
    ///
    /// ```text
    /// full    (f - 2) G + max(G, D) + T
    /// last    max((n - 1) G + G' + T, (n - 2) G + D + T, (n - 1) G + D' + T')
    /// ```
    ///
    /// where the first rank's own subtree counts (the terms of gaps alone) only if it has others, and the second term of `last`
    /// only if n > 1; without children the subtree is the one below.
    ///
    /// **Complexity** O(1).
    #[must_use]
    pub fn join(&self, below: LevelTimes) -> Option<LevelTimes> {
        let &Self { stride, fanout, children, port, last } = self;
        let after =
            |sends: u64, end: Time, rest: Time| port.send_gap.checked_mul(sends)?.checked_add(end)?.checked_add(rest);
        let has_others = stride > 1;
        let own = if has_others { port.send_gap } else { Time::ZERO };
        let full = after(fanout - 2, port.delivery.max(own), below.full)?;
        let Some(before) = children.checked_sub(1) else { return Some(LevelTimes { full, last: below.last }) };
        let mut longest = after(before, last.delivery, below.last)?;
        if has_others {
            longest = longest.max(after(before, last.send_gap, below.full)?);
        }
        if let Some(others) = before.checked_sub(1) {
            longest = longest.max(after(others, port.delivery, below.full)?);
        }
        Some(LevelTimes { full, last: longest })
    }
}

/// The time of the levels of one tree; `None` if stages are something else.
pub(super) fn tree_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let upwards = stages.first()?.direction == Direction::Backward;
    let from_leaves =
        (0..stages.len()).map(|index| if upwards { &stages[index] } else { &stages[stages.len() - 1 - index] });
    let (mut reached, mut times) = (1, LevelTimes::default());
    for stage in from_leaves {
        let level = TreeLevel::of(ports, stage, ranks)?;
        if level.stride != reached || (stage.direction == Direction::Backward) != upwards {
            return None;
        }
        reached = reached.saturating_mul(level.fanout);
        times = level.join(times)?;
    }
    (reached >= ranks).then_some(times.last)
}
