//! How the experiments are to be fitted.

use super::Form;
use crate::fit::regression::Noise;

/// How the experiments are to be fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TanOptions {
    /// What the latency is.
    pub center: Center,
    /// What to do about times far from the others.
    pub outliers: Outliers,
    /// What the form of the overhead is chosen by.
    pub criterion: Criterion,
    /// The form of the overhead, where it is not to be chosen.
    pub form: Option<Form>,
    /// How times scatter, where it is not to be found out.
    pub noise: Option<Noise>,
}

/// What stands for many latencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Center {
    /// Their mean, which the paper uses.
    #[default]
    Mean,
    /// Their median, as the paper defines L.
    Median,
}

/// What to do about outliers: times further from what is fitted than 5 standard deviations, as the median absolute
/// deviation gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outliers {
    /// They count as all others.
    #[default]
    Keep,
    /// They are left out, and listed.
    Drop,
    /// Whatever is far off counts less, the further the less: Huber's (1964) estimator with k = 1.345.
    Weigh,
}

/// What the form of the overhead is chosen by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// The smallest `AICc`; of forms less than 2 above it, which are about as well supported, one with fewer coefficients.
    #[default]
    Aicc,
    /// The largest adjusted R^2.
    AdjustedRSquared,
}
