//! Options of the fit.

use super::Form;
use crate::regression::Noise;

/// Options for fitting the experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TanOptions {
    /// The centre used for the latency.
    pub center: Center,
    /// The treatment of outliers.
    pub outliers: Outliers,
    /// The criterion for the form of the overhead.
    pub criterion: Criterion,
    /// A fixed form of the overhead instead of the best one.
    pub form: Option<Form>,
    /// A fixed noise model instead of the more likely one.
    pub noise: Option<Noise>,
}

/// The centre of many latencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Center {
    /// The mean, which the paper uses.
    #[default]
    Mean,
    /// The median, as in the paper's definition of L.
    Median,
}

/// The treatment of outliers: times more than 5 standard deviations, estimated by the median absolute deviation, from the
/// fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outliers {
    /// Outliers count like all other samples.
    #[default]
    Keep,
    /// Outliers are left out and listed.
    Drop,
    /// Samples far from the fit get less weight the farther they are: Huber's (1964) estimator with k = 1.345.
    Weigh,
}

/// The criterion for the form of the overhead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// The smallest `AICc`; of the forms less than 2 above it, which are about equally well supported, one with the fewest
    /// coefficients.
    #[default]
    Aicc,
    /// The largest adjusted R^2.
    #[serde(rename = "adjusted-r2")]
    AdjustedRSquared,
}
