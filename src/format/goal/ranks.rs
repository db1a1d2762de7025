//! Which ranks a GOAL text has a block for.

use super::fault::FaultKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// Ranks without a block so far.
struct Gap {
    end: u32,
    /// The block that came instead.
    before: Range<usize>,
}

/// The order of the blocks.
#[derive(Default)]
pub(super) struct RankOrder {
    /// The rank that should come next.
    next: u32,
    /// Ranks that were passed over, by the first of each gap.
    gaps: BTreeMap<u32, Gap>,
}

/// What is wrong with a block that begins.
pub(super) enum Misplaced {
    /// There was one.
    Duplicate,
    /// One of a higher rank, the last so far, came before.
    After(u32),
}

impl RankOrder {
    /// A block begins.
    pub(super) fn begin(&mut self, rank: u32, span: &Range<usize>) -> Option<Misplaced> {
        if rank >= self.next {
            if rank > self.next {
                self.gaps.insert(self.next, Gap { end: rank, before: span.clone() });
            }
            self.next = rank.saturating_add(1);
            return None;
        }
        let Some((&first, gap)) = self.gaps.range_mut(..=rank).next_back().filter(|(_, gap)| rank < gap.end) else {
            return Some(Misplaced::Duplicate);
        };
        let rest = Gap { end: gap.end, before: gap.before.clone() };
        gap.end = rank;
        if first == rank {
            self.gaps.remove(&first);
        }
        if rank + 1 < rest.end {
            self.gaps.insert(rank + 1, rest);
        }
        Some(Misplaced::After(self.next - 1))
    }

    /// The ranks without a block, of that many; the file ends at `end`.
    pub(super) fn missing(self, ranks: Option<u32>, end: usize) -> impl Iterator<Item = (Range<usize>, FaultKind)> {
        let last = ranks.filter(|&ranks| ranks > self.next).map(|ranks| (self.next, ranks, end..end));
        let limit = ranks.unwrap_or(u32::MAX);
        let gaps = self.gaps.into_iter().map(move |(first, gap)| (first, gap.end.min(limit), gap.before));
        let missing = gaps.chain(last).filter(|(first, end, _)| first < end);
        missing.map(|(first, end, span)| (span, FaultKind::MissingRanks { first, last: end - 1 }))
    }
}
