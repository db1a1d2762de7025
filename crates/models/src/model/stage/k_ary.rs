//! Pipelined k-ary trees in heap order: the senders of each stage.

use std::ops::Range;

/// One more than the largest number of depths of a tree with fanout 2 or more.
const MOST_DEPTHS: usize = 66;

/// A k-ary tree in heap order: rank r has the children k r + 1 .. k r + k, as far as they are below P.
#[derive(Clone, Copy)]
pub(super) struct KAryTree {
    ranks: u64,
    /// k.
    fanout: u64,
    /// The depth of rank P - 1, at least 1.
    height: u64,
    /// The first rank of every depth up to the height, then P.
    firsts: [u64; MOST_DEPTHS],
}

/// Stages in which the same ranks send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sends {
    /// The number of stages.
    pub stages: u64,
    /// j: every sender r sends to k r + j.
    pub child: u64,
    /// The senders, all of which have that child.
    pub senders: Range<u64>,
}

impl KAryTree {
    /// The tree; `None` for a single rank, and for k below 2.
    pub(super) fn new(ranks: u64, fanout: u64) -> Option<Self> {
        if ranks < 2 || fanout < 2 {
            return None;
        }
        let mut firsts = [ranks; MOST_DEPTHS];
        let (mut first, mut height) = (0_u64, 0);
        for at in &mut firsts {
            *at = first;
            match first.checked_mul(fanout).and_then(|first| first.checked_add(1)) {
                Some(next) if next < ranks => (first, height) = (next, height + 1),
                _ => break,
            }
        }
        Some(Self { ranks, fanout, height, firsts })
    }

    /// The largest number of children of a rank, which is also the number of stages of a segment between depths.
    pub(super) fn width(&self) -> u64 {
        self.fanout.min(self.ranks - 1)
    }

    /// The number of these stages in which some rank of the second to last depth sends: the first child of the first such
    /// rank is the first rank of the last depth.
    fn last_width(&self) -> u64 {
        self.fanout.min(self.ranks - self.first(self.height))
    }

    /// The first rank of a depth; P beyond the height.
    fn first(&self, depth: u64) -> u64 {
        usize::try_from(depth).ok().and_then(|depth| self.firsts.get(depth)).map_or(self.ranks, |&first| first)
    }

    /// The ranks of a range of depths that have a child j.
    fn senders(&self, depths: Range<u64>, child: u64) -> Range<u64> {
        let parents = (self.ranks - 1).checked_sub(child).map_or(0, |behind| behind / self.fanout + 1);
        self.first(depths.start)..self.first(depths.end).min(parents)
    }

    /// The depths that send in step t of n segments: segment s leaves depth d in step s + d.
    fn depths(&self, segments: u64, step: u64) -> Range<u64> {
        (step.saturating_add(1)).saturating_sub(segments)..step.saturating_add(1).min(self.height)
    }

    /// The number of steps in which a segment goes to child j, without the last such step, in which the last segment is
    /// alone: one less than n + h - 1, and another one less if that last step has no such child.
    fn steps(&self, segments: u64, child: u64) -> u64 {
        let missing = u64::from(self.height > 1 && child > self.last_width());
        segments.saturating_add(self.height - 1).saturating_sub(1 + missing)
    }

    /// The number of stages without the last ones, one for each child, in which the last segment is alone; saturating.
    pub(super) fn stages(&self, segments: u64) -> u64 {
        if segments == 0 {
            return 0;
        }
        let last = self.last_width();
        let of = |child, children: u64| self.steps(segments, child).saturating_mul(children);
        of(1, last).saturating_add(of(last + 1, self.width() - last))
    }

    /// The range of these stages in which the ranks of all depths send.
    pub(super) fn full_stages(&self, segments: u64) -> Range<u64> {
        let of = |steps: u64| steps.saturating_mul(self.width());
        of(self.height - 1)..of(segments).min(self.stages(segments))
    }

    /// Calls `each` for all of these stages, in any order; consecutive stages alike are grouped.
    pub(super) fn all(&self, segments: u64, each: &mut dyn FnMut(Sends)) {
        for child in 1..=self.width() {
            let steps = if segments == 0 { 0 } else { self.steps(segments, child) };
            let mut step = 0;
            while step < steps {
                let depths = self.depths(segments, step);
                // While all depths send, steps are alike.
                let alike = if depths == (0..self.height) { segments.min(steps) - step } else { 1 };
                each(Sends { stages: alike, child, senders: self.senders(depths, child) });
                step += alike;
            }
        }
    }

    /// The number of messages of the last [`Self::width`] stages.
    pub(super) fn last_messages(&self) -> u64 {
        let (parents, last) =
            (self.first(self.height) - self.first(self.height - 1), self.ranks - self.first(self.height));
        // Their parents' depth is full. There, the children after the last one of the last depth are the same for every parent.
        last + parents / self.fanout * self.fanout.saturating_sub(last)
    }

    /// One of these stages, from 0.
    pub(super) fn stage(&self, segments: u64, stage: u64) -> Sends {
        let (step, child) = (stage / self.width(), stage % self.width() + 1);
        Sends { stages: 1, child, senders: self.senders(self.depths(segments, step), child) }
    }

    /// One of the last stages, from 0. The last segment first goes to the depth before the last one, to the child numbers
    /// above `last_width`, then to the last depth.
    pub(super) fn last_stage(&self, stage: u64) -> Sends {
        let all = self.width();
        let last = if self.height > 1 { self.last_width() } else { all };
        let (child, depth) = match stage.checked_sub(all - last) {
            None => (last + 1 + stage, self.height - 2),
            Some(behind) => (behind + 1, self.height - 1),
        };
        Sends { stages: 1, child, senders: self.senders(depth..depth + 1, child) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depth of a rank, counted from parent to parent.
    fn depth(rank: u64, fanout: u64) -> u64 {
        if rank == 0 { 0 } else { 1 + depth((rank - 1) / fanout, fanout) }
    }

    /// Every stage that has a sender, from the actions of every rank: segment s reaches depth d in step s + d - 1.
    fn listed(ranks: u64, fanout: u64, segments: u64) -> Vec<Sends> {
        let mut stages = Vec::new();
        for step in 0..segments + depth(ranks - 1, fanout) {
            for child in 1..=fanout {
                let receivers = (child..ranks).step_by(usize::try_from(fanout).expect("small"));
                let receives = |&rank: &u64| (0..segments).any(|segment| segment + depth(rank, fanout) == step + 1);
                let senders: Vec<u64> = receivers.filter(receives).map(|rank| (rank - child) / fanout).collect();
                if let (Some(&first), Some(&last)) = (senders.first(), senders.last()) {
                    assert_eq!(senders.len() as u64, last + 1 - first, "neighbours");
                    stages.push(Sends { stages: 1, child, senders: first..last + 1 });
                }
            }
        }
        stages
    }

    #[test]
    fn stages_are_those_of_the_ranks() {
        for (ranks, fanout, segments) in itertools::iproduct!(2..50, 2..9, 1..7) {
            let tree = KAryTree::new(ranks, fanout).expect("a tree");
            let mut expected = listed(ranks, fanout, segments);
            let of = format!("{ranks} ranks, k = {fanout}, {segments} segments");
            let but_last = expected.len() - usize::try_from(tree.width()).expect("small");
            let last: Vec<_> = (0..tree.width()).map(|stage| tree.last_stage(stage)).collect();
            assert_eq!(expected.split_off(but_last), last, "{of}");
            assert_eq!(tree.stages(segments), expected.len() as u64, "{of}");
            let stages: Vec<_> = (0..tree.stages(segments)).map(|stage| tree.stage(segments, stage)).collect();
            assert_eq!(stages, expected, "{of}");
            let key = |sends: &Sends| (sends.child, sends.senders.start, sends.senders.end);
            let mut all = Vec::new();
            tree.all(segments, &mut |sends| {
                all.extend((0..sends.stages).map(|_| Sends { stages: 1, ..sends.clone() }));
            });
            all.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(all, expected, "{of}");
        }
    }

    #[test]
    fn many_segments_are_few_calls() {
        let tree = KAryTree::new(1_000_000, 3).expect("a tree");
        let mut calls = 0_u64;
        let mut stages = 0;
        tree.all(1_000_000_000, &mut |sends| {
            calls += 1;
            stages += sends.stages;
        });
        assert_eq!(stages, tree.stages(1_000_000_000));
        assert!(calls <= 2 * 3 * 14);
        assert!(KAryTree::new(1, 2).is_none() && KAryTree::new(9, 1).is_none());
        for (ranks, fanout) in [(u64::MAX, 2), (u64::MAX, u64::MAX), (u64::MAX, 3), (2, u64::MAX)] {
            let tree = KAryTree::new(ranks, fanout).expect("a tree");
            assert!(tree.stages(u64::MAX) >= u64::MAX - 1 && tree.last_stage(0).senders.end <= ranks);
        }
    }
}
