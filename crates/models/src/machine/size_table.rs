//! A time measured for some message sizes, with straight lines between them.

use super::measured::Measured;
use super::points::{self, Point, line};
use super::reader::{Read, Value};
use logpine_text::units::Time;

/// Measurements by increasing size.
///
/// Between two of them the time is linear; below the first it is that of the first. Beyond the last the line of the last two
/// continues, unless it falls, in which case the time stays constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeTable {
    // At least one point, sizes increasing.
    points: Vec<Point>,
    // For each point the least time from it on.
    least_from: Vec<Time>,
    // For each point the greatest time up to it.
    greatest_up_to: Vec<Time>,
}

impl SizeTable {
    /// The points by increasing size; at least one.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The time for `bytes`, rounded half up; `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64) -> Option<Time> {
        self.before(self.points_up_to(bytes), bytes)
    }

    /// The least time for any size from `bytes` on; `None` if all are past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at_least(&self, bytes: u64) -> Option<Time> {
        // On a straight line the least time is at an end.
        let after = self.points_up_to(bytes);
        let here = self.before(after, bytes);
        self.least_from.get(after).map_or(here, |&later| Some(here.map_or(later, |here| here.min(later))))
    }

    /// The greatest time for any size up to `bytes`; `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn up_to(&self, bytes: u64) -> Option<Time> {
        // On a straight line the greatest time is at an end.
        let after = self.points_up_to(bytes);
        let here = self.before(after, bytes)?;
        let before = after.checked_sub(1).and_then(|last| self.greatest_up_to.get(last));
        Some(before.map_or(here, |&before| before.max(here)))
    }

    /// True if no longer message takes less.
    #[must_use]
    pub fn never_falls(&self) -> bool {
        self.points.is_sorted_by_key(|point| point.time.value)
    }

    /// The same sizes with times changed by `change`.
    pub(super) fn with_times(&self, mut change: impl FnMut(u64, &mut Measured<Time>)) -> Self {
        let mut points = self.points.clone();
        for point in &mut points {
            change(point.at, &mut point.time);
        }
        Self::new(points)
    }

    fn points_up_to(&self, bytes: u64) -> usize {
        self.points.partition_point(|point| point.at <= bytes)
    }

    /// The time for `bytes`, which lies after `after` points.
    fn before(&self, after: usize, bytes: u64) -> Option<Time> {
        match (&self.points[..after], &self.points[after..]) {
            ([], [first, ..]) | ([first], []) => Some(first.time.value),
            ([.., left], [right, ..]) | ([.., left, right], []) => line(*left, *right, bytes),
            ([], []) => None,
        }
    }

    /// Reads `[[1, "2us"], ["64KiB", "40us"]]`.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        const POINTS: &str = "a list of points, like [[1, \"2us\"], [\"64KiB\", \"40us\"]]";
        const POINT: &str = "a size and a time, like [1, \"2us\"] or [\"64KiB\", \"40us\"]";
        let points = points::read(value, [POINTS, POINT], |size| Ok(size.bytes_or_count()?.0))?;
        Ok(Self::new(points))
    }

    pub(super) fn new(points: Vec<Point>) -> Self {
        let mut least = Time::MAX;
        let mut least_from: Vec<Time> = points
            .iter()
            .rev()
            .map(|point| {
                least = least.min(point.time.value);
                least
            })
            .collect();
        least_from.reverse();
        let mut greatest = Time::ZERO;
        let greatest_up_to = points.iter().map(|point| {
            greatest = greatest.max(point.time.value);
            greatest
        });
        let greatest_up_to = greatest_up_to.collect();
        Self { points, least_from, greatest_up_to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(points: &[(u64, u64)]) -> SizeTable {
        let point = |&(at, ticks): &(u64, u64)| Point { at, time: Measured::exactly(Time::from_ticks(ticks)) };
        SizeTable::new(points.iter().map(point).collect())
    }

    fn at(points: &[(u64, u64)], bytes: u64) -> Option<u64> {
        table(points).at(bytes).map(Time::ticks)
    }

    #[test]
    fn values_lie_on_the_lines() {
        let points = [(2, 50), (4, 53), (8, 53), (11, 51), (12, 53)];
        let values: Vec<u64> = (0..=14).filter_map(|bytes| at(&points, bytes)).collect();
        // At 3: 51.5; at 9 and 10: 52.33 and 51.67; from 12 on 2 per byte.
        assert_eq!(values, [50, 50, 50, 52, 53, 53, 53, 53, 53, 52, 52, 51, 53, 55, 57]);
        assert_eq!([at(&[(7, 9)], 1), at(&[(7, 9)], u64::MAX)], [Some(9); 2], "one point");
        assert_eq!(at(&[(1, 9), (7, 3)], 8), Some(3), "nothing falls beyond the last point");
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(at(&[(0, 0), (u64::MAX, u64::MAX)], u64::MAX - 1), Some(u64::MAX - 1));
        assert_eq!(at(&[(0, u64::MAX), (u64::MAX, 0)], 1), Some(u64::MAX - 1));
        let steep = table(&[(0, 0), (1, u64::MAX)]);
        assert_eq!((steep.at(1), steep.at(2)), (Some(Time::MAX), None));
        assert_eq!((steep.at_least(2), steep.at_least(0)), (None, Some(Time::ZERO)));
    }

    #[test]
    fn the_least_from_a_size_on_is_found_beyond_it() {
        let dip = table(&[(1, 60), (10, 90), (20, 30), (30, 80)]);
        let least = [0, 1, 10, 20, 25, 30, 40].map(|bytes| dip.at_least(bytes).map_or(0, Time::ticks));
        assert_eq!(least, [30, 30, 30, 30, 55, 80, 130]);
        let greatest = [0, 1, 7, 10, 20, 30, 31, 40].map(|bytes| dip.up_to(bytes).map_or(0, Time::ticks));
        assert_eq!(greatest, [60, 60, 80, 90, 90, 90, 90, 130]);
    }

    proptest! {
        #[test]
        fn no_later_value_is_below_the_least(
            steps in prop::collection::vec((1u64..40, 0u64..1000), 1..7), from in 0u64..300, beyond in 0u64..300,
        ) {
            let mut size = 0;
            let points: Vec<(u64, u64)> = steps.iter().map(|&(step, ticks)| { size += step; (size, ticks) }).collect();
            let table = table(&points);
            prop_assert!(table.at_least(from) <= table.at(from + beyond));
            let least = (from..from + 700).filter_map(|bytes| table.at(bytes)).min();
            prop_assert_eq!(table.at_least(from), least, "no value is below it, and one is equal to it");
            let greatest = (0..=from).filter_map(|bytes| table.at(bytes)).max();
            prop_assert_eq!(table.up_to(from), greatest, "no value is above it, and one is equal to it");
        }
    }
}
