//! The layout of the states of operations in an array.

use super::number::number;
use crate::schedule::Schedule;

/// Operations in rows of `period`, stored by column.
///
/// The ranks of many schedules have equally many operations, and do the same at about the same time. With a row for each
/// rank, data that are needed at the same time then lie side by side. If most ranks do not have equally many operations,
/// the rows have one operation each, and the order is that of the schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    period: u32,
    /// 2^64 / period, rounded up, for a period of at least 2.
    reciprocal: u64,
    /// The distance from one column to the next.
    stride: usize,
}

/// The smallest number of ranks. With fewer, a cache line for each of them stays cached until the next operation is
/// needed.
const RANKS: u32 = 1 << 15;
/// The padding of a column, so that the operations of a row do not share one set of a cache.
const PADDING: usize = 5;

impl Layout {
    pub(super) fn new(schedule: &Schedule) -> Self {
        let period = if schedule.ranks() < RANKS { 1 } else { usual_length(schedule) };
        Self::with_period(schedule.len(), number(period).max(1))
    }

    fn with_period(operations: usize, period: u32) -> Self {
        let reciprocal = (u64::MAX / u64::from(period)).wrapping_add(1);
        let stride = if period == 1 { 1 } else { operations.div_ceil(period as usize) + PADDING };
        Self { period, reciprocal, stride }
    }

    /// The number of places; 0 if operations are in the order of the schedule, when there are as many as operations.
    pub(super) const fn places(self) -> usize {
        if self.period == 1 { 0 } else { self.period as usize * self.stride }
    }

    /// The place of an operation.
    #[inline]
    pub(super) const fn place(self, at: u32) -> usize {
        if self.period == 1 {
            return at as usize;
        }
        // The upper half is at / period rounded down, as both have 32 bits (Lemire, Kaser and Kurz 2019).
        #[expect(clippy::cast_possible_truncation, reason = "no more than `at`")]
        let row = ((self.reciprocal as u128 * at as u128) >> 64) as u32;
        (at - row * self.period) as usize * self.stride + row as usize
    }
}

/// The number of operations that most ranks have; 1 if there is no such number.
fn usual_length(schedule: &Schedule) -> usize {
    let lengths = || (0..schedule.ranks()).map(|rank| schedule.range(rank).len());
    // The only candidate for the majority: each rank votes for its own number, or against the candidate (Boyer and
    // Moore).
    let (candidate, _) = lengths().fold((0, 0u32), |(candidate, votes), length| match votes {
        0 => (length, 1),
        _ if length == candidate => (candidate, votes + 1),
        _ => (candidate, votes - 1),
    });
    let count = lengths().filter(|&length| length == candidate).count();
    if count > schedule.ranks() as usize / 2 { candidate } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Operation, ScheduleBuilder};
    use logpine_text::units::Time;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_operation_has_its_own_place(operations in 1..3_000u32, period in 1..200u32) {
            let layout = Layout::with_period(operations as usize, period);
            let mut places: Vec<usize> = (0..operations).map(|at| layout.place(at)).collect();
            if period == 1 {
                prop_assert!(places.iter().copied().eq(0..operations as usize));
            } else {
                prop_assert!(places.iter().all(|&place| place < layout.places()));
            }
            places.sort_unstable();
            prop_assert!(places.is_sorted_by(|before, after| before < after));
        }

        #[test]
        fn rows_are_stored_by_column(at in any::<u32>(), period in 2..=u32::MAX) {
            let place = |stride| Layout { stride, ..Layout::with_period(0, period) }.place(at);
            let (row, column) = ((at / period) as usize, (at % period) as usize);
            prop_assert_eq!([place(0), place(1)], [row, row + column]);
        }
    }

    #[test]
    fn a_row_is_as_long_as_most_ranks() {
        let usual = |lengths: &[usize]| {
            let mut builder = ScheduleBuilder::new();
            for &length in lengths {
                builder.begin_rank().expect("few ranks");
                for _ in 0..length {
                    builder.push(Operation::Calculate { time: Time::ZERO }).expect("few operations");
                }
            }
            usual_length(&builder.finish().expect("few dependencies"))
        };
        assert_eq!(usual(&[4, 4, 4]), 4);
        assert_eq!(usual(&[1, 4, 4, 2, 4]), 4);
        assert_eq!(usual(&[1, 4, 4, 2]), 1, "half is not most");
        assert_eq!(usual(&[2, 3, 5]), 1);
    }
}
