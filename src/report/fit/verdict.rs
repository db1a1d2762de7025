//! The verdict on a fit, by how far its predictions are from its own measurements.

use crate::answer::Foretold;
use crate::report::text::Page;
use crate::report::times::size;
use logpine_fit::overlay::OverlayFit;
use logpine_fit::port::PortFit;
use std::collections::BTreeMap;

/// The largest errors of a good and of a usable fit, in percent of what was measured.
const LIMITS: [f64; 2] = [10.0, 30.0];

/// The largest error of a fit's predictions of its own measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The error in percent of what was measured; `None` if tables repeat the measurements.
    pub error_percent: Option<f64>,
    /// The measurement, such as `one-way times of 1 B`.
    at: String,
}

impl Verdict {
    /// Of waves from leaves to one node.
    pub fn of_fan_ins(points: &[Foretold]) -> Self {
        let worst = Foretold::summary(points).map(|(_, worst)| worst);
        let at = worst.map_or_else(String::new, |worst| format!("waves from {} leaves", worst.at));
        Self { error_percent: worst.map(|worst| worst.error_percent), at }
    }

    /// Of rates or waves with threads.
    pub fn of_ratios(fit: &OverlayFit) -> Self {
        // Ratios are of measured to predicted times.
        let errors = [fit.least, fit.greatest].map(|ratio| (1.0 / ratio - 1.0) * 100.0);
        let worst = errors.into_iter().max_by(|a, b| a.abs().total_cmp(&b.abs()));
        Self { error_percent: worst, at: "the worst fanout".to_owned() }
    }

    /// Of the lines of messages: the size whose mean time is farthest from its line.
    pub fn of_lines(fit: &PortFit) -> Self {
        let mut worst = Self { error_percent: None, at: String::new() };
        for line in &fit.lines {
            let mut times: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
            for sample in &line.samples.samples {
                let (sum, count) = times.entry(sample.at).or_default();
                (*sum, *count) = (*sum + sample.time, *count + 1.0);
            }
            for (bytes, (sum, count)) in times {
                let error = (line.at(bytes) * count / sum - 1.0) * 100.0;
                if error.is_finite() && worst.error_percent.is_none_or(|worst| error.abs() > worst.abs()) {
                    worst = Self { error_percent: Some(error), at: format!("{} of {}", line.quantity, size(bytes)) };
                }
            }
        }
        worst
    }

    /// True unless the profile contradicts its own measurements.
    pub fn is_usable(&self) -> bool {
        self.error_percent.is_none_or(|error| error.abs() <= LIMITS[1])
    }

    /// Adds the verdict to a page: `good`, `usable` or `poor`, and why.
    pub fn show(&self, page: &mut Page, title: &str) {
        page.headline(title, self.word(), "");
        page.facts([match self.error_percent {
            None => "it repeats what was measured".to_owned(),
            Some(error) => format!("at most {:.1}% off its own measurements ({})", error.abs(), self.at),
        }]);
    }

    /// The verdict in a word.
    pub fn word(&self) -> &'static str {
        match self.error_percent.map(f64::abs) {
            Some(error) if error > LIMITS[1] => "poor",
            Some(error) if error > LIMITS[0] => "usable",
            _ => "good",
        }
    }
}
