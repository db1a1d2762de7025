//! o(x): the time in which a node's processor handles the messages of x neighbours.

use super::measured::Measured;
use super::overhead_table::OverheadTable;
use super::reader::{Read, Section, Value};
use logpine_text::units::{FineTime, Polynomial, Rate, Time};
use std::ops::RangeInclusive;

/// o(x), as a formula or as a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Overhead {
    /// A sum of terms, as fitted to measurements.
    Formula(Box<OverheadFormula>),
    /// The measurements themselves.
    Table(OverheadTable),
}

/// `constant + linear x + quadratic x^2 + logarithmic ln x + scale e^(rate x)`; absent terms are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OverheadFormula {
    /// b, the part that does not depend on x.
    pub constant: Measured<Rate>,
    /// The coefficient of x.
    pub linear: Measured<Rate>,
    /// The coefficient of x^2.
    pub quadratic: Measured<Rate>,
    /// The coefficient of the natural logarithm of x.
    pub logarithmic: Measured<Rate>,
    /// The exponential term, if there is one.
    pub exponential: Option<Exponential>,
}

/// `scale e^(rate x)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponential {
    /// The factor.
    pub scale: Measured<Rate>,
    /// The growth per x: finite and at least 0, without a unit.
    pub rate: Measured<f64>,
}

/// o(x) by component; the components add up to o(x).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Overhead")]
pub struct OverheadShares {
    /// The constant term.
    pub constant: Time,
    /// The linear term.
    pub linear: Time,
    /// The quadratic term.
    pub quadratic: Time,
    /// The logarithmic term.
    pub logarithmic: Time,
    /// The exponential term.
    pub exponential: Time,
    /// All of o(x), if it comes from a table and has no components.
    pub measured: Time,
}

impl Overhead {
    /// o(`argument`), rounded half up once; `None` outside a table's points, past [`Time::MAX`], and if the logarithm has no
    /// value (`argument` = 0).
    #[inline]
    #[must_use]
    pub fn at(&self, argument: u64) -> Option<Time> {
        match self {
            Self::Formula(formula) => formula.at(argument),
            Self::Table(table) => table.at(argument),
        }
    }

    /// o(`argument`) by component; `None` if [`Overhead::at`] is.
    #[must_use]
    pub fn shares(&self, argument: u64) -> Option<OverheadShares> {
        match self {
            Self::Formula(formula) => formula.shares(argument),
            Self::Table(table) => Some(OverheadShares { measured: table.at(argument)?, ..OverheadShares::default() }),
        }
    }

    /// The constant term b of a formula; `None` if it has none.
    #[must_use]
    pub fn constant_term(&self) -> Option<Rate> {
        match self {
            Self::Formula(formula) => Some(formula.constant.value).filter(|constant| !constant.is_zero()),
            Self::Table(_) => None,
        }
    }

    /// The largest argument that has a value; `None` if only [`Time::MAX`] limits it.
    #[must_use]
    pub fn largest_argument(&self) -> Option<u64> {
        match self {
            Self::Formula(_) => None,
            Self::Table(table) => Some(table.largest_argument()),
        }
    }

    /// Ranges of all arguments whose o(x) is at most `most`, or that have none; others may be among them.
    #[must_use]
    pub fn arguments_within(&self, most: Time) -> Vec<RangeInclusive<u64>> {
        match self {
            Self::Formula(_) => vec![0..=u64::MAX],
            Self::Table(table) => table.arguments_within(most),
        }
    }

    /// True if o(x) has a value, or overflows, for every x from `first` to `last` (at most the largest argument), and never
    /// decreases.
    ///
    /// A formula always qualifies, since all its coefficients are at least 0.
    #[must_use]
    pub fn is_monotone_between(&self, first: u64, last: u64) -> bool {
        match self {
            Self::Formula(_) => true,
            Self::Table(table) => table.is_monotone_between(first, last),
        }
    }

    /// True if o(x) is exactly convex: a polynomial with non-negative coefficients in whole ticks, which is not rounded.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        match self {
            Self::Formula(formula) => {
                let polynomial = [formula.constant, formula.linear, formula.quadratic];
                let whole = polynomial.iter().all(|coefficient| coefficient.value.scale() == 0);
                whole && formula.logarithmic.value.is_zero() && formula.exponential.is_none()
            }
            Self::Table(_) => false,
        }
    }

    /// Reads a table of terms, or `{ table = [[2, "50us"], [4, "52us"]] }`.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        const KEYS: &[&str] = &["constant", "linear", "quadratic", "logarithmic", "exponential", "table"];
        let section = value.section(value.key, KEYS)?;
        if section.is_empty() {
            return Err(section.fault(no_terms(value.key)));
        }
        match section.optional("table") {
            Some(_) if section.len() > 1 => {
                Err(section.fault(format!("`{}` has a table and other terms as well; keep one of them", value.key)))
            }
            Some(table) => OverheadTable::read(table).map(Self::Table),
            None => OverheadFormula::read(&section).map(|formula| Self::Formula(Box::new(formula))),
        }
    }
}

/// The fault of a formula without a term.
pub(super) fn no_terms(key: &str) -> String {
    format!("`{key}` is empty; give at least one term, like {{ constant = \"49.3us\" }}")
}

impl OverheadFormula {
    fn polynomial(&self) -> Polynomial {
        Polynomial { constant: self.constant.value, linear: self.linear.value, quadratic: self.quadratic.value }
    }

    fn at(&self, argument: u64) -> Option<Time> {
        if self.exponential.is_none() && self.logarithmic.value.is_zero() {
            return self.polynomial().at(argument);
        }
        let polynomial = self.polynomial().exact_at(argument)?;
        let logarithmic = self.exact_logarithmic_at(argument)?;
        polynomial.checked_add(logarithmic)?.checked_add(self.exact_exponential_at(argument)?)?.round()
    }

    /// The logarithmic term before rounding. `libm` computes in software, so the result is the same on every platform.
    fn exact_logarithmic_at(&self, argument: u64) -> Option<FineTime> {
        if self.logarithmic.value.is_zero() {
            return Some(FineTime::default());
        }
        FineTime::from_ticks_f64(self.logarithmic.value.to_f64() * libm::log(argument as f64))
    }

    /// The exponential term before rounding.
    fn exact_exponential_at(&self, argument: u64) -> Option<FineTime> {
        match self.exponential {
            Some(Exponential { scale, rate }) if !scale.value.is_zero() => {
                FineTime::from_ticks_f64(scale.value.to_f64() * libm::exp(rate.value * argument as f64))
            }
            _ => Some(FineTime::default()),
        }
    }

    /// The terms, each rounded down, with the remaining ticks added to the largest.
    fn shares(&self, argument: u64) -> Option<OverheadShares> {
        let total = self.at(argument)?;
        let [constant, linear, quadratic] = self.polynomial().exact_terms_at(argument)?;
        let logarithmic = self.exact_logarithmic_at(argument)?;
        let exponential = self.exact_exponential_at(argument)?;
        let mut shares = OverheadShares {
            constant: constant.floor()?,
            linear: linear.floor()?,
            quadratic: quadratic.floor()?,
            logarithmic: logarithmic.floor()?,
            exponential: exponential.floor()?,
            measured: Time::ZERO,
        };
        let rest = total.checked_sub(shares.total()?)?;
        let largest = shares.largest();
        *largest = largest.checked_add(rest)?;
        Some(shares)
    }

    fn read(section: &Section<'_>) -> Read<Self> {
        let term = |key| section.optional(key).map_or(Ok(Measured::default()), Measured::coefficient);
        Ok(Self {
            constant: term("constant")?,
            linear: term("linear")?,
            quadratic: term("quadratic")?,
            logarithmic: term("logarithmic")?,
            exponential: section.optional("exponential").map(Exponential::read).transpose()?,
        })
    }
}

impl OverheadShares {
    /// The sum of the components; `None` past [`Time::MAX`].
    #[must_use]
    pub fn total(&self) -> Option<Time> {
        let parts = [self.constant, self.linear, self.quadratic, self.logarithmic, self.exponential, self.measured];
        parts.into_iter().try_fold(Time::ZERO, Time::checked_add)
    }

    /// The sum of two, component by component; `None` past [`Time::MAX`].
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(Self {
            constant: self.constant.checked_add(other.constant)?,
            linear: self.linear.checked_add(other.linear)?,
            quadratic: self.quadratic.checked_add(other.quadratic)?,
            logarithmic: self.logarithmic.checked_add(other.logarithmic)?,
            exponential: self.exponential.checked_add(other.exponential)?,
            measured: self.measured.checked_add(other.measured)?,
        })
    }

    fn largest(&mut self) -> &mut Time {
        let Self { constant, linear, quadratic, logarithmic, exponential, measured } = self;
        let others = [linear, quadratic, logarithmic, exponential, measured];
        others.into_iter().fold(constant, |largest, part| if *part > *largest { part } else { largest })
    }
}

impl Exponential {
    fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section(value.key, &["scale", "rate"])?;
        let scale = Measured::coefficient(section.required("scale", "\"1us\"")?)?;
        Ok(Self { scale, rate: Measured::number(section.required("rate", "0.1")?)? })
    }
}

#[cfg(test)]
mod tests;
