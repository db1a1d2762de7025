//! A fit of the cost of a child as JSON.

use super::estimate::EstimateJson;
use super::{SCHEMA, document};
use crate::fit::rates::RatesFit;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct RatesFitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    source: &'a str,
    samples: usize,
    overhead_per_child: EstimateJson,
    /// The smallest and the largest ratio of a measured period to the predicted one.
    measured_over_predicted: [f64; 2],
}

/// `fit` of rates as JSON.
#[must_use]
pub fn rates_fit(name: &str, fit: &RatesFit) -> String {
    document(&RatesFitJson {
        schema: SCHEMA,
        unit: "s",
        name,
        source: &fit.origin,
        samples: fit.samples,
        overhead_per_child: fit.per_child.into(),
        measured_over_predicted: [fit.least, fit.greatest],
    })
}
