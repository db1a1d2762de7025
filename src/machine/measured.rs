//! Values that may carry the uncertainty of their measurement.

use super::error::Fault;
use super::reader::{Read, Value};
use crate::units::{Clock, Rate, Time, UnitError};

/// A parameter, and how sure one is of it where the profile says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured<T> {
    /// The value that models compute with.
    pub value: T,
    /// How far the truth may be from it.
    pub uncertainty: Option<Uncertainty<T>>,
}

/// How uncertain a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertainty<T> {
    /// `stderr`: the standard error of the value.
    StandardError(T),
    /// `low` and `high`, which hold the value between them.
    Interval {
        /// The least the value may be.
        low: T,
        /// The most the value may be.
        high: T,
    },
}

impl<T> Measured<T> {
    /// A value whose uncertainty is not known.
    #[must_use]
    pub const fn exactly(value: T) -> Self {
        Self { value, uncertainty: None }
    }
}

/// `"98us"`, `{ value = "98us", stderr = "1us" }` or `{ value = "98us", low = "90us", high = "99us" }`.
fn measured<T: Copy + PartialOrd>(
    value: Value<'_>,
    example: &'static str,
    read: impl Fn(Value<'_>) -> Read<T>,
) -> Read<Measured<T>> {
    if !value.is_table() {
        return read(value).map(Measured::exactly);
    }
    let section = value.section(value.key, &["value", "stderr", "low", "high"])?;
    let part = |key| section.optional(key).map(&read).transpose();
    let centre = read(section.required("value", example)?)?;
    let uncertainty = match (part("stderr")?, part("low")?, part("high")?) {
        (None, None, None) => None,
        (Some(error), None, None) => Some(Uncertainty::StandardError(error)),
        (None, Some(low), Some(high)) if low <= centre && centre <= high => Some(Uncertainty::Interval { low, high }),
        (None, Some(_), Some(_)) => return Err(value.fault(Fault::OutsideInterval { key: value.key.to_owned() })),
        _ => return Err(value.fault(Fault::UnclearUncertainty { key: value.key.to_owned() })),
    };
    Ok(Measured { value: centre, uncertainty })
}

/// The same of a quantity in quotes.
fn quantity<T: Copy + PartialOrd>(
    value: Value<'_>,
    parse: fn(&str, Clock) -> Result<T, UnitError>,
) -> Read<Measured<T>> {
    measured(value, "\"98us\"", |value| value.quantity(parse))
}

impl Measured<f64> {
    /// A number without unit, `0.1` or `{ value = 0.1, stderr = 0.01 }`.
    pub(super) fn number(value: Value<'_>) -> Read<Self> {
        measured(value, "0.1", |value| value.number())
    }
}

impl Measured<Time> {
    /// A time.
    pub(super) fn time(value: Value<'_>) -> Read<Self> {
        quantity(value, Time::parse)
    }
}

impl Measured<Rate> {
    /// A coefficient of o(x), which may be below a tick.
    pub(super) fn coefficient(value: Value<'_>) -> Read<Self> {
        quantity(value, Rate::parse)
    }

    /// A time per byte.
    pub(super) fn per_byte(value: Value<'_>) -> Read<Self> {
        quantity(value, Rate::parse_per_byte)
    }
}
