//! Bisection of a range of numbers.

use std::convert::Infallible;
use std::ops::RangeInclusive;

/// The first number of a range with a property that all later ones have; the last one if none has it.
pub fn first(range: RangeInclusive<u64>, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let Ok(first) = try_first(range, |number| Ok::<_, Infallible>(holds(number)));
    first
}

/// As [`first`], unless the property of a number cannot be told.
pub fn try_first<E>(range: RangeInclusive<u64>, mut holds: impl FnMut(u64) -> Result<bool, E>) -> Result<u64, E> {
    let (mut low, mut high) = range.into_inner();
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

/// The last number of a range with a property that all earlier ones have; the first one if none has it.
pub fn last(range: RangeInclusive<u64>, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let (low, high) = range.into_inner();
    high - first(0..=high.saturating_sub(low), |less| holds(high - less))
}
