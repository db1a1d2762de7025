//! The rank counts or sizes of a map: lists and ranges.

use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use std::fmt::Display;

/// The most values along one side of a map.
const MOST_VALUES: usize = 1 << 20;

/// Values along one side of a decision map, all at least 1, ascending, each once; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid(Vec<u64>);

/// The step of a range from one end to the other.
#[derive(Clone, Copy)]
enum Step {
    /// The powers of two between the ends, and both ends.
    PowersOfTwo,
    /// A factor for each next value.
    Times(u64),
    /// A difference for each next value.
    Plus(u64),
    /// A number of values in equal ratios, rounded; equal ones are merged.
    Points(u64),
}

fn too_many() -> Reason {
    reason!("more than {MOST_VALUES} values: take larger steps")
}

fn empty() -> Reason {
    Reason::new("no values; write a list of values and ranges, like 2,3,8..64")
}

fn zero() -> Reason {
    Reason::new("0 is too small: the least value is 1")
}

impl Grid {
    /// The grid of these values, in any order.
    ///
    /// # Errors
    /// [`Reason`] for no values, a value of 0, and more than 2^20 values.
    pub fn new(values: impl IntoIterator<Item = u64>) -> Result<Self, Reason> {
        let mut values: Vec<u64> = values.into_iter().take(MOST_VALUES + 1).collect();
        if values.len() > MOST_VALUES {
            return Err(too_many());
        }
        values.sort_unstable();
        values.dedup();
        match values.first() {
            None => Err(empty()),
            Some(0) => Err(zero()),
            Some(_) => Ok(Self(values)),
        }
    }

    /// Reads values and ranges, separated by commas; `value` reads a single one.
    ///
    /// | range | values |
    /// |---|---|
    /// | `A..B` | A, B and the powers of two between them |
    /// | `A..B:*F` | A, A F, A F^2, ... up to B |
    /// | `A..B:+D` | A, A + D, A + 2 D, ... up to B |
    /// | `A..B:xN` | at most N values from A to B in equal ratios: rounded to whole ones, equal ones once |
    ///
    /// ```
    /// use logpine::answer::Grid;
    /// let ranks = |text| Grid::parse(text, str::parse::<u64>);
    /// assert_eq!(ranks("3..20")?.values(), [3, 4, 8, 16, 20]);
    /// assert_eq!(ranks("2,3,8..64:*2")?.values(), [2, 3, 8, 16, 32, 64]);
    /// assert_eq!(ranks("1..10:+4")?.values(), [1, 5, 9]);
    /// assert_eq!(ranks("1..1000:x4")?.values(), [1, 10, 100, 1000]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason`] if an item is no value or range, a range runs backwards, or there are more than 2^20 values.
    pub fn parse<E: Display>(text: &str, value: impl Fn(&str) -> Result<u64, E>) -> Result<Self, Reason> {
        if text.trim().is_empty() {
            return Err(empty());
        }
        let value = |text: &str| match value(text.trim()) {
            Ok(value) => Ok(value),
            Err(reason) => Err(reason!("{reason}")),
        };
        let mut values = Vec::new();
        for item in text.split(',') {
            match item.split_once("..") {
                None => values.push(value(item)?),
                Some((from, rest)) => {
                    let (to, step) = rest.split_once(':').map_or((rest, None), |(to, step)| (to, Some(step.trim())));
                    if from.trim().is_empty() || to.trim().is_empty() {
                        return Err(reason!(
                            "`{range}` lacks an end: a range is written FROM..TO",
                            range = short(item.trim())
                        ));
                    }
                    let (from, to) = (value(from)?, value(to)?);
                    if from == 0 {
                        return Err(zero());
                    }
                    if from > to {
                        return Err(reason!(
                            "`{range}` runs backwards: write the smaller end first",
                            range = short(item.trim())
                        ));
                    }
                    extend(&mut values, from, to, step.map_or(Ok(Step::PowersOfTwo), |step| read_step(step, &value))?)?;
                }
            }
        }
        Self::new(values)
    }

    /// The values, ascending.
    #[must_use]
    pub fn values(&self) -> &[u64] {
        &self.0
    }
}

/// Reads the step after a range's colon.
fn read_step(step: &str, value: &impl Fn(&str) -> Result<u64, Reason>) -> Result<Step, Reason> {
    let bad = || {
        reason!(
            "`{step}` is not a step: write :*F to multiply by F >= 2, :+D to add D >= 1, or :xN for at most N >= 2 values",
            step = format!(":{}", short(step))
        )
    };
    let number = |text: &str, least: u64| text.trim().parse().ok().filter(|&number| number >= least).ok_or_else(bad);
    if let Some(factor) = step.strip_prefix('*') {
        Ok(Step::Times(number(factor, 2)?))
    } else if let Some(points) = step.strip_prefix('x') {
        Ok(Step::Points(number(points, 2)?))
    } else if let Some(difference) = step.strip_prefix('+') {
        let difference = value(difference)?;
        if difference == 0 { Err(bad()) } else { Ok(Step::Plus(difference)) }
    } else {
        Err(bad())
    }
}

/// Appends the values of a range with 1 <= `from` <= `to`.
fn extend(values: &mut Vec<u64>, from: u64, to: u64, step: Step) -> Result<(), Reason> {
    let up_to = |next: u64| (next <= to).then_some(next);
    let mut append = |more: &mut dyn Iterator<Item = u64>| {
        values.extend(more.take(MOST_VALUES + 1));
        if values.len() > MOST_VALUES { Err(too_many()) } else { Ok(()) }
    };
    match step {
        Step::PowersOfTwo => {
            let powers = (0..u64::BITS).map(|exponent| 1 << exponent).filter(|power| (from..=to).contains(power));
            append(&mut powers.chain([from, to]))
        }
        Step::Times(factor) => {
            append(&mut std::iter::successors(Some(from), |at| at.checked_mul(factor).and_then(up_to)))
        }
        Step::Plus(difference) => {
            append(&mut std::iter::successors(Some(from), |at| at.checked_add(difference).and_then(up_to)))
        }
        Step::Points(points) => append(&mut (0..points).map(|point| in_equal_ratios(from, to, point, points - 1))),
    }
}

/// `from` (`to` / `from`)^(`step` / `steps`), rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn in_equal_ratios(from: u64, to: u64, step: u64, steps: u64) -> u64 {
    match step {
        0 => from,
        _ if step == steps => to,
        _ => {
            let ratio = libm::log(to as f64 / from as f64) * (step as f64 / steps as f64);
            (libm::round(from as f64 * libm::exp(ratio)) as u64).clamp(from, to)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::units::Bytes;
    use proptest::prelude::*;

    fn ranks(text: &str) -> Result<Vec<u64>, Reason> {
        Grid::parse(text, str::parse::<u64>).map(|grid| grid.0)
    }

    #[test]
    fn both_ends_and_the_powers_of_two_between() {
        assert_eq!(ranks("2..16"), Ok(vec![2, 4, 8, 16]));
        assert_eq!(ranks("3..5"), Ok(vec![3, 4, 5]));
        assert_eq!(ranks("7..7"), Ok(vec![7]));
        assert_eq!(ranks("9223372036854775807..18446744073709551615"), Ok(vec![u64::MAX / 2, 1 << 63, u64::MAX]));
        let bytes = Grid::parse("1B..1GiB", |text| text.parse::<Bytes>().map(|bytes| bytes.0)).map(|grid| grid.0);
        assert_eq!(bytes.map(|bytes| (bytes.len(), bytes[30])), Ok((31, 1 << 30)));
    }

    #[test]
    fn steps_end_where_the_range_does() {
        assert_eq!(ranks("2..100:*3"), Ok(vec![2, 6, 18, 54]));
        assert_eq!(ranks("1..18446744073709551615:*4294967296"), Ok(vec![1, 1 << 32]));
        assert_eq!(ranks("18446744073709551610..18446744073709551615:+3"), Ok(vec![u64::MAX - 5, u64::MAX - 2]));
        assert_eq!(ranks("2..3:x64"), Ok(vec![2, 3]));
        assert_eq!(ranks("1..18446744073709551615:x3").map(|values| values.len()), Ok(3));
        let bytes = |text| Grid::parse(text, |text: &str| text.parse::<Bytes>().map(|bytes| bytes.0));
        assert_eq!(bytes("64KiB..192KiB:+64KiB").map(|grid| grid.0), Ok(vec![65_536, 131_072, 196_608]));
    }

    #[test]
    fn what_is_no_grid_is_refused() {
        let error = |text: &str| ranks(text).expect_err(text);
        assert_eq!(error(" "), Reason::new("no values; write a list of values and ranges, like 2,3,8..64"));
        assert_eq!(error("0"), Reason::new("0 is too small: the least value is 1"));
        assert_eq!(error("0..8"), Reason::new("0 is too small: the least value is 1"));
        assert_eq!(error("8..2"), Reason::new("`8..2` runs backwards: write the smaller end first"));
        assert_eq!(error("2.."), Reason::new("`2..` lacks an end: a range is written FROM..TO"));
        assert_eq!(error("..2"), Reason::new("`..2` lacks an end: a range is written FROM..TO"));
        assert_eq!(
            error("1..18446744073709551615:+1"),
            reason!("more than {limit} values: take larger steps", limit = 1 << 20)
        );
        assert_eq!(
            error("1..2,1..18446744073709551615:x18446744073709551615"),
            reason!("more than {limit} values: take larger steps", limit = 1 << 20)
        );
        for step in ["*1", "*0", "+0", "x1", "x0", "", "2", "*", "*2*2", "x-1"] {
            assert!(error(&format!("2..8:{step}")).says("` is not a step: write :*F to multiply by F >= 2, :+D to add D >= 1, or :xN for at most N >= 2 values"), "{step}");
        }
        for value in ["2,", ",", "a", "2...8", "2..8..16", "18446744073709551616", "2..8:+"] {
            assert!(!error(value).says("is not a step"), "{value}");
        }
    }

    proptest! {
        #[test]
        fn values_in_equal_ratios_ascend_between_the_ends(from in 1u64.., span: u64, points in 2u64..100) {
            let to = from.saturating_add(span);
            let values: Vec<u64> = (0..points).map(|point| in_equal_ratios(from, to, point, points - 1)).collect();
            prop_assert!(values.is_sorted());
            prop_assert_eq!((values[0], values[values.len() - 1]), (from, to));
        }

        #[test]
        fn any_text_is_a_grid_or_an_error(text in "[0-9.,:*+x ]{0,12}") {
            if let Ok(grid) = Grid::parse(&text, str::parse::<u64>) {
                prop_assert!(grid.values().is_sorted_by(|a, b| a < b) && grid.values()[0] > 0);
            }
        }
    }
}
