//! Measured o(x): points, and straight lines between them.

use super::points::{self, Point, line};
use super::reader::{Read, Value};
use logpine_text::units::Time;
use std::ops::RangeInclusive;

/// The overhead o(x) of a node as a table: measured times at some x, for machines whose overhead is no formula; the term o of
/// Groves, Gutierrez and Arnold (2015), equation (1). x is the number of children plus one, or of children alone if the profile
/// says so ([`Overhead`](crate::machine::Overhead)).
///
/// Between two points o(x) is linear, rounded half up to whole ticks; before the first and beyond the last it is unknown
/// ([`OverheadTable::at`] is `None`), which caps the fanout of every tree. **Units** times are in ticks of the machine's clock,
/// each with its standard error if the profile has one. A profile writes it as `table = [[2, "50us"], [4, "52us"]]`; one without
/// points, or whose x do not increase, is refused with its line and column ([`MachineError`](crate::machine::MachineError)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverheadTable {
    // At least one point, arguments increasing.
    points: Vec<Point>,
}

impl OverheadTable {
    /// o(`argument`), rounded half up; `None` before the first point and beyond the last.
    #[must_use]
    pub fn at(&self, argument: u64) -> Option<Time> {
        let after = self.points.partition_point(|point| point.at <= argument);
        let left = self.points.get(after.checked_sub(1)?)?;
        if left.at == argument {
            return Some(left.time.value);
        }
        line(*left, *self.points.get(after)?, argument)
    }

    /// The arguments up to the last point whose o may be at most `most`: before the first point, at points, and between two of which one is.
    pub(super) fn arguments_within(&self, most: Time) -> Vec<RangeInclusive<u64>> {
        let first = self.points.first().into_iter().map(|first| 0..=first.at);
        let lines = self.points.windows(2).filter_map(|pair| match pair {
            [left, right] if left.time.value.min(right.time.value) <= most => Some(left.at..=right.at),
            _ => None,
        });
        first.chain(lines).collect()
    }

    pub(super) fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points
    }

    pub(super) fn largest_argument(&self) -> u64 {
        self.points.last().map_or(0, |point| point.at)
    }

    pub(super) fn is_monotone_between(&self, first: u64, last: u64) -> bool {
        let reaches = self.points.first().is_some_and(|point| point.at <= first);
        // Points before the last one at or below `first`, or after the first one at or above `last`, do not matter.
        let start = self.points.partition_point(|point| point.at <= first).saturating_sub(1);
        let end = self.points.len().min(self.points.partition_point(|point| point.at < last) + 1);
        reaches && self.points[start..end.max(start)].is_sorted_by_key(|point| point.time.value)
    }

    /// Reads `[[2, "50us"], [4, "52us"]]`.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        const POINTS: &str = "a list of points, like [[2, \"50us\"], [4, \"52us\"]]";
        const POINT: &str = "a point of two values, like [2, \"50us\"]";
        Ok(Self { points: points::read(value, [POINTS, POINT], |argument| argument.count())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Measured;

    fn table(points: &[(u64, u64)]) -> OverheadTable {
        let point = |&(at, ticks): &(u64, u64)| Point { at, time: Measured::exactly(Time::from_ticks(ticks)) };
        OverheadTable { points: points.iter().map(point).collect() }
    }

    fn at(points: &[(u64, u64)], argument: u64) -> Option<u64> {
        table(points).at(argument).map(Time::ticks)
    }

    #[test]
    fn values_lie_on_the_lines_and_nowhere_else() {
        let points = [(2, 50), (4, 53), (8, 53), (11, 51)];
        let values: Vec<Option<u64>> = (1..=12).map(|argument| at(&points, argument)).collect();
        // At 3: 51.5; at 9 and 10: 52.33 and 51.67.
        let expected = [0, 50, 52, 53, 53, 53, 53, 53, 52, 52, 51, 0];
        assert_eq!(values, expected.map(|ticks| (ticks > 0).then_some(ticks)));
        assert_eq!(at(&[(2, 53), (4, 50)], 3), Some(52), "51.5 on a falling line");
        assert_eq!([at(&[(7, 1)], 6), at(&[(7, 1)], 7), at(&[(7, 1)], 8)], [None, Some(1), None]);
    }

    #[test]
    fn monotone_means_known_from_the_start_and_never_falling() {
        assert!(table(&[(3, 50), (8, 50), (9, 60)]).is_monotone_between(3, 9));
        assert!(!table(&[(4, 50), (8, 51)]).is_monotone_between(3, 9), "nothing is known of 3");
        assert!(!table(&[(3, 50), (8, 49)]).is_monotone_between(3, 9));
        assert!(table(&[(1, 90), (3, 50), (8, 51)]).is_monotone_between(3, 9), "1 is no fanout of interest");
        assert!(!table(&[(1, 90), (4, 50), (8, 51)]).is_monotone_between(3, 9), "falls from 3 to 4");
        let falls_late = table(&[(3, 50), (8, 60), (12, 55)]);
        assert!(falls_late.is_monotone_between(3, 8) && !falls_late.is_monotone_between(3, 9));
    }
}
