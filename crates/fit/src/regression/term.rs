//! Terms of a fit.

use std::fmt;

/// A function of the point that is multiplied by a coefficient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// x^k; k = 0 is the intercept.
    Power(u8),
    /// ln x.
    Logarithm,
    /// e^(rate x).
    Exponential {
        /// The growth rate per unit of x.
        rate: f64,
    },
}

impl Term {
    /// The intercept.
    pub const CONSTANT: Self = Self::Power(0);
    /// x.
    pub const LINEAR: Self = Self::Power(1);
    /// x^2.
    pub const QUADRATIC: Self = Self::Power(2);

    /// The value of the term at a point.
    #[must_use]
    pub fn at(self, at: f64) -> f64 {
        match self {
            Self::Power(exponent) => at.powi(i32::from(exponent)),
            Self::Logarithm => libm::log(at),
            Self::Exponential { rate } => libm::exp(rate * at),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Power(0) => f.write_str("1"),
            Self::Power(1) => f.write_str("x"),
            Self::Power(exponent) => write!(f, "x^{exponent}"),
            Self::Logarithm => f.write_str("ln x"),
            Self::Exponential { rate } => write!(f, "e^({rate} x)"),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_term_at() {
        use crate::regression::Term;
        assert_eq!((Term::CONSTANT.at(7.0), Term::QUADRATIC.at(7.0), Term::Logarithm.at(1.0)), (1.0, 49.0, 0.0));
    }
}
