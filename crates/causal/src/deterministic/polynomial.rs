//! Fitted polynomials and the margin by which one has to be simpler.

/// The difference of information criteria up to which models are not distinguished; above it the evidence is strong (Kass
/// and Raftery, Bayes Factors, 1995).
pub(crate) const STRONG_EVIDENCE: f64 = 6.0;

/// A polynomial fitted by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Polynomial {
    /// The degree.
    pub degree: usize,
    /// The number of coefficients, including the constant.
    pub parameters: usize,
    /// The mean squared residual of a row when fitted to all others, relative to the variance of the response.
    pub residual_variance: f64,
    /// The Bayesian information criterion (Schwarz, Estimating the Dimension of a Model, 1978): the description length of
    /// the response, in twice the nats. Leave-one-out residuals are used, so that polynomials with large swings where rows
    /// are sparse are not chosen.
    pub criterion: f64,
}
