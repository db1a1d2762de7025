//! Forms of the growth of the overhead with the fan-in.

use crate::Estimate;
use std::fmt;

/// The forms of growth(N) in o(N) = b + growth(N). The forms of the paper grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// No growth: o(N) is a constant, which may differ from that of chains.
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
    /// All forms, the simplest first.
    pub const ALL: [Self; 5] = [Self::Constant, Self::Linear, Self::Logarithmic, Self::Quadratic, Self::Exponential];

    /// The name in options and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant {} => "constant",
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

/// The growth of the overhead with the fan-in, with its coefficients.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Growth {
    /// 0.
    Constant {},
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
        /// b1, the factor of ln N.
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
    /// The growth at a fan-in.
    #[must_use]
    pub fn at(&self, fan_in: f64) -> f64 {
        match self {
            Self::Constant {} => 0.0,
            Self::Linear { linear } => linear.value * fan_in,
            Self::Quadratic { linear, quadratic } => (linear.value + quadratic.value * fan_in) * fan_in,
            Self::Logarithmic { logarithmic } => logarithmic.value * libm::log(fan_in),
            Self::Exponential { scale, rate } => scale.value * libm::exp(rate.value * fan_in),
        }
    }
}
