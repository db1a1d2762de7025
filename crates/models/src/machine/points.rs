//! Times measured for some arguments, and the straight lines between them.

use super::measured::Measured;
use super::reader::{Read, Value};
use logpine_text::units::Time;

/// One measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The argument: the bytes of a message, or x of o(x).
    pub at: u64,
    /// The time measured.
    pub time: Measured<Time>,
}

/// Reads points by increasing argument; at least one.
pub(super) fn read(
    value: Value<'_>,
    expected: [&'static str; 2],
    argument: impl Fn(Value<'_>) -> Read<u64>,
) -> Read<Vec<Point>> {
    let points = value.points(expected, argument, Measured::time)?;
    Ok(points.into_iter().map(|(at, time)| Point { at, time }).collect())
}

/// The value of the straight line through two points, not before the left one; beyond the right one only if it rises.
/// Rounded half up; `None` past [`Time::MAX`].
pub(super) fn line(left: Point, right: Point, at: u64) -> Option<Time> {
    let (first, last) = (left.time.value.ticks(), right.time.value.ticks());
    let width = right.at - left.at;
    // Computed from the lower end up, so that halves round up whether the line rises or falls.
    if last >= first {
        let rise = scaled(last - first, at - left.at, width)?;
        return first.checked_add(rise).map(Time::from_ticks);
    }
    let rise = scaled(first - last, right.at.saturating_sub(at), width)?;
    last.checked_add(rise).map(Time::from_ticks)
}

/// `rise` x `steps` / `width`, rounded half up; `None` past 2^64 - 1.
fn scaled(rise: u64, steps: u64, width: u64) -> Option<u64> {
    // Short numbers, the usual case, divide several times as fast.
    if let Some(product) = rise.checked_mul(steps) {
        let (quotient, remainder) = (product / width, product % width);
        return quotient.checked_add(u64::from(remainder >= width - remainder));
    }
    let (product, width) = (u128::from(rise) * u128::from(steps), u128::from(width));
    let (quotient, remainder) = (product / width, product % width);
    u64::try_from(quotient + u128::from(remainder * 2 >= width)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_and_long_division_agree(rise: u64, steps: u64, width in 1u64..) {
            let (rise, steps) = (rise >> (steps % 64), (steps >> (rise % 64)) / 4);
            let rounded = (u128::from(rise) * u128::from(steps) * 2 + u128::from(width)) / (u128::from(width) * 2);
            prop_assert_eq!(scaled(rise, steps, width), u64::try_from(rounded).ok());
        }
    }
}
