//! Regressions that cannot be computed.

/// The reason why a regression cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegressionError {
    /// No more samples than coefficients, so that the noise cannot be estimated.
    #[error("{samples} samples for {coefficients} coefficients; at least {} are needed: measure more", coefficients + 1)]
    TooFewSamples {
        /// The number of samples.
        samples: usize,
        /// The number of coefficients.
        coefficients: usize,
    },
    /// Fewer distinct points than coefficients.
    #[error("{points} different points for {coefficients} coefficients; measure at {} or more", coefficients + 1)]
    TooFewPoints {
        /// The number of points.
        points: usize,
        /// The number of coefficients.
        coefficients: usize,
    },
    /// A coefficient whose column, at the points measured, is 0 or a combination of those before it.
    #[error(
        "the points do not separate coefficient {} from those before it; measure at more points, further apart",
        column + 1
    )]
    Indistinct {
        /// The coefficient, from 0.
        column: usize,
    },
    /// A number of scales that differs from the number of points.
    #[error("{scales} scales for {points} points; make the scales from the same points")]
    OtherScales {
        /// The number of scales.
        scales: usize,
        /// The number of points.
        points: usize,
    },
    /// A number, given or computed, that is infinite or NaN.
    #[error("the numbers are too large or too small to compute with; check the points and the times")]
    NotFinite,
}
