//! Values that may carry the uncertainty of their measurement.

use super::reader::{Read, Value};
use logpine_text::units::{Clock, Rate, Time, UnitError};

/// A parameter, with its uncertainty if the profile gives one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured<T> {
    /// The value that models compute with.
    pub value: T,
    /// The uncertainty of the value.
    pub uncertainty: Option<Uncertainty<T>>,
}

/// The uncertainty of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertainty<T> {
    /// `stderr`: the standard error of the value.
    StandardError(T),
    /// `low` and `high`, with the value between them.
    Interval {
        /// The lower end.
        low: T,
        /// The upper end.
        high: T,
    },
}

impl<T> Measured<T> {
    /// A value of unknown uncertainty.
    #[must_use]
    pub const fn exactly(value: T) -> Self {
        Self { value, uncertainty: None }
    }
}

/// Reads `"98us"`, `{ value = "98us", stderr = "1us" }` or `{ value = "98us", low = "90us", high = "99us" }`.
fn measured<T: Copy + PartialOrd>(
    value: Value<'_>,
    example: &'static str,
    read: impl Fn(Value<'_>) -> Read<T>,
) -> Read<Measured<T>> {
    if !value.is_table() {
        return read(value).map(Measured::exactly);
    }
    let section = value.section(value.key, &["value", "stderr", "low", "high"])?;
    for key in ["stderr", "low", "high"] {
        let end = section.optional(key).filter(|end| end.text().is_ok_and(Rate::is_bandwidth));
        if let Some(end) = end {
            return Err(end.fault(format!("`{key}` is a bandwidth; write it as a time per byte, like \"10ps/B\"")));
        }
    }
    let part = |key| section.optional(key).map(&read).transpose();
    let centre = read(section.required("value", example)?)?;
    let uncertainty = match (part("stderr")?, part("low")?, part("high")?) {
        (None, None, None) => None,
        (Some(error), None, None) => Some(Uncertainty::StandardError(error)),
        (None, Some(low), Some(high)) if low <= centre && centre <= high => Some(Uncertainty::Interval { low, high }),
        (None, Some(_), Some(_)) => {
            let fault = "is not between its `low` and its `high`; make low <= value <= high";
            return Err(value.fault(format!("`{}` {fault}", value.key)));
        }
        _ => {
            let fault = "must state its uncertainty either as `stderr` or as `low` and `high`";
            return Err(value.fault(format!("`{}` {fault}", value.key)));
        }
    };
    Ok(Measured { value: centre, uncertainty })
}

/// Reads a quantity in quotes, in the same forms.
fn quantity<T: Copy + PartialOrd>(
    value: Value<'_>,
    parse: fn(&str, Clock) -> Result<T, UnitError>,
) -> Read<Measured<T>> {
    measured(value, "\"98us\"", |value| value.quantity(parse))
}

impl Measured<f64> {
    /// Reads a number without a unit, `0.1` or `{ value = 0.1, stderr = 0.01 }`.
    pub(super) fn number(value: Value<'_>) -> Read<Self> {
        measured(value, "0.1", |value| value.number())
    }
}

impl Measured<Time> {
    /// Reads a time.
    pub(super) fn time(value: Value<'_>) -> Read<Self> {
        quantity(value, Time::parse)
    }
}

impl Measured<Rate> {
    /// Reads a coefficient of o(x), which may be below a tick.
    pub(super) fn coefficient(value: Value<'_>) -> Read<Self> {
        quantity(value, Rate::parse)
    }

    /// Reads a time per byte.
    pub(super) fn per_byte(value: Value<'_>) -> Read<Self> {
        quantity(value, Rate::parse_per_byte)
    }
}
