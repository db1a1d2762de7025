//! The time of collectives along trees of levels, up, down, or up and then down, under models of single messages, if every
//! rank goes on as soon as it can.
//!
//! A level of fanout f and stride d joins f subtrees of d ranks each: the first rank of every subtree except the first
//! receives from the first rank of the first one. If P is no multiple of f d, the subtree with the last rank lacks some
//! ranks; every other subtree of its size is full. Two times therefore describe all subtrees of a size. The stages one after
//! the other (every rank waits for the end of a level) take at least as long.

use super::{Direction, Pace, Pattern, Stage};
use crate::model::{Port, PortTiming};
use logpine_text::units::Time;

/// The times of subtrees of one size: from the moment at which the first rank has all blocks until each rank has its own, or
/// the reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelTimes {
    /// The time of a full subtree.
    pub full: Time,
    /// The time of the subtree with the last rank.
    pub last: Time,
}

/// A level of a tree among P ranks.
#[derive(Clone, Copy, Debug)]
pub struct TreeLevel {
    /// The number of ranks of a full subtree.
    stride: u64,
    fanout: u64,
    /// The number of subtrees, without the first, in the joined subtree that has the last rank.
    children: u64,
    /// The port of a message to a full subtree; upwards, the reversed one.
    port: Port,
    /// The port of a message to the subtree with the last rank; upwards, the reversed one.
    last: Port,
}

impl TreeLevel {
    /// The level of a stage; `None` if the stage is no level, ranks wait in it, or a time exceeds [`Time::MAX`]. If blocks
    /// differ by a byte, all are assumed to have the longest length.
    #[must_use]
    pub fn of(ports: &dyn PortTiming, stage: &Stage, ranks: u64) -> Option<Self> {
        let Pattern::Children { step, stride, from: 1, to } = stage.pattern else { return None };
        let waits = stage.pace == Pace::Synchronous && stage.stages(ranks) > 1;
        let combines_alike = stage.combined == 0 || (stage.is_even && stage.direction == Direction::Backward);
        let is_level = to > 1 && (1..ranks).contains(&stride) && step == stride.saturating_mul(to);
        if !is_level || stage.repeat != 1 || waits || !combines_alike {
            return None;
        }
        let combine = if stage.combined == 0 { Time::ZERO } else { ports.combine(stage.combined)? };
        let of_last = (ranks - 1) % stride + 1;
        // The message to the first child of the root is the longest.
        let longest = stride.min(ranks - stride);
        let is_known = stage.is_even || stage.bytes.is_multiple_of(longest);
        let port = |bytes: u64| {
            let port = if is_known { ports.port(bytes) } else { ports.port_up_to(bytes) }?;
            if stage.direction == Direction::Forward { Some(port) } else { port.reversed(combine) }
        };
        let shorter = stage.bytes.div_ceil(longest).saturating_mul(of_last).min(stage.bytes);
        let bytes_of_last = if stage.is_even { stage.bytes } else { shorter };
        let children = (ranks - 1) % step / stride;
        Some(Self { stride, fanout: to, children, port: port(stage.bytes)?, last: port(bytes_of_last)? })
    }

    /// The times of the subtrees that the level joins. `None` past [`Time::MAX`].
    ///
    /// Let G and D be the gap and the delivery of a message, G' and D' those of a message to the subtree with the last rank,
    /// T and T' the times of the subtrees, and n the number of children, one of which has the last rank:
    ///
    /// ```text
    /// full    (f - 2) G + max(G, D) + T
    /// last    max((n - 1) G + G' + T, (n - 2) G + D + T, (n - 1) G + D' + T')
    /// ```
    ///
    /// The first rank's own subtree counts (the terms of gaps alone) only if it has other ranks, and the second term of
    /// `last` only if n > 1. Without children the subtree is the one below.
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

/// The time of a tree, or of one up and the same down.
pub(super) struct TreeTime {
    pub time: Time,
    /// True if the root may wait longer between the two than it has to; the time is then an upper bound.
    pub may_wait: bool,
}

/// The time of the levels of one tree, or of one up and one down; `None` if stages have other patterns.
pub(super) fn tree_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<TreeTime> {
    let exact = |time| TreeTime { time, may_wait: false };
    let turn = stages.iter().position(|stage| stage.direction == Direction::Forward).unwrap_or(stages.len());
    let level = |stage| TreeLevel::of(ports, stage, ranks);
    let (up, down) = stages.split_at(turn);
    if down.iter().any(|stage| stage.direction == Direction::Backward) {
        return None;
    }
    let (up, down) = (up.iter().map(level), down.iter().rev().map(level));
    match (up.len(), down.len()) {
        (0, 0) => None,
        (0, _) => joined(down, ranks).map(exact),
        (_, 0) => joined(up, ranks).map(exact),
        _ => {
            let [ups, downs] =
                [extremes(up.clone(), Direction::Backward)?, extremes(down.clone(), Direction::Forward)?];
            let pause = pause(&ups, &downs)?;
            let time = joined(up, ranks)?.checked_add(pause)?.checked_add(joined(down, ranks)?)?;
            Some(TreeTime { time, may_wait: pause > Time::ZERO })
        }
    }
}

/// The time of all levels of a tree, those next to the leaves first.
fn joined(levels: impl Iterator<Item = Option<TreeLevel>>, ranks: u64) -> Option<Time> {
    let (mut reached, mut times) = (1_u64, LevelTimes::default());
    for level in levels {
        let level = level.filter(|level| level.stride == reached)?;
        reached = reached.saturating_mul(level.fanout);
        times = level.join(times)?;
    }
    (reached >= ranks).then_some(times.last)
}

/// Bounds on the times of the messages of a tree, from one rank to another.
struct Extremes {
    /// The longest time by which a sender's gap exceeds the delivery of the same message.
    left: Time,
    /// The longest time from the end of a reception to that of the next.
    recv_gap: Time,
    /// The shortest time until a message can be used.
    delivery: Time,
    /// The shortest time until a message can be used and its sender may send another.
    both: Time,
}

/// The messages of a tree down, or those of a tree up, which are there as in the [reversed](Port::reversed) tree.
fn extremes(levels: impl Iterator<Item = Option<TreeLevel>>, direction: Direction) -> Option<Extremes> {
    let none = Extremes { left: Time::ZERO, recv_gap: Time::ZERO, delivery: Time::MAX, both: Time::MAX };
    levels.flat_map(|level| [level.map(|level| level.port), level.map(|level| level.last)]).try_fold(
        none,
        |all, port| {
            let port = port?;
            let (send_gap, recv_gap) = match direction {
                Direction::Forward => (port.send_gap, port.recv_gap),
                Direction::Backward => (port.recv_gap, port.send_gap),
            };
            Some(Extremes {
                left: all.left.max(send_gap.checked_sub(port.delivery).unwrap_or(Time::ZERO)),
                recv_gap: all.recv_gap.max(recv_gap),
                delivery: all.delivery.min(port.delivery),
                both: all.both.min(port.delivery.max(send_gap)),
            })
        },
    )
}

/// The time for which the root waits between a tree up and the same tree down, so that no rank has to send or receive again
/// before its gap is over. An upper bound, unless it is zero. `None` past [`Time::MAX`].
///
/// Every rank has sent its message at least its delivery before the root has everything. If the rest of its gap is no longer
/// than a delivery down, or than the gap of its parent, which serves itself next, the gap delays no rank. Nor does the gap of
/// what it receives down, which lasts from its last reception on its way up, if that is no longer than the two deliveries that
/// come between.
fn pause(up: &Extremes, down: &Extremes) -> Option<Time> {
    let sends =
        if up.left <= down.both { Time::ZERO } else { up.left.checked_sub(down.delivery).unwrap_or(Time::ZERO) };
    let between = up.delivery.checked_add(down.delivery)?;
    Some(sends.max(down.recv_gap.checked_sub(between).unwrap_or(Time::ZERO)))
}
