//! A study in short, for people.

use super::page::Page;
use super::table::Table;
use crate::report::times::counted;
use logpine_study::{Couple, Study};

/// The least, the mean and the most of every variable of a study's couples; times in units of a hop.
pub fn study(study: &Study, couples: &[Couple]) -> Page {
    let mut table = Table::new(["variable", "least", "mean", "most"]);
    for variable in study.variables() {
        let values = || couples.iter().filter_map(|couple| variable.of(couple));
        let least = values().fold(f64::INFINITY, f64::min);
        let most = values().fold(f64::NEG_INFINITY, f64::max);
        let mean = values().sum::<f64>() / couples.len() as f64;
        table.row([variable.name().to_owned(), number(least), number(mean), number(most)]);
    }
    let mut page = Page::default();
    page.line(format!(
        "{} of {} networks and {} schemes, seed {}",
        counted(couples.len() as u64, "couple", "couples"),
        study.class().name(),
        study.scheme().name(),
        study.seed()
    ));
    page.table(table);
    page
}

fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.3}") } else { String::new() }
}
