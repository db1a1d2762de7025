//! The decision map for people and programs: text, a picture, CSV and JSON.

mod csv;
mod json;
mod subject;
mod svg;
#[cfg(feature = "cli")]
mod text;

pub(crate) use csv::crossovers_csv;
pub use csv::csv;
#[cfg(feature = "cli")]
pub(crate) use csv::{CSV_COLUMNS, csv_columns};
#[cfg(feature = "cli")]
pub(super) use json::alternative;
pub use json::json;
pub(crate) use json::json_lines;
pub(crate) use subject::MapOperation;
pub use subject::MapSubject;
pub(crate) use subject::title as subject_words;
pub use svg::svg;
#[cfg(feature = "cli")]
pub(crate) use text::text;

use crate::answer::DecisionMap;
use crate::report::times::above_minimum;
use crate::request::Status;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use subject::title;

/// A short label of a rank count: powers of two from 2^14 on by their exponent.
fn rank_label(ranks: u64) -> String {
    if ranks.is_power_of_two() && ranks >= 1 << 14 { format!("2^{}", ranks.ilog2()) } else { ranks.to_string() }
}

/// Numbers for a legend.
#[derive(Default)]
struct Summary {
    /// Cells by winning family.
    cells: BTreeMap<&'static str, usize>,
    /// Cells with a winner that is proved optimal.
    optimal: usize,
    /// Cells without an answer.
    unanswered: usize,
    /// The largest distance from the lower bound, in percent.
    widest_gap: f64,
}

impl Summary {
    fn new(map: &DecisionMap) -> Self {
        let mut summary = Self::default();
        for cell in map.cells() {
            let Some(answer) = &cell.answer else {
                summary.unanswered += 1;
                continue;
            };
            *summary.cells.entry(answer.best.family).or_default() += 1;
            summary.optimal += usize::from(answer.claim.status == Status::Optimal);
            summary.widest_gap = summary.widest_gap.max(answer.claim.gap_percent().unwrap_or(0.0));
        }
        summary
    }

    /// The winning families, those with the most cells first.
    fn winners(&self) -> Vec<(&'static str, usize)> {
        let mut winners: Vec<_> = self.cells.iter().map(|(&family, &cells)| (family, cells)).collect();
        winners.sort_by_key(|&(family, cells)| (Reverse(cells), family));
        winners
    }

    /// The proved and unproved cells, in words.
    fn proof(&self, operation: MapOperation<'_>) -> String {
        let answered: usize = self.cells.values().sum();
        let (all, elsewhere) = match operation {
            MapOperation::Ranks(..) => ("schedules", ""),
            MapOperation::Mpi(..) => ("algorithms", "the best of some families, "),
        };
        if self.optimal == answered {
            return format!("optimal over all {all} in {answered} of {answered} cells");
        }
        let optimal = self.optimal;
        format!(
            "optimal over all {all} in {optimal} of {answered} cells, elsewhere {elsewhere}{}",
            above_minimum(self.widest_gap)
        )
    }
}
