//! How the overhead grows with the fan-in.

use crate::fit::Estimate;
use std::fmt;

/// The forms that growth(N) in o(N) = b + growth(N) may have. Those of the paper grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Nothing: o(N) is a constant, which need not be that of chains.
    Constant,
    /// b1 N.
    Linear,
    /// b1 N + c N^2.
    Quadratic,
    /// b1 ln N.
    Logarithmic,
    /// a e^(r N).
    Exponential,
}

impl Form {
    /// All of them, the simplest first.
    pub const ALL: [Self; 5] = [Self::Constant, Self::Linear, Self::Logarithmic, Self::Quadratic, Self::Exponential];

    /// Its name, as options and reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Linear => "linear",
            Self::Quadratic => "quadratic",
            Self::Logarithmic => "logarithmic",
            Self::Exponential => "exponential",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the fan-in adds to the overhead, with its coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// 0.
    Constant,
    /// `linear` N.
    Linear {
        /// b1.
        linear: Estimate,
    },
    /// `linear` N + `quadratic` N^2.
    Quadratic {
        /// b1.
        linear: Estimate,
        /// c.
        quadratic: Estimate,
    },
    /// `logarithmic` ln N.
    Logarithmic {
        /// The factor of ln N.
        logarithmic: Estimate,
    },
    /// `scale` e^(`rate` N).
    Exponential {
        /// a.
        scale: Estimate,
        /// r, without unit.
        rate: Estimate,
    },
}

impl Growth {
    /// Which form it is.
    #[must_use]
    pub const fn form(&self) -> Form {
        match self {
            Self::Constant => Form::Constant,
            Self::Linear { .. } => Form::Linear,
            Self::Quadratic { .. } => Form::Quadratic,
            Self::Logarithmic { .. } => Form::Logarithmic,
            Self::Exponential { .. } => Form::Exponential,
        }
    }

    /// The growth at a fan-in.
    #[must_use]
    pub fn at(&self, fan_in: f64) -> f64 {
        match self {
            Self::Constant => 0.0,
            Self::Linear { linear } => linear.value * fan_in,
            Self::Quadratic { linear, quadratic } => (linear.value + quadratic.value * fan_in) * fan_in,
            Self::Logarithmic { logarithmic } => logarithmic.value * libm::log(fan_in),
            Self::Exponential { scale, rate } => scale.value * libm::exp(rate.value * fan_in),
        }
    }
}
