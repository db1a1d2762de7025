//! An estimated number with its confidence interval.

use serde::Serialize;
use statrs::distribution::{Continuous, ContinuousCDF, StudentsT};

/// A number estimated from measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate itself; at least 0 if the quantity cannot be negative.
    pub value: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
    /// The lower end of the 95 % confidence interval; at least 0 if the quantity cannot be negative.
    pub low: f64,
    /// The upper end of the 95 % confidence interval.
    pub high: f64,
}

impl Estimate {
    /// An estimate with the 95 % interval of Student's t for its degrees of freedom.
    #[must_use]
    pub fn new(value: f64, standard_error: f64, degrees_of_freedom: f64) -> Self {
        Self::within(value, standard_error, student_t(degrees_of_freedom))
    }

    /// An estimate whose 95 % interval is `quantile` standard errors to each side.
    pub(super) fn within(value: f64, standard_error: f64, quantile: f64) -> Self {
        let half = quantile * standard_error;
        Self { value, standard_error, low: value - half, high: value + half }
    }

    /// The estimate of a quantity that cannot be negative and is taken as `value`: the interval is cut at 0 and includes
    /// `value`.
    pub(super) fn physical(self, value: f64) -> Self {
        let value = value.max(0.0);
        Self { value, low: self.low.max(0.0).min(value), high: self.high.max(value), ..self }
    }
}

/// A variance and its degrees of freedom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variance {
    pub value: f64,
    pub freedom: f64,
}

impl Variance {
    /// The variance of `factor` times the quantity.
    pub fn scaled(self, factor: f64) -> Self {
        Self { value: self.value * factor * factor, ..self }
    }

    /// The variance of the sum of two independent quantities: Welch (1947), Satterthwaite (1946).
    pub fn plus(self, other: Self) -> Self {
        let value = self.value + other.value;
        let share = |part: Self| (part.value / value) * (part.value / value) / part.freedom;
        if value > 0.0 { Self { value, freedom: 1.0 / (share(self) + share(other)) } } else { self }
    }

    /// The estimate that has this variance.
    pub fn of(self, value: f64) -> Estimate {
        Estimate::new(value, self.value.sqrt(), self.freedom)
    }
}

/// The 97.5 % quantile of Student's t; that of the normal distribution for infinitely many degrees of freedom.
pub(super) fn student_t(degrees_of_freedom: f64) -> f64 {
    const NORMAL: f64 = 1.959_963_984_540_054;
    const PROBABILITY: f64 = 0.975;
    const ROUNDS: usize = 8;
    const AGREEMENT: f64 = 1e-12;
    match StudentsT::new(0.0, 1.0, degrees_of_freedom.max(1.0)) {
        // Beyond that, t and the normal distribution agree to 10^-9.
        Ok(distribution) if degrees_of_freedom <= 1e10 => {
            // The library's inverse is accurate to a few digits only, its distribution function to nearly all.
            let mut quantile = distribution.inverse_cdf(PROBABILITY);
            for _ in 0..ROUNDS {
                let step = (distribution.sf(quantile) - (1.0 - PROBABILITY)) / distribution.pdf(quantile);
                quantile += step;
                if step.abs() < AGREEMENT * quantile {
                    break;
                }
            }
            quantile
        }
        _ => NORMAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `SciPy` 1.17.1, `scipy.stats.t.ppf(0.975, df)`, except for 1 degree of freedom: tan(0.475 pi).
    const QUANTILES: [(f64, f64); 8] = [
        (1.0, 12.706_204_736_432_095),
        (2.0, 4.302_652_729_749_462),
        (3.0, 3.182_446_305_283_707_8),
        (10.0, 2.228_138_851_986_274),
        (30.5, 2.040_869_445_186_32),
        (318.0, 1.967_451_947_860_881_4),
        (10_000.0, 1.960_201_239_890_626),
        (1_000_000.0, 1.959_966_356_814_107),
    ];

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, quantile) in QUANTILES {
            let found = student_t(freedom);
            assert!((found / quantile - 1.0).abs() < 1e-10, "{freedom}: {found} is not {quantile}");
        }
    }

    #[test]
    fn a_sum_has_the_freedom_of_its_larger_part() {
        let [large, small] = [(4.0, 10.0), (1e-9, 2.0)].map(|(value, freedom)| Variance { value, freedom });
        assert!((large.plus(small).freedom - 10.0).abs() < 1e-6);
        assert!((large.plus(large).freedom - 20.0).abs() < 1e-12);
        let nothing = Variance { value: 0.0, freedom: 3.0 };
        assert_eq!(nothing.plus(nothing).of(5.0), Estimate { value: 5.0, standard_error: 0.0, low: 5.0, high: 5.0 });
    }

    #[test]
    fn a_quantity_that_cannot_be_negative_keeps_its_interval_from_zero_on() {
        let negative = Estimate { value: -2.0, standard_error: 1.0, low: -4.0, high: -0.1 };
        assert_eq!(negative.physical(-2.0), Estimate { value: 0.0, low: 0.0, high: 0.0, ..negative });
        let around = Estimate { value: 1.0, standard_error: 1.0, low: -1.0, high: 3.0 };
        assert_eq!(around.physical(4.0), Estimate { value: 4.0, low: 0.0, high: 4.0, ..around });
    }
}
