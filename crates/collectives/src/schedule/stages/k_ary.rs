//! Segments on their way down a k-ary tree in heap order, in which the parent of rank r is (r - 1) / k.

use super::Cut;
use super::transmission::Transmission;

/// A k-ary tree in heap order of P ranks, at least 2, and the segments that go down.
pub(super) struct KAry {
    ranks: u64,
    fanout: u64,
    segments: u64,
}

impl KAry {
    pub(super) const fn new(ranks: u64, fanout: u64, cut: &Cut) -> Self {
        Self { ranks, fanout, segments: cut.count() }
    }

    /// The depth of a rank, 0 for the root.
    fn depth(&self, mut rank: u64) -> u64 {
        let mut depth = 0;
        while rank > 0 {
            (rank, depth) = ((rank - 1) / self.fanout, depth + 1);
        }
        depth
    }

    /// The number of rounds that a segment takes from one depth to the next.
    pub(super) fn width(&self) -> u64 {
        self.fanout.min(self.ranks - 1)
    }

    /// The first rank of the last depth.
    fn first_of_last(&self) -> u64 {
        let mut first = 0;
        while let Some(next) = self.first_child(first) {
            first = next;
        }
        first
    }

    fn first_child(&self, rank: u64) -> Option<u64> {
        rank.checked_mul(self.fanout)?.checked_add(1).filter(|&child| child < self.ranks)
    }

    /// The number of rounds of all segments until the last rank has the last one, without the rounds at the end that
    /// carry no message.
    pub(super) fn rounds(&self) -> u64 {
        let (depth, first) = (self.depth(self.ranks - 1), self.first_of_last());
        (self.segments + depth - 2) * self.width() + self.fanout.min(self.ranks - first)
    }

    /// The number of messages of the last [`Self::width`] rounds.
    pub(super) fn last_messages(&self) -> u64 {
        let first = self.first_of_last();
        let on_last = self.ranks - first;
        // The depth of their parents is full. On that depth, the ranks after the last child of the last depth are the
        // same for every parent.
        let before = first - first.saturating_sub(1) / self.fanout;
        on_last + before / self.fanout * self.fanout.saturating_sub(on_last)
    }

    /// The messages of a round, from 0: rank r, child j of its parent at depth d, receives segment s as the message of child
    /// j in step s + d - 1.
    pub(super) fn round(&self, cut: &Cut, round: u64) -> Vec<Transmission> {
        let (step, child) = (round / self.width(), round % self.width() + 1);
        let each = usize::try_from(self.fanout).unwrap_or(usize::MAX);
        let receivers = (child..self.ranks).step_by(each);
        let message = |to: u64| {
            let segment = (step + 1).checked_sub(self.depth(to)).filter(|&segment| segment < self.segments)?;
            let carried = segment..segment + 1;
            let bytes = cut.bytes(&carried);
            let blocks = std::iter::once(carried).collect();
            Some(Transmission { from: (to - 1) / self.fanout, to, blocks, bytes })
        };
        receivers.filter_map(message).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_messages_are_counted() {
        for (ranks, fanout, segments) in itertools::iproduct!(2..45, 2..8, 1..5) {
            let tree = KAry { ranks, fanout, segments };
            let cut = Cut::Segments { bytes: segments, segment: 1 };
            let rounds: Vec<usize> = (0..tree.rounds()).map(|round| tree.round(&cut, round).len()).collect();
            let of = format!("{ranks} ranks, k = {fanout}, {segments} segments");
            assert!(rounds.iter().all(|&messages| messages > 0), "{of}");
            assert_eq!(rounds.iter().sum::<usize>() as u64, segments * (ranks - 1), "{of}");
            let last: usize = rounds.iter().rev().take(usize::try_from(tree.width()).expect("small")).sum();
            assert_eq!(tree.last_messages(), last as u64, "{of}");
        }
    }
}
