//! A fitted polynomial, and how much simpler one has to be.

/// Information criteria that differ by no more than this do not tell models apart; beyond it the evidence is strong (Kass
/// and Raftery, Bayes Factors, 1995).
pub(in crate::causal) const STRONG_EVIDENCE: f64 = 6.0;

/// A polynomial fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Polynomial {
    /// Its degree.
    pub degree: usize,
    /// Its coefficients, with the constant.
    pub parameters: usize,
    /// The mean square of what it misses of a row when it is fitted to all others, relative to the variance of the response.
    pub residual_variance: f64,
    /// What it takes to say the response by it, in twice the nats: the Bayesian information criterion (Schwarz, Estimating the
    /// Dimension of a Model, 1978), of the residuals of rows left out, so that no polynomial is chosen that swings far out
    /// where rows are sparse.
    pub criterion: f64,
}
