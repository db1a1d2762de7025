//! Estimates and regressions of fits as JSON.

use crate::fit::Estimate;
use crate::fit::regression::{Noise, Regression};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(super) struct EstimateJson {
    value: f64,
    standard_error: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for EstimateJson {
    fn from(Estimate { value, standard_error, low, high }: Estimate) -> Self {
        Self { value, standard_error, low, high }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct RegressionJson {
    r_squared: f64,
    adjusted_r_squared: f64,
    aicc: Option<f64>,
    noise: &'static str,
    deviation: f64,
    degrees_of_freedom: usize,
    points: usize,
}

impl From<&Regression> for RegressionJson {
    fn from(of: &Regression) -> Self {
        Self {
            r_squared: of.r_squared,
            adjusted_r_squared: of.adjusted_r_squared,
            aicc: of.aicc,
            noise: match of.noise {
                Noise::Absolute => "absolute",
                Noise::Relative => "relative",
            },
            deviation: of.deviation,
            degrees_of_freedom: of.degrees_of_freedom,
            points: of.points,
        }
    }
}
