//! Statistics of a fit.

use super::least_squares::not_finite;
use super::{Noise, Point, Regression, Scales, Term};
use crate::Estimate;
use crate::estimate::student_t;
use logpine_text::reason::Reason;

/// A fit without its statistics.
pub struct Fitted<'a> {
    pub points: &'a [Point],
    pub scales: &'a Scales,
    pub terms: Vec<Term>,
    pub offset: f64,
    pub coefficients: &'a [f64],
    /// (X'WX)^-1.
    pub inverse: &'a [Vec<f64>],
    /// The time predicted at each point.
    pub predicted: Vec<f64>,
}

/// The relative residual below which residuals are rounding errors.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

impl Fitted<'_> {
    /// The regression with its statistics.
    pub fn regression(self) -> Result<Regression, Reason> {
        let samples: usize = self.points.iter().map(|point| point.count).sum();
        let fitted = self.coefficients.len();
        let degrees_of_freedom = samples - fitted;
        let residual = self.squares(|index, _| self.predicted[index]);
        let variance = residual / degrees_of_freedom as f64;
        let covariance: Vec<Vec<f64>> =
            self.inverse.iter().map(|row| row.iter().map(|entry| entry * variance).collect()).collect();
        let error = |index: usize| covariance[index][index].sqrt();
        let quantile = student_t(degrees_of_freedom as f64);
        let estimate = |(index, &value)| Estimate::within(value, error(index), quantile);
        let coefficients: Vec<Estimate> = self.coefficients.iter().enumerate().map(estimate).collect();
        let (total, free) = self.variation(samples);
        let unexplained = if total > 0.0 { residual / total } else { 1.0 };
        let log_likelihood = self.log_likelihood(residual, samples as f64);
        let finite = coefficients.iter().all(|estimate| estimate.high.is_finite()) && log_likelihood.is_finite();
        if !finite {
            return Err(not_finite());
        }
        // The variance is a parameter too.
        let parameters = fitted + 1;
        let rest = samples.checked_sub(parameters + 1).filter(|&rest| rest > 0);
        let correction = |rest: usize| (2 * parameters * (parameters + 1)) as f64 / rest as f64;
        Ok(Regression {
            r_squared: 1.0 - unexplained,
            adjusted_r_squared: 1.0 - unexplained * free as f64 / degrees_of_freedom as f64,
            aicc: rest.map(|rest| 2.0 * parameters as f64 - 2.0 * log_likelihood + correction(rest)),
            noise: self.scales.noise,
            deviation: variance.sqrt(),
            points: self.points.len(),
            terms: self.terms,
            offset: self.offset,
            coefficients,
            covariance,
            log_likelihood,
            degrees_of_freedom,
            samples,
        })
    }

    /// The weighted sum of squares of all samples about a centre.
    fn squares(&self, center: impl Fn(usize, &Point) -> f64) -> f64 {
        let square = |(index, (point, scale)): (usize, (&Point, &f64))| {
            let distance = point.mean - center(index, point);
            (point.squares + point.count as f64 * distance * distance) / (scale * scale)
        };
        self.points.iter().zip(&self.scales.at).enumerate().map(square).sum()
    }

    /// The weighted variation of the times and its degrees of freedom: about the mean if there is an intercept, otherwise
    /// about 0.
    fn variation(&self, samples: usize) -> (f64, usize) {
        if !self.terms.contains(&Term::CONSTANT) {
            return (self.squares(|_, _| self.offset), samples);
        }
        let weighted = |value: fn(&Point) -> f64| -> f64 {
            let weights = self.points.iter().zip(&self.scales.at);
            weights.map(|(point, scale)| point.count as f64 * value(point) / (scale * scale)).sum()
        };
        let mean = weighted(|point| point.mean) / weighted(|_| 1.0);
        (self.squares(|_, _| mean), samples - 1)
    }

    /// The logarithm of the normal density of the samples.
    fn log_likelihood(&self, residual: f64, samples: f64) -> f64 {
        let exact = ROUNDING * ROUNDING * self.squares(|_, _| 0.0);
        let variance = (residual.max(exact) / samples).max(f64::MIN_POSITIVE);
        let scales: f64 = match self.scales.noise {
            Noise::Absolute => 0.0,
            Noise::Relative => self.points.iter().zip(&self.scales.at).map(|(p, s)| p.count as f64 * s.ln()).sum(),
        };
        -0.5 * samples * ((std::f64::consts::TAU * variance).ln() + 1.0) - scales
    }
}
