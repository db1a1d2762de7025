//! An estimated number with its confidence interval.

/// A number estimated from measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The estimate itself; where the quantity cannot be negative, at least 0.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The lower end of its 95 % confidence interval; where the quantity cannot be negative, at least 0.
    pub low: f64,
    /// The upper end of its 95 % confidence interval.
    pub high: f64,
}
