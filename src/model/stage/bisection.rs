//! Bisection of a range of numbers.

use std::ops::RangeInclusive;

/// The first number of a range with a property that all later ones have; the last one if none has it.
pub fn first(range: RangeInclusive<u64>, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = range.into_inner();
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
