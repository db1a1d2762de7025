//! Bisection of a range of numbers.

use std::convert::Infallible;
use std::ops::RangeInclusive;

/// The first number of a range with a property that all later ones have; the last one if none has it, and the start of an empty range.
pub fn first(range: RangeInclusive<u64>, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let Ok(first) = try_first(range, |number| Ok::<_, Infallible>(holds(number)));
    first
}

/// As [`first`], for a property that cannot be told of every number.
///
/// # Errors
/// The error of the first number of which it cannot be told.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The property begins, or ends, at each place of a range, or nowhere in it.
    #[test]
    fn the_edge_of_a_property_is_found() {
        for (low, high) in [(0, 0), (0, 1), (3, 9), (u64::MAX - 5, u64::MAX)] {
            for edge in low..=high {
                assert_eq!(first(low..=high, |number| number >= edge), edge, "{low} {high}");
                assert_eq!(last(low..=high, |number| number <= edge), edge, "{low} {high}");
            }
            assert_eq!((first(low..=high, |_| false), last(low..=high, |_| false)), (high, low));
        }
        assert_eq!(first(0..=u64::MAX, |number| number >= 1 << 63), 1 << 63);
        assert_eq!(last(0..=u64::MAX, |number| number < 1 << 63), (1 << 63) - 1);
        assert_eq!(first(RangeInclusive::new(5, 4), |_| true), 5);
    }

    #[test]
    fn a_property_that_cannot_be_told_ends_the_search() {
        let mut asked = 0;
        let found = try_first(0..=100, |number| {
            asked += 1;
            if number > 60 { Ok(true) } else { Err(number) }
        });
        assert_eq!((found, asked), (Err(50), 1));
    }
}
