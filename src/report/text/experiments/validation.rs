//! Predicted against measured times of whole trees, for people.

use super::page::Page;
use super::table::Table;
use super::{amount, signed};
use crate::answer::{ComparedModel, ValidatedTree, Validation};
use crate::report::times::{counted, number};
use logpine_text::units::Clock;

/// The number of shown trees.
const SHOWN: usize = 40;

/// The model with the least errors, each tree with its measured time and the errors of the predictions, and the errors of each model.
pub fn validation(page: &mut Page, machine: &str, validation: &Validation, clock: Clock) {
    let models: Vec<ComparedModel> = validation.models.iter().map(|of| of.model).collect();
    let best = validation.models.iter().min_by(|a, b| a.mean_percent.total_cmp(&b.mean_percent));
    let best = best.map_or_else(String::new, |best| {
        format!(
            "{} is off by {:.1}% on average, at worst {:.1}%",
            best.model.name(),
            best.mean_percent,
            best.worst_percent
        )
    });
    let count = counted(validation.trees.len() as u64, "tree", "trees");
    page.headline(&format!("{machine} against {count} as measured"), &best, "");
    let heads = ["tree", "leaves", "measured"].into_iter().chain(models.iter().map(|model| model.name()));
    let mut table = Table::new(heads.chain(["nearest"]));
    for tree in validation.trees.iter().take(SHOWN) {
        let spread =
            if tree.samples > 1 { format!(" ±{:.1}%", 100.0 * tree.deviation / tree.mean) } else { String::new() };
        let own = [shortened(&tree.name), number(tree.leaves), format!("{}{spread}", amount(tree.mean, clock, 4))];
        let nearest = tree.nearest().map_or("-", |nearest| nearest.model.name());
        table.row(own.into_iter().chain(models.iter().map(|&model| error(tree, model))).chain([nearest.to_owned()]));
    }
    page.table(table.left_column(3 + models.len()));
    if validation.trees.len() > SHOWN {
        page.note(format!("and {} more. --format json lists them", validation.trees.len() - SHOWN));
    }
    let mut table = Table::new(["errors", "mean", "worst", "nearest for"]);
    for of in &validation.models {
        table.row([
            of.model.name().to_owned(),
            format!("{:.1}%", of.mean_percent),
            format!("{:.1}%", of.worst_percent),
            format!("{} of {}", of.nearest_for, validation.trees.len()),
        ]);
    }
    page.table(table);
    if models.len() > 1 {
        page.note("LogP has a constant overhead b: a level costs L + b");
    }
}

/// The error of a model's prediction.
fn error(tree: &ValidatedTree, model: ComparedModel) -> String {
    let found = tree.predictions.iter().find(|prediction| prediction.model == model);
    found.map_or_else(|| "-".to_owned(), |found| signed(found.error_percent))
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 24 { name.to_owned() } else { name.chars().take(23).chain(['\u{2026}']).collect() }
}
