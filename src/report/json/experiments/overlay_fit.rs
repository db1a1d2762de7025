//! A fit of the cost of a child as JSON.

use super::{SCHEMA, document};
use logpine_fit::Estimate;
use logpine_fit::overlay::OverlayFit;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct OverlayFitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    source: &'a str,
    samples: usize,
    overhead_per_child: Estimate,
    /// The time of a node whatever its children, of rates that ask for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    constant: Option<Estimate>,
    /// The least and the greatest fanout that was measured.
    fanouts: [u64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    latency: Option<Estimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap_per_byte: Option<Estimate>,
    /// The smallest and the largest ratio of a measured period or wave to the predicted one.
    measured_over_predicted: [f64; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// `fit` of rates, or of waves with threads, as JSON.
#[must_use]
pub fn overlay_fit(name: &str, fit: &OverlayFit) -> String {
    let waves = fit.waves.as_ref();
    document(&OverlayFitJson {
        schema: SCHEMA,
        unit: fit.clock.symbol(),
        name,
        source: &fit.origin,
        samples: fit.samples,
        overhead_per_child: fit.per_child,
        constant: fit.constant,
        fanouts: fit.fanouts,
        latency: waves.map(|waves| waves.latency),
        threads: waves.map(|waves| waves.threads.get()),
        gap_per_byte: waves.and_then(|waves| waves.gap_per_byte),
        measured_over_predicted: [fit.least, fit.greatest],
        warnings: fit.warnings.iter().map(|warning| warning.words(fit.clock)).collect(),
    })
}
