//! The order and completeness of the blocks of a GOAL text.

use std::collections::BTreeMap;
use std::ops::Range;

/// Consecutive ranks without a block so far.
struct Gap {
    end: u32,
    /// The block that follows the gap.
    before: Range<usize>,
}

/// The order of the blocks.
#[derive(Default)]
pub(super) struct RankOrder {
    /// The next rank expected.
    next: u32,
    /// The gaps, by their first rank.
    gaps: BTreeMap<u32, Gap>,
}

/// A fault in the order of a block.
pub(super) enum Misplaced {
    /// The rank already has a block.
    Duplicate,
    /// A block with a higher rank, the highest so far, came before.
    After(u32),
}

impl RankOrder {
    /// Adds the beginning of a block.
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

    /// The ranks below `ranks` that have no block, each gap from its first rank to its end; the file ends at `end`.
    pub(super) fn missing(self, ranks: Option<u32>, end: usize) -> impl Iterator<Item = (Range<u32>, Range<usize>)> {
        let last = ranks.filter(|&ranks| ranks > self.next).map(|ranks| (self.next..ranks, end..end));
        let limit = ranks.unwrap_or(u32::MAX);
        let gaps = self.gaps.into_iter().map(move |(first, gap)| (first..gap.end.min(limit), gap.before));
        gaps.chain(last).filter(|(missing, _)| !missing.is_empty())
    }
}
