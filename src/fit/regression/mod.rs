//! Weighted linear least squares, with the statistics that say how far to trust it.
//!
//! Measurements are repeated, so the points are few where the samples are many: mean and scatter at each point are all
//! that a fit needs ([`Point`]), whatever the number of samples. The design is decomposed by QR with its columns scaled
//! to length 1.
//!
//! Times scatter evenly ([`Noise::Absolute`]), or in proportion to their size ([`Noise::Relative`]), where equal weights
//! would let the longest times decide alone. Which it is, the likelihood of the samples says.

mod error;
mod point;
mod term;

pub use error::RegressionError;
pub use point::Point;
pub use term::Term;

use super::Estimate;

/// How measurements scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// By the same amount wherever.
    Absolute,
    /// In proportion to the time measured.
    Relative,
}

/// A fit of a sum of terms to samples, by weighted least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// The terms, one for each coefficient.
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
    /// The logarithm of the likelihood at the estimates, with variance RSS / n.
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
    /// The time that the fit predicts at a point, the offset included.
    #[must_use]
    pub fn at(&self, at: f64) -> f64 {
        let terms = self.terms.iter().zip(&self.coefficients);
        self.offset + terms.map(|(term, coefficient)| coefficient.value * term.at(at)).sum::<f64>()
    }
}
