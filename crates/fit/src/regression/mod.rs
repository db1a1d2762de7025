//! Weighted linear least squares, with statistics of the uncertainty.
//!
//! Measurements are repeated, so there are few points with many samples. A fit needs only the mean and the scatter at each
//! point ([`Point`]), regardless of the number of samples. The design matrix is decomposed by QR with its columns scaled to
//! length 1.
//!
//! Times scatter evenly ([`Noise::Absolute`]) or in proportion to their size ([`Noise::Relative`]); in the latter case,
//! equal weights would let the longest times dominate. The likelihood of the samples decides which model is used.

mod coarse;
mod exponential;
mod least_squares;
mod noise;
mod point;
mod statistics;
mod term;

pub(super) use coarse::Coarse;
pub(super) use exponential::exponential;
pub use noise::{Noise, Scales};
pub(super) use noise::{likeliest, settle};
pub use point::Point;
pub use term::Term;

use super::Estimate;
pub(super) use least_squares::not_finite;
use least_squares::{Design, Solution};
use logpine_text::reason::{Reason, reason};
use statistics::Fitted;

/// A fit of a sum of terms to samples, by weighted least squares.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Regression {
    /// The terms, one for each coefficient; the rate of an exponential is a coefficient too, but has no term of its own.
    #[serde(skip)]
    pub terms: Vec<Term>,
    /// The known part of the times. It is subtracted before the fit and is not part of R^2.
    #[serde(skip)]
    pub offset: f64,
    /// The factors of the terms, of any sign, with 95 % intervals by Student's t.
    #[serde(skip)]
    pub coefficients: Vec<Estimate>,
    /// The covariance matrix of the coefficients, row by row.
    #[serde(skip)]
    pub covariance: Vec<Vec<f64>>,
    /// R^2, the share of the weighted variation that the fit explains: about the weighted mean if the terms include a
    /// constant, otherwise about 0, as in R's `lm`. 0 if nothing varies.
    pub r_squared: f64,
    /// R^2 adjusted for the degrees of freedom, by the same convention.
    pub adjusted_r_squared: f64,
    /// The logarithm of the likelihood at the estimates, with variance RSS / n. Residuals within rounding errors count as
    /// rounding errors.
    #[serde(skip)]
    pub log_likelihood: f64,
    /// Akaike's criterion, corrected for few samples (Hurvich and Tsai 1989). The variance counts as a parameter as in R's
    /// `AIC`. `None` if the samples are too few for the correction.
    pub aicc: Option<f64>,
    /// The noise model behind the weights.
    pub noise: Noise,
    /// The standard deviation of the noise, in the unit of the clock or relative to the time, depending on `noise`.
    pub deviation: f64,
    /// The number of samples less the number of coefficients.
    pub degrees_of_freedom: usize,
    /// The number of samples fitted.
    #[serde(skip)]
    pub samples: usize,
    /// The number of distinct points.
    pub points: usize,
}

impl Regression {
    /// Fits a sum of terms. If `noise` is `None`, the more likely noise model is used.
    ///
    /// Relative noise is proportional to the fitted time, so weights and fit are iterated until they agree.
    ///
    /// # Errors
    /// [`Reason`] if there are fewer points than terms or no more samples than terms, if the points do not separate
    /// the terms, or if a number is not finite.
    pub fn new(points: &[Point], terms: &[Term], noise: Option<Noise>) -> Result<Self, Reason> {
        let even = Scales::even(points);
        let coarse = Coarse::new(points, &even);
        likeliest(noise, |noise| {
            let few = &coarse.points;
            let settled = settle(few, noise, |scales| Self::scaled(few, terms, 0.0, scales))?;
            if !coarse.is_coarser() {
                return Ok(settled);
            }
            Self::scaled(points, terms, 0.0, &Scales::of(points, &settled))
        })
    }

    /// Fits a sum of terms to the times less `offset`, with noise at each point in proportion to its scale: weights are 1 /
    /// scale^2.
    ///
    /// # Errors
    /// [`Reason`] as for [`Regression::new`]; a scale that is not above 0 counts as not finite.
    pub fn scaled(points: &[Point], terms: &[Term], offset: f64, scales: &Scales) -> Result<Self, Reason> {
        if scales.at.len() != points.len() {
            let (scales, points) = (scales.at.len(), points.len());
            return Err(reason!("{scales} scales for {points} points; make the scales from the same points"));
        }
        let design = Design::new(points, terms.iter().map(|&term| move |at| term.at(at)), scales);
        let Solution { coefficients, inverse } = design.solve(points.iter().map(|point| point.mean - offset))?;
        let at = |at: f64| terms.iter().zip(&coefficients).map(|(term, factor)| factor * term.at(at)).sum::<f64>();
        let predicted = points.iter().map(|point| offset + at(point.at)).collect();
        let terms = terms.to_vec();
        Fitted { points, scales, terms, offset, coefficients: &coefficients, inverse: &inverse, predicted }.regression()
    }

    /// The time predicted at a point, including the offset.
    #[must_use]
    pub fn at(&self, at: f64) -> f64 {
        let terms = self.terms.iter().zip(&self.coefficients);
        self.offset + terms.map(|(term, coefficient)| coefficient.value * term.at(at)).sum::<f64>()
    }

    /// The decrease of each coefficient per unit of `offset`: (X'WX)^-1 X'W 1.
    pub(super) fn per_offset(&self, points: &[Point], scales: &Scales) -> Result<Vec<f64>, Reason> {
        let design = match (self.terms.as_slice(), self.coefficients.as_slice()) {
            ([Term::Exponential { rate }], [scale, _]) => exponential::tangent(points, scale.value, *rate, scales),
            (terms, _) => Design::new(points, terms.iter().map(|&term| move |at| term.at(at)), scales),
        };
        Ok(design.solve(points.iter().map(|_| 1.0))?.coefficients)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_the_module() -> Result<(), Box<dyn std::error::Error>> {
        use crate::regression::{Point, Regression, Term};

        // Times of 5 + 2x, a little off.
        let points = [(1.0, 7.1), (2.0, 8.9), (3.0, 11.0), (4.0, 13.1), (5.0, 14.9)].map(|(x, y)| Point::single(x, y));
        let line = Regression::new(&points, &[Term::CONSTANT, Term::LINEAR], None)?;
        let slope = line.coefficients[1];
        assert!(slope.low < 2.0 && 2.0 < slope.high && slope.standard_error < 0.05);
        assert!(line.r_squared > 0.99);
        Ok(())
    }
}
