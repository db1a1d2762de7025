//! The senders and receivers of one stage, or of several that follow one rule.

use super::Way;
use super::k_ary::{KAryTree, Sends};
use std::ops::Range;

/// Transmissions among P ranks by a rule. Ranks beyond the last, P - 1, take no part: a transmission from or to one is left
/// out (except for the shifts, which wrap around).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// One stage: every rank r sends to (r + `distance`) mod P.
    Shift {
        /// The distance, from 1 to P - 1.
        distance: u64,
    },
    /// A stage for every distance from `from` to `to` - 1: every rank r sends to (r + distance) mod P.
    Shifts {
        /// The first distance, at least 1.
        from: u64,
        /// One more than the last distance, at most P.
        to: u64,
    },
    /// One stage: rank r and rank r XOR `distance` exchange, for all r below `ranks`.
    Pairs {
        /// The distance, a power of two.
        distance: u64,
        /// The number of ranks, a multiple of 2 `distance`, at most P.
        ranks: u64,
    },
    /// Stages c = 1 .. `radix` - 1 among groups of `radix` ranks, each `stride` behind the one before: the rank with place d
    /// in its group sends to the one with place (d + c) mod `radix`. A rank's place is floor(r / `stride`) mod `radix`. There
    /// are no stages unless P is a multiple of `stride` `radix`.
    Rotations {
        /// The distance between neighbours in a group.
        stride: u64,
        /// The number of ranks of a group, at least 2.
        radix: u64,
    },
    /// Stages k = `from` .. `to` - 1: in even ones ranks 2i and 2i + 1 exchange, in odd ones ranks 2i + 1 and 2i + 2, the
    /// last with rank 0. With an odd number of ranks one has no neighbour left.
    Neighbours {
        /// The first stage.
        from: u64,
        /// One more than the last stage.
        to: u64,
    },
    /// Stages c = `from` .. `to` - 1: ranks 0, `step`, 2 `step`, ... each send to the rank c `stride` behind it. A level of
    /// a k-nomial tree whose subtrees are intervals of ranks has `step` = k `stride` and c = 1 .. k - 1, the nearest first
    /// (or, run backward, the farthest first); a star from rank 0 has `step` = P, `stride` = 1, c = 1 .. P - 1.
    Children {
        /// The distance between two senders; more than `stride` (`to` - 1).
        step: u64,
        /// The distance between two children.
        stride: u64,
        /// The first child.
        from: u64,
        /// One more than the last child.
        to: u64,
    },
    /// Stages c = `from` .. `to` - 1: every rank r below `holders` sends to r + c `holders`. This is a level of a k-nomial
    /// tree that spreads from neighbour to neighbour.
    Spread {
        /// The number of ranks that have the message.
        holders: u64,
        /// The first stage.
        from: u64,
        /// One more than the last stage.
        to: u64,
    },
    /// One stage: ranks r = `first` .. `first` + `count` - 1 each send to r + `distance`.
    Block {
        /// The first sender.
        first: u64,
        /// The number of senders.
        count: u64,
        /// The distance from sender to receiver.
        distance: u64,
    },
    /// `segments` + P - 3 stages: segments go from every rank to the next, one behind the other; in stage t the ranks
    /// max(0, t - `segments` + 1) .. min(t, P - 2) send. The very last stage, in which the last segment alone goes from
    /// P - 2 to P - 1, is not included, since that segment may be shorter: it is a [`Pattern::Block`].
    Chain {
        /// The number of segments.
        segments: u64,
    },
    /// Segments go down the k-ary tree in heap order, k = `fanout`, in which rank r has the children
    /// k r + 1 to k r + k. Segment s leaves depth d in step s + d. A step has a stage for every child j = 1 .. k, in which
    /// all ranks r of the sending depths send to k r + j. The last min(k, P - 1) stages, in which the last segment alone is
    /// on its way, are left out, since that segment may be shorter: they are [`Pattern::KAryEnd`]. With k below 2 there are
    /// no stages.
    KAry {
        /// k.
        fanout: u64,
        /// The number of segments.
        segments: u64,
    },
    /// The last min(k, P - 1) stages of segments on their way down a [`Pattern::KAry`]. In a tree of height h > 1 whose
    /// first rank of depth h - 1 has c children, c < k, these are stages j = c + 1 .. k from depth h - 2, then j = 1 .. c
    /// from depth h - 1.
    KAryEnd {
        /// k.
        fanout: u64,
    },
}

/// Stages that recur: except for the first ones, each is like the one `period` before it.
pub(super) struct Again {
    pub(super) stages: Range<u64>,
    /// The period, at least 1.
    pub(super) period: u64,
}

impl Pattern {
    /// The way of the pattern: [`Way::Exchange`] if ranks of a stage both send and receive. With segments on their way
    /// through a chain or tree, some ranks do both as soon as there are two segments, though not in every stage.
    #[must_use]
    pub const fn way(&self) -> Way {
        match self {
            Self::Shift { .. }
            | Self::Shifts { .. }
            | Self::Pairs { .. }
            | Self::Rotations { .. }
            | Self::Neighbours { .. }
            | Self::Chain { .. } => Way::Exchange,
            Self::KAry { segments, .. } if *segments > 1 => Way::Exchange,
            Self::Children { .. }
            | Self::Spread { .. }
            | Self::Block { .. }
            | Self::KAry { .. }
            | Self::KAryEnd { .. } => Way::OneWay,
        }
    }

    /// True if every rank sends and receives in each of its stages.
    pub(super) const fn is_of_all(&self, ranks: u64) -> bool {
        match *self {
            Self::Shift { .. } | Self::Shifts { .. } | Self::Rotations { .. } => true,
            Self::Pairs { ranks: among, .. } => among == ranks,
            Self::Neighbours { .. } => ranks.is_multiple_of(2),
            _ => false,
        }
    }

    /// The number of stages among `ranks` ranks, without those that have no transmission; saturating.
    #[must_use]
    pub fn stages(&self, ranks: u64) -> u64 {
        match *self {
            Self::Shift { .. } => u64::from(ranks > 1),
            Self::Shifts { from, to } => to.min(ranks).saturating_sub(from.max(1)),
            Self::Pairs { distance, ranks: among } => u64::from(distance < among.min(ranks)),
            Self::Rotations { stride, radix } => match stride.checked_mul(radix) {
                Some(group) if group > 0 && ranks.is_multiple_of(group) => radix - 1,
                _ => 0,
            },
            Self::Neighbours { from, to } if ranks > 1 => to.saturating_sub(from),
            Self::Neighbours { .. } => 0,
            Self::Children { .. } | Self::Spread { .. } => {
                let children = self.children(ranks);
                children.end.saturating_sub(children.start)
            }
            Self::Block { first, count, distance } => {
                let receiver = first.checked_add(distance);
                u64::from(count > 0 && receiver.is_some_and(|receiver| receiver < ranks))
            }
            Self::Chain { segments } => match (ranks, segments) {
                (0 | 1, _) | (_, 0) => 0,
                _ => (segments - 1).saturating_add(ranks - 2),
            },
            Self::KAry { fanout, segments } => KAryTree::new(ranks, fanout).map_or(0, |tree| tree.stages(segments)),
            Self::KAryEnd { fanout } => KAryTree::new(ranks, fanout).map_or(0, |tree| tree.width()),
        }
    }

    /// The number of transmissions in all stages among `ranks` ranks; saturating.
    #[must_use]
    pub fn messages(&self, ranks: u64) -> u64 {
        let (stages, others) = (self.stages(ranks), ranks.saturating_sub(1));
        match *self {
            _ if stages == 0 => 0,
            Self::Children { step: 0, .. } => 0,
            Self::Shift { .. } | Self::Shifts { .. } | Self::Rotations { .. } => stages.saturating_mul(ranks),
            Self::Pairs { ranks: among, .. } => among.min(ranks),
            Self::Neighbours { .. } => stages.saturating_mul(ranks - ranks % 2),
            Self::Children { step, stride, .. } => {
                let Range { start, end } = self.children(ranks);
                // Every sender but the last has all children.
                let of_last = (ranks % step).div_ceil(stride).clamp(start, end) - start;
                (ranks / step).saturating_mul(end - start).saturating_add(of_last)
            }
            Self::Spread { holders, .. } => {
                let Range { start, end } = self.children(ranks);
                end.saturating_mul(holders).min(ranks) - (start * holders).min(ranks)
            }
            Self::Block { first, count, distance } => count.min(ranks - distance - first),
            Self::Chain { segments } => others.saturating_mul(segments).saturating_sub(1),
            Self::KAry { fanout, segments } => {
                let last = Self::KAryEnd { fanout }.messages(ranks);
                others.saturating_mul(segments).saturating_sub(last)
            }
            Self::KAryEnd { fanout } => KAryTree::new(ranks, fanout).map_or(0, |tree| tree.last_messages()),
        }
    }

    /// The stages that recur.
    pub(super) fn again(&self, ranks: u64) -> Again {
        let all = self.stages(ranks);
        let (stages, period) = match *self {
            // All ranks but the last send.
            Self::Chain { segments } => (ranks.saturating_sub(2)..segments.min(all), 1),
            Self::Neighbours { .. } => (0..all, 2),
            Self::KAry { fanout, segments } => {
                let of = |tree: KAryTree| (tree.full_stages(segments), tree.width());
                KAryTree::new(ranks, fanout).map_or((0..0, 1), of)
            }
            _ => (0..0, 1),
        };
        if stages.is_empty() { Again { stages: 0..0, period } } else { Again { stages, period } }
    }

    /// The number of stages that are visited if hosts are listed; saturating.
    #[must_use]
    pub fn listed_stages(&self, ranks: u64) -> u64 {
        let Again { stages, period } = self.again(ranks);
        self.stages(ranks) - (stages.end - stages.start).saturating_sub(period)
    }

    /// The stages c of [`Pattern::Children`] and [`Pattern::Spread`] that have a transmission; an empty range for other
    /// patterns.
    pub(super) fn children(&self, ranks: u64) -> Range<u64> {
        match *self {
            // Child c has a rank if c stride is below P.
            Self::Children { stride, from, to, .. } | Self::Spread { holders: stride, from, to } => {
                let last = ranks.saturating_sub(1).checked_div(stride).unwrap_or(0);
                from.max(1)..to.min(last.saturating_add(1))
            }
            _ => 0..0,
        }
    }

    /// True if its numbers are as documented, in which case counting visits no single ranks.
    pub(super) fn keeps_its_rules(&self, ranks: u64) -> bool {
        match *self {
            Self::Shift { distance } => (1..ranks).contains(&distance),
            Self::Pairs { distance, ranks: among } => {
                distance.is_power_of_two()
                    && distance < among
                    && among <= ranks
                    && among % distance == 0
                    && among / distance % 2 == 0
            }
            Self::Neighbours { .. } => ranks.is_multiple_of(2),
            Self::Children { step, stride, .. } => {
                stride.saturating_mul(self.children(ranks).end.saturating_sub(1)) < step
            }
            Self::Shifts { .. }
            | Self::Rotations { .. }
            | Self::Spread { .. }
            | Self::Block { .. }
            | Self::Chain { .. }
            | Self::KAry { .. }
            | Self::KAryEnd { .. } => true,
        }
    }

    /// The senders and receivers of a stage, counted from 0 among those of [`Pattern::stages`], in the order of the senders.
    #[must_use]
    pub fn transmissions(&self, ranks: u64, stage: u64) -> Vec<(u64, u64)> {
        match *self {
            Self::Shift { distance } => shift(ranks, distance),
            Self::Shifts { from, .. } => shift(ranks, from.max(1) + stage),
            Self::Pairs { distance, ranks: among } => {
                (0..among.min(ranks)).map(|rank| (rank, rank ^ distance)).filter(|&(_, to)| to < ranks).collect()
            }
            Self::Rotations { stride, radix } => {
                let places = stage + 1;
                let receiver = |rank: u64| match (rank / stride % radix).checked_sub(radix - places) {
                    None => rank + places * stride,
                    Some(_) => rank - (radix - places) * stride,
                };
                (0..ranks).map(|rank| (rank, receiver(rank))).collect()
            }
            Self::Neighbours { from, .. } => {
                let first = (from % 2 + stage) % 2;
                let partner =
                    |rank: u64| if rank % 2 == first { (rank + 1) % ranks } else { (rank + ranks - 1) % ranks };
                // With an odd number of ranks the last has none after it, or the first none before it.
                let all = (0..ranks).map(|rank| (rank, partner(rank)));
                all.filter(|&(rank, to)| partner(to) == rank).collect()
            }
            Self::Children { step, stride, from, .. } => {
                let away = stride * (from.max(1) + stage);
                let senders = (0..ranks).step_by(usize::try_from(step.max(1)).unwrap_or(usize::MAX));
                apart(senders, away, ranks)
            }
            Self::Spread { holders, from, .. } => apart(0..holders.min(ranks), holders * (from.max(1) + stage), ranks),
            Self::Block { first, count, distance } => {
                apart(first..first.saturating_add(count).min(ranks), distance, ranks)
            }
            Self::Chain { segments } => {
                let first = (stage + 1).saturating_sub(segments);
                apart(first..(stage + 1).min(ranks.saturating_sub(1)), 1, ranks)
            }
            Self::KAry { fanout, segments } => {
                to_children(fanout, KAryTree::new(ranks, fanout).map(|tree| tree.stage(segments, stage)))
            }
            Self::KAryEnd { fanout } => {
                to_children(fanout, KAryTree::new(ranks, fanout).map(|tree| tree.last_stage(stage)))
            }
        }
    }
}

fn shift(ranks: u64, distance: u64) -> Vec<(u64, u64)> {
    (0..ranks).map(|rank| (rank, (rank + distance) % ranks)).collect()
}

/// Each sender with the rank `distance` behind it, if there is one.
fn apart(senders: impl Iterator<Item = u64>, distance: u64, ranks: u64) -> Vec<(u64, u64)> {
    let receiver = |sender: u64| sender.checked_add(distance).filter(|&receiver| receiver < ranks);
    senders.filter_map(|sender| Some((sender, receiver(sender)?))).collect()
}

/// Each sender with its child.
fn to_children(fanout: u64, sends: Option<Sends>) -> Vec<(u64, u64)> {
    let all = sends.into_iter().flat_map(|Sends { child, senders, .. }| senders.map(move |rank| (rank, child)));
    all.map(|(rank, child)| (rank, rank * fanout + child)).collect()
}

#[cfg(test)]
mod tests;
