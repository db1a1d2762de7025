//! Regressions that cannot be computed.

/// Why a regression cannot be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RegressionError {
    /// As many coefficients as samples, or more: nothing is left to judge the noise by.
    #[error("{samples} samples for {coefficients} coefficients; at least {} are needed: measure more", coefficients + 1)]
    TooFewSamples {
        /// How many there are.
        samples: usize,
        /// How many numbers are asked for.
        coefficients: usize,
    },
    /// Fewer different points than coefficients.
    #[error("{points} different points for {coefficients} coefficients; measure at {coefficients} or more")]
    TooFewPoints {
        /// How many there are.
        points: usize,
        /// How many numbers are asked for.
        coefficients: usize,
    },
    /// At the points measured, a coefficient's column is a combination of those before it, or 0.
    #[error(
        "the points do not tell coefficient {} from the others before it; measure at more points, further apart",
        column + 1
    )]
    Indistinct {
        /// The coefficient, from 0.
        column: usize,
    },
    /// Weights that are not those of the points.
    #[error("{scales} scales for {points} points; make the scales from the same points")]
    OtherScales {
        /// How many scales there are.
        scales: usize,
        /// How many points there are.
        points: usize,
    },
    /// A number that is infinite or not a number, or becomes so on the way.
    #[error("numbers beyond what can be computed with; check the points and the times")]
    NotFinite,
}
