//! Weighted linear least squares, with the statistics that say how far to trust it.
//!
//! Measurements are repeated, so the points are few where the samples are many: mean and scatter at each point are all
//! that a fit needs ([`Point`]), whatever the number of samples. The design is decomposed by QR with its columns scaled
//! to length 1.
//!
//! Times scatter evenly ([`Noise::Absolute`]), or in proportion to their size ([`Noise::Relative`]), where equal weights
//! would let the longest times decide alone. Which it is, the likelihood of the samples says.
//!
//! ```
//! use logpine::fit::regression::{Point, Regression, Term};
//!
//! // Times of 5 + 2x, a little off.
//! let points = [(1.0, 7.1), (2.0, 8.9), (3.0, 11.0), (4.0, 13.1), (5.0, 14.9)].map(|(x, y)| Point::single(x, y));
//! let line = Regression::new(&points, &[Term::CONSTANT, Term::LINEAR], None)?;
//! let slope = line.coefficients[1];
//! assert!(slope.low < 2.0 && 2.0 < slope.high && slope.standard_error < 0.05);
//! assert!(line.r_squared > 0.99);
//! # Ok::<(), logpine::fit::regression::RegressionError>(())
//! ```

mod coarse;
mod error;
mod exponential;
mod least_squares;
mod noise;
mod point;
mod statistics;
mod term;

pub use error::RegressionError;
pub use noise::{Noise, Scales};
pub use point::Point;
pub use term::Term;

pub(super) use coarse::Coarse;
pub(super) use exponential::exponential;
pub(super) use noise::{likeliest, settle};

use super::Estimate;
use least_squares::{Design, Solution};
use statistics::Fitted;

/// A fit of a sum of terms to samples, by weighted least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The terms, one for each coefficient; but the rate of an exponential, which is a coefficient too, has none of its
    /// own.
    pub terms: Vec<Term>,
    /// What is known and not fitted: it is taken from every time before, and so is no part of R^2.
    pub offset: f64,
    /// The factors of the terms with 95 % intervals by Student's t; of any sign.
    pub coefficients: Vec<Estimate>,
    /// Row by row, the covariance of the coefficients.
    pub covariance: Vec<Vec<f64>>,
    /// R^2, the share of the weighted variation that the fit explains: about the weighted mean where the terms include
    /// a constant, about 0 otherwise, as R's `lm` has it. 0 where nothing varies.
    pub r_squared: f64,
    /// R^2 adjusted for the degrees of freedom, by the same convention.
    pub adjusted_r_squared: f64,
    /// The logarithm of the likelihood at the estimates, with variance RSS / n. Residuals within rounding errors count as
    /// such errors.
    pub log_likelihood: f64,
    /// Akaike's criterion, corrected for few samples (Hurvich and Tsai 1989), where the variance counts as a parameter as
    /// in R's `AIC`; `None` where the samples are too few for the correction.
    pub aicc: Option<f64>,
    /// How the weights are chosen.
    pub noise: Noise,
    /// The standard deviation of the noise: in the unit of the clock, or relative to the time, as `noise` says.
    pub deviation: f64,
    /// Samples less coefficients.
    pub degrees_of_freedom: usize,
    /// How many times were fitted.
    pub samples: usize,
    /// How many different points they were measured at.
    pub points: usize,
}

impl Regression {
    /// Fits a sum of terms; where `noise` is `None`, it is what makes the samples likelier.
    ///
    /// Under relative noise the scatter is in proportion to the fitted time, so weights and fit are repeated until they
    /// agree.
    ///
    /// # Errors
    /// [`RegressionError`] for fewer points than terms, no more samples than terms, terms that the points cannot tell
    /// apart, and numbers that are not finite.
    pub fn new(points: &[Point], terms: &[Term], noise: Option<Noise>) -> Result<Self, RegressionError> {
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

    /// Fits a sum of terms to what the times are above `offset`, where the noise at each point is in proportion to its
    /// scale: weights are 1 / scale^2.
    ///
    /// # Errors
    /// [`RegressionError`] as for [`Regression::new`]; a scale that is not above 0 is not finite either.
    pub fn scaled(points: &[Point], terms: &[Term], offset: f64, scales: &Scales) -> Result<Self, RegressionError> {
        if scales.at.len() != points.len() {
            return Err(RegressionError::OtherScales { scales: scales.at.len(), points: points.len() });
        }
        let design = Design::new(points, terms.iter().map(|&term| move |at| term.at(at)), scales);
        let Solution { coefficients, inverse } = design.solve(points.iter().map(|point| point.mean - offset))?;
        let at = |at: f64| terms.iter().zip(&coefficients).map(|(term, factor)| factor * term.at(at)).sum::<f64>();
        let predicted = points.iter().map(|point| offset + at(point.at)).collect();
        let terms = terms.to_vec();
        Fitted { points, scales, terms, offset, coefficients: &coefficients, inverse: &inverse, predicted }.regression()
    }

    /// The time that the fit predicts at a point, the offset included.
    #[must_use]
    pub fn at(&self, at: f64) -> f64 {
        let terms = self.terms.iter().zip(&self.coefficients);
        self.offset + terms.map(|(term, coefficient)| coefficient.value * term.at(at)).sum::<f64>()
    }

    /// How far each coefficient falls for each unit that `offset` grows by: (X'WX)^-1 X'W 1.
    pub(super) fn per_offset(&self, points: &[Point], scales: &Scales) -> Result<Vec<f64>, RegressionError> {
        let design = match (self.terms.as_slice(), self.coefficients.as_slice()) {
            ([Term::Exponential { rate }], [scale, _]) => exponential::tangent(points, scale.value, *rate, scales),
            (terms, _) => Design::new(points, terms.iter().map(|&term| move |at| term.at(at)), scales),
        };
        Ok(design.solve(points.iter().map(|_| 1.0))?.coefficients)
    }
}
