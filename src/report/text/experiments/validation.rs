//! Predicted against measured times of whole trees, for people.

use super::table::Table;
use crate::answer::{ComparedModel, ValidatedTree, Validation};
use logpine_fit::shown;
use logpine_text::units::Clock;
use std::fmt::Write as _;

/// The number of shown trees.
const SHOWN: usize = 40;

/// Each tree with its measured time, the errors of the predictions, and the nearest; then the errors of each model.
#[must_use]
pub fn validation(validation: &Validation, clock: Clock) -> String {
    let models: Vec<ComparedModel> = validation.models.iter().map(|of| of.model).collect();
    let mut text = "waves through whole trees as measured, and the errors of what models predict\n".to_owned();
    let heads = ["tree", "leaves", "measured"].into_iter().chain(models.iter().map(|model| model.name()));
    let mut table = Table::new(heads.chain(["nearest"]));
    for tree in validation.trees.iter().take(SHOWN) {
        let spread =
            if tree.samples > 1 { format!(" ±{:.1} %", 100.0 * tree.deviation / tree.mean) } else { String::new() };
        let own = [shortened(&tree.name), tree.leaves.to_string(), format!("{}{spread}", shown(tree.mean, clock, 4))];
        let nearest = tree.nearest().map_or("-", |nearest| nearest.model.name());
        table.row(own.into_iter().chain(models.iter().map(|&model| error(tree, model))).chain([nearest.to_owned()]));
    }
    text += &table.left_column(3 + models.len()).to_string();
    if validation.trees.len() > SHOWN {
        let _ = writeln!(text, "  and {} more; --format json lists them", validation.trees.len() - SHOWN);
    }
    text += "\n";
    let mut table = Table::new(["errors", "mean", "worst", "nearest for"]);
    for of in &validation.models {
        table.row([
            of.model.name().to_owned(),
            format!("{:.1} %", of.mean_percent),
            format!("{:.1} %", of.worst_percent),
            format!("{} of {}", of.nearest_for, validation.trees.len()),
        ]);
    }
    text += &table.to_string();
    if models.len() > 1 {
        text += "  LogP has a constant overhead b: a level costs L + b\n";
    }
    text
}

/// The error of a model's prediction.
fn error(tree: &ValidatedTree, model: ComparedModel) -> String {
    let found = tree.predictions.iter().find(|prediction| prediction.model == model);
    found.map_or_else(|| "-".to_owned(), |found| signed(found.error_percent))
}

/// A percentage with its sign, unless it rounds to zero.
pub(super) fn signed(percent: f64) -> String {
    if percent.abs() < 0.05 { "0.0 %".to_owned() } else { format!("{percent:+.1} %") }
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 24 { name.to_owned() } else { name.chars().take(23).chain(['\u{2026}']).collect() }
}
