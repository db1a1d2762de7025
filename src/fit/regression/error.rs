//! Regressions that cannot be computed.

use super::Term;

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
    /// At the points measured, a term is a combination of the terms before it, or 0.
    #[error("the points do not tell the term {term} from the others; measure at more points, further apart")]
    Indistinct {
        /// The term.
        term: Term,
    },
    /// A number that is infinite or not a number, or becomes so on the way.
    #[error("numbers beyond what can be computed with; check the points and the times")]
    NotFinite,
}
