//! Numbers that earlier rules serve already: the first rule that matches counts.

use crate::library::Range;
use std::collections::BTreeMap;

/// The extent to which earlier rules serve a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Nothing.
    None,
    /// A part.
    Part,
    /// All of it.
    Whole,
}

/// Numbers in ranges that neither overlap nor touch.
#[derive(Debug, Default)]
pub struct Covered {
    /// The ends by the starts.
    ranges: BTreeMap<u64, u64>,
}

impl Covered {
    /// The covered part of a range.
    pub fn overlap(&self, range: Range) -> Overlap {
        let end = range.most.unwrap_or(u64::MAX);
        match self.ranges.range(..=end).next_back() {
            Some((&start, &last)) if start <= range.least && last >= end => Overlap::Whole,
            Some((_, &last)) if last >= range.least => Overlap::Part,
            _ => Overlap::None,
        }
    }

    /// Adds a range.
    pub fn add(&mut self, range: Range) {
        let (mut start, mut end) = (range.least, range.most.unwrap_or(u64::MAX));
        if end < start {
            return;
        }
        // Each range is taken out once, so that all additions together take linearithmic time.
        while let Some((&other, &last)) = self.ranges.range(..=end.saturating_add(1)).next_back() {
            if last < start.saturating_sub(1) {
                break;
            }
            self.ranges.remove(&other);
            (start, end) = (start.min(other), end.max(last));
        }
        self.ranges.insert(start, end);
    }

    /// The numbers between the covered ranges.
    pub fn gaps(&self) -> impl Iterator<Item = Range> {
        let pairs = self.ranges.iter().zip(self.ranges.iter().skip(1));
        pairs.map(|((_, &end), (&next, _))| Range { least: end + 1, most: Some(next - 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(least: u64, most: u64) -> Range {
        Range { least, most: Some(most) }
    }

    #[test]
    fn ranges_that_touch_become_one() {
        let mut covered = Covered::default();
        for part in [range(0, 3), range(8, 9), range(4, 5), Range { least: 20, most: None }] {
            assert_eq!(covered.overlap(part), Overlap::None);
            covered.add(part);
        }
        assert_eq!(covered.gaps().collect::<Vec<_>>(), [range(6, 7), range(10, 19)]);
        let overlaps = [(range(0, 5), Overlap::Whole), (range(5, 6), Overlap::Part), (range(6, 7), Overlap::None)];
        assert!(overlaps.into_iter().all(|(range, overlap)| covered.overlap(range) == overlap));
        assert_eq!(covered.overlap(Range::ALL), Overlap::Part);
        covered.add(Range::ALL);
        assert_eq!((covered.gaps().count(), covered.overlap(range(7, 7))), (0, Overlap::Whole));
    }

    proptest! {
        #[test]
        fn as_single_numbers(ranges in proptest::collection::vec((0u32..30, 0u32..30), 0..8)) {
            let mut covered = Covered::default();
            let mut numbers = [false; 60];
            for (least, length) in ranges {
                let part = range(least.into(), (least + length).into());
                let inside = &mut numbers[least as usize..=(least + length) as usize];
                let expected = match (inside.iter().any(|&is| is), inside.iter().all(|&is| is)) {
                    (_, true) => Overlap::Whole,
                    (true, _) => Overlap::Part,
                    _ => Overlap::None,
                };
                prop_assert_eq!(covered.overlap(part), expected);
                inside.fill(true);
                covered.add(part);
            }
        }
    }
}
