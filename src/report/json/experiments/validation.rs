//! Predictions compared with measured trees, as JSON.

use super::{Number, SCHEMA, document, number};
use crate::answer::Validation;
use logpine_text::units::Clock;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct PredictionJson {
    model: &'static str,
    time: Number,
    error_percent: f64,
}

#[derive(Debug, Serialize)]
struct TreeJson {
    tree: String,
    leaves: u64,
    samples: usize,
    mean: f64,
    standard_deviation: f64,
    predictions: Vec<PredictionJson>,
    nearest: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct ModelJson {
    model: &'static str,
    mean_error_percent: f64,
    worst_error_percent: f64,
    nearest_for: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct ValidationJson {
    trees: Vec<TreeJson>,
    models: Vec<ModelJson>,
}

impl ValidationJson {
    pub(super) fn new(validation: &Validation, clock: Clock) -> Self {
        let trees = validation.trees.iter().map(|tree| TreeJson {
            tree: tree.name.clone(),
            leaves: tree.leaves,
            samples: tree.samples,
            mean: tree.mean,
            standard_deviation: tree.deviation,
            predictions: tree
                .predictions
                .iter()
                .map(|found| PredictionJson {
                    model: found.model.name(),
                    time: number(found.time, clock),
                    error_percent: found.error_percent,
                })
                .collect(),
            nearest: tree.nearest().map(|nearest| nearest.model.name()),
        });
        let models = validation.models.iter().map(|of| ModelJson {
            model: of.model.name(),
            mean_error_percent: of.mean_percent,
            worst_error_percent: of.worst_percent,
            nearest_for: of.nearest_for,
        });
        Self { trees: trees.collect(), models: models.collect() }
    }
}

#[derive(Debug, Serialize)]
struct ValidatedJson<'a> {
    schema: u32,
    unit: &'static str,
    machine: &'a str,
    validation: ValidationJson,
}

/// `fit --machine --validate` as JSON; its fields are listed [above](super).
#[must_use]
pub fn validation(machine: &str, clock: Clock, validation: &Validation) -> String {
    let validation = ValidationJson::new(validation, clock);
    document(&ValidatedJson { schema: SCHEMA, unit: clock.symbol(), machine, validation })
}
