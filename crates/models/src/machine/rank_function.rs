//! A parameter as a function of the number of ranks.

use super::overhead::no_terms;
use super::reader::{Read, Value};
use logpine_text::units::{Clock, FineTime, Rate, UnitError};

/// A time, or a time per byte, that depends on the number of ranks: alpha(P) and beta(P) of general models
/// (Hoefler, Gropp, Thakur and Traeff 2010, section 4, after Xu).
///
/// Profiles give a quantity (`"13us"`), a formula (`{ constant = "13us", per_level = "0.31us", per_rank = "0.84us" }`:
/// `constant` + `per_level` log2 P + `per_rank` P, any of the three), or a table over P (`[[64, "20us"], [512, "31us"]]`:
/// straight lines between its points, nothing outside).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankFunction {
    /// `constant` + `per_level` log2 P + `per_rank` P.
    Formula(RankFormula),
    /// Values by increasing number of ranks; at least one.
    Table(Vec<(u64, Rate)>),
}

/// The terms of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankFormula {
    /// The term that does not depend on the number of ranks.
    pub constant: Rate,
    /// The coefficient of log2 P, which need not be whole: the levels of a binary tree.
    pub per_level: Rate,
    /// The coefficient of P.
    pub per_rank: Rate,
}

impl RankFunction {
    /// True if there is a value for `ranks` ranks.
    #[must_use]
    pub fn covers(&self, ranks: u64) -> bool {
        match self {
            Self::Formula(_) => ranks > 0,
            Self::Table(points) => {
                points.first().is_some_and(|first| first.0 <= ranks)
                    && points.last().is_some_and(|last| ranks <= last.0)
            }
        }
    }

    /// `count` times the value for `ranks` ranks; `None` if there is none, and past 128 bits of 10^-18 ticks.
    #[must_use]
    pub fn times(&self, ranks: u64, count: u64) -> Option<FineTime> {
        match self {
            Self::Formula(formula) => formula.times(ranks, count),
            Self::Table(points) => {
                let after = points.partition_point(|point| point.0 < ranks);
                let &(next_ranks, next) = points.get(after)?;
                let next = FineTime::of(next, count)?;
                if next_ranks == ranks {
                    return Some(next);
                }
                let (ranks_before, before) = points[after.checked_sub(1)?];
                let before = FineTime::of(before, count)?;
                let (steps, width) = (u128::from(ranks - ranks_before), next_ranks - ranks_before);
                match next.checked_sub(before) {
                    Some(rise) => before.checked_add(rise.scaled(steps, width)?),
                    None => before.checked_sub(before.checked_sub(next)?.scaled(steps, width)?),
                }
            }
        }
    }

    /// Reads a function whose values are times.
    pub(super) fn times_of(value: Value<'_>) -> Read<Self> {
        Self::read(value, Rate::parse)
    }

    /// Reads a function whose values are times per byte.
    pub(super) fn per_byte(value: Value<'_>) -> Read<Self> {
        Self::read(value, Rate::parse_per_byte)
    }

    fn read(value: Value<'_>, parse: fn(&str, Clock) -> Result<Rate, UnitError>) -> Read<Self> {
        if value.is_array() {
            const EXPECTED: &str = "a list of pairs of ranks and value, like [[64, \"20us\"], [512, \"31us\"]]";
            return value
                .points([EXPECTED; 2], |ranks| ranks.positive(), |value| value.quantity(parse))
                .map(Self::Table);
        }
        if !value.is_table() {
            let constant = value.quantity(parse)?;
            return Ok(Self::Formula(RankFormula { constant, ..RankFormula::default() }));
        }
        let section = value.section(value.key, &["constant", "per_level", "per_rank"])?;
        if section.is_empty() {
            return Err(value.fault(no_terms(value.key)));
        }
        let term = |key| section.optional(key).map_or(Ok(Rate::ZERO), |term| term.quantity(parse));
        let (constant, per_level, per_rank) = (term("constant")?, term("per_level")?, term("per_rank")?);
        Ok(Self::Formula(RankFormula { constant, per_level, per_rank }))
    }
}

impl RankFormula {
    /// `count` times the value for `ranks` ranks, exact except for 60 binary places of log2 P; `None` for no ranks and past
    /// 128 bits.
    #[must_use]
    pub fn times(&self, ranks: u64, count: u64) -> Option<FineTime> {
        let levels = FineTime::of(self.per_level, count)?.scaled(log2(ranks)?, LOG2_UNIT)?;
        let ranks = FineTime::of(self.per_rank, count)?.scaled(u128::from(ranks), 1)?;
        FineTime::of(self.constant, count)?.checked_add(levels)?.checked_add(ranks)
    }
}

/// The representation of one in [`log2`].
const LOG2_UNIT: u64 = 1 << 60;

/// log2 in integers, for the same result on every platform: exact for powers of two, otherwise less than 2^-58 too low;
/// `None` for 0.
fn log2(number: u64) -> Option<u128> {
    let whole = number.checked_ilog2()?;
    let mut log = u128::from(whole) << 60;
    // From 1 up to 2, with 63 places: squared, it passes 2 if the next binary place of the logarithm is 1.
    let mut rest = u128::from(number) << (63 - whole);
    for place in (0..60).rev() {
        rest = (rest * rest) >> 63;
        if rest >= 1 << 64 {
            rest >>= 1;
            log |= 1 << place;
        }
    }
    Some(log)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::units::Time;
    use proptest::prelude::*;

    fn rate(text: &str) -> Rate {
        Rate::parse(text, Clock::Second).expect(text)
    }

    #[test]
    fn logarithms_in_integers() {
        for exponent in 0..64_u32 {
            assert_eq!(log2(1 << exponent), Some(u128::from(exponent) << 60));
        }
        assert_eq!(log2(0), None);
        // log2 3 = 1.584962500721156181453738943947816508759814407692481...
        let three = 1_827_337_351_076_866_169_u128;
        let error = three.abs_diff(log2(3).expect("not 0"));
        assert!(error < 4, "{error}");
    }

    #[test]
    fn formulas_and_tables() {
        let formula = RankFormula { constant: rate("13us"), per_level: rate("0.31us"), per_rank: rate("0.5ps") };
        let at = |ranks| RankFunction::Formula(formula).times(ranks, 1).and_then(FineTime::round).map(Time::ticks);
        assert_eq!([at(1), at(1024)], [Some(13_000_001), Some(16_100_512)]);
        let table = RankFunction::Table(vec![(4, rate("10ps")), (8, rate("20ps")), (10, rate("15ps"))]);
        let at = |ranks| table.times(ranks, 2).and_then(FineTime::round).map(Time::ticks);
        assert_eq!([3, 4, 5, 8, 9, 10, 11].map(at), [None, Some(20), Some(25), Some(40), Some(35), Some(30), None]);
        assert_eq!([3, 4, 10, 11].map(|ranks| table.covers(ranks)), [false, true, true, false]);
    }

    proptest! {
        #[test]
        fn logarithms_agree_with_floats(number in 1u64..) {
            let fixed = log2(number).expect("not 0") as f64 / LOG2_UNIT as f64;
            prop_assert!((fixed - libm::log2(number as f64)).abs() < 1e-13);
        }
    }
}
