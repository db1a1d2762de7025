//! The verdict on a fit, by how far its profile's predictions are from its own measurements.

use crate::answer::{ComparedModel, Foretold, Validation};
use crate::report::text::Page;
use crate::report::times::size;
use logpine_fit::overlay::OverlayFit;
use logpine_fit::port::{LineQuantity, PortFit};
use logpine_models::machine::Machine;
use logpine_models::model::{MessageSize, Port, PortModel};
use logpine_text::units::Time;
use std::collections::BTreeMap;

/// The largest errors of a good and of a usable fit, in percent of what was measured.
const LIMITS: [f64; 2] = [10.0, 30.0];

/// The largest error of a profile's predictions of what it was fitted to.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The error in percent of what was measured, infinite where the measured time is 0; `None` if tables repeat the measurements.
    pub error_percent: Option<f64>,
    /// The predicted quantities, such as `waves to one node`.
    what: &'static str,
    /// The measurement with this error, such as `one-way times of 1 B`.
    farthest: String,
}

impl Verdict {
    /// The verdict on a fit of waves from leaves to one node.
    pub fn of_fan_ins(points: &[Foretold]) -> Self {
        let mut verdict = Self::of("waves to one node");
        for point in points {
            let noun = if point.at > 1.0 { "leaves" } else { "leaf" };
            verdict.add(point.error_percent, || format!("{} {noun}", point.at));
        }
        verdict
    }

    /// The verdict on the same profile with waves over whole trees.
    pub fn with_trees(mut self, validation: Option<&Validation>) -> Self {
        let own = validation.and_then(|all| all.models.iter().find(|of| of.model == ComparedModel::Tan));
        if let Some(own) = own {
            self.add(own.worst_percent, || "a whole tree".to_owned());
            self.what = "waves to one node and over whole trees";
        }
        self
    }

    /// The verdict on a fit of rates, or of waves with threads.
    pub fn of_ratios(fit: &OverlayFit) -> Self {
        let mut verdict = Self::of("rates or waves to one node");
        // Ratios are of measured to predicted times.
        for ratio in [fit.least, fit.greatest] {
            verdict.add((1.0 / ratio - 1.0) * 100.0, || "one fanout".to_owned());
        }
        verdict
    }

    /// The verdict on a fit of messages: each model of the profile predicts the mean one-way time and gap of each size.
    pub fn of_messages(fit: &PortFit, machine: &Machine) -> Self {
        let mut verdict = Self::of("one-way times and gaps");
        verdict.add_messages(fit, machine, "");
        if let (Some(host), Some(inside)) = (&fit.within_host, &machine.within.host) {
            verdict.add_messages(host, inside, " within a host");
        }
        verdict
    }

    const fn of(what: &'static str) -> Self {
        Self { error_percent: None, what, farthest: String::new() }
    }

    fn add(&mut self, error: f64, farthest: impl FnOnce() -> String) {
        if self.error_percent.is_none_or(|worst| error.abs() > worst.abs()) {
            (self.error_percent, self.farthest) = (Some(error), farthest());
        }
    }

    fn add_messages(&mut self, fit: &PortFit, machine: &Machine, whose: &str) {
        // Pieces stand in for one line, which does not describe the times then.
        let is_replaced = |model| model == PortModel::AlphaBeta && fit.piecewise.is_some();
        let models = PortModel::ALL
            .into_iter()
            .filter(|model| model.message_size() == MessageSize::Bytes && !is_replaced(*model));
        for (model, timing) in models.filter_map(|model| Some((model, model.timing(machine).ok()?))) {
            for line in &fit.lines {
                let Some(predicted) = number(line.quantity, model) else { continue };
                for (bytes, measured) in means(line.samples.samples.iter().map(|sample| (sample.at, sample.time))) {
                    let Some(port) = timing.port(bytes) else { continue };
                    let predicted = predicted(port).ticks() as f64 / machine.clock.ticks_per_unit() as f64;
                    // No clock measures a time of 0.
                    let error = if measured > 0.0 { (predicted / measured - 1.0) * 100.0 } else { f64::INFINITY };
                    self.add(error, || format!("{} of {}{whose} by {}", line.quantity, size(bytes), model.name()));
                }
            }
        }
    }

    /// True unless the profile contradicts its own measurements.
    pub fn is_usable(&self) -> bool {
        self.word() != "poor"
    }

    /// Adds the verdict to a page: `good`, `usable` or `poor`, and why.
    pub fn show(&self, page: &mut Page, title: &str) {
        let Self { what, farthest, .. } = self;
        page.headline(title, self.word(), "");
        page.facts([match self.error_percent {
            None => "it repeats what was measured".to_owned(),
            Some(error) if error.is_infinite() => format!("a measured time is 0: {farthest}"),
            // Rounded up, as "within" asks.
            Some(error) => {
                let within = (error.abs() * 10.0).ceil() / 10.0;
                format!("{what}, as measured, are predicted within {within:.1}%. The farthest: {farthest}")
            }
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

/// The number of a message that a model predicts of a quantity; `None` of what it does not have for every size.
fn number(quantity: LineQuantity, model: PortModel) -> Option<fn(Port) -> Time> {
    match quantity {
        LineQuantity::OneWay => Some(|port| port.delivery),
        LineQuantity::Gap if !matches!(model, PortModel::AlphaBeta | PortModel::Piecewise) => {
            Some(|port| port.send_gap)
        }
        _ => None,
    }
}

/// The mean time of each size.
fn means(samples: impl Iterator<Item = (u64, f64)>) -> impl Iterator<Item = (u64, f64)> {
    let mut times: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (bytes, time) in samples {
        let (sum, count) = times.entry(bytes).or_default();
        (*sum, *count) = (*sum + time, *count + 1.0);
    }
    times.into_iter().map(|(bytes, (sum, count))| (bytes, sum / count))
}

#[cfg(test)]
mod tests {
    use super::Verdict;
    use crate::answer::Foretold;
    use logpine_fit::measurements::read_osu;
    use logpine_fit::port::{PortFit, PortOptions};
    use logpine_fit::profile::port_profile;
    use logpine_models::machine::Machine;

    fn of_latencies(rows: &str) -> Verdict {
        let text = format!("# OSU MPI Latency Test v7.0\n# Size Latency (us)\n{rows}");
        let tables = read_osu(text.as_bytes(), "latency.txt").expect("a table");
        let fit = PortFit::from_tables(&tables, &PortOptions::default()).expect("a fit");
        let profile = port_profile(&fit, "mine").expect("a profile");
        Verdict::of_messages(&fit, &Machine::from_toml(&profile, "mine.toml").expect("it loads"))
    }

    #[test]
    fn the_profile_is_held_against_every_size() {
        let straight = of_latencies("1000 3.00\n2000 4.00\n4000 6.00\n8000 10.00\n");
        assert!(
            straight.word() == "good" && straight.error_percent.is_some_and(|error| error.abs() < 0.1),
            "{straight:?}"
        );
        let bent = of_latencies("1 1.00\n1000 1.00\n100000 2.00\n1000000 90.00\n");
        assert!(!bent.is_usable(), "{bent:?}");
    }

    #[test]
    fn a_measured_time_of_0_is_poor() {
        for rows in ["0 0.00\n1 0.00\n2 1.00\n4 2.00\n", "0 0.00\n1 0.00\n2 0.00\n4 0.00\n"] {
            let verdict = of_latencies(rows);
            assert!(verdict.error_percent.is_some_and(f64::is_infinite) && verdict.word() == "poor", "{verdict:?}");
        }
    }

    #[test]
    fn the_largest_error_of_either_sign_decides() {
        let point = |error_percent| Foretold { at: 4.0, mean: 1.0, predicted: 1.0, error_percent };
        let word =
            |errors: &[f64]| Verdict::of_fan_ins(&errors.iter().map(|&error| point(error)).collect::<Vec<_>>()).word();
        assert_eq!([word(&[3.0, -9.9]), word(&[3.0, -10.1]), word(&[30.1, -2.0])], ["good", "usable", "poor"]);
    }
}
