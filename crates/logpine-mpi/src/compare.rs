//! The quality of predictions and choices over a grid of ranks and sizes.

use crate::cells::Row;
use crate::times::quantile;
use logpine::request::MpiCollective;
use std::fmt::Write as _;

/// The comparison of one collective over its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The collective.
    pub collective: MpiCollective,
    /// The number of cells.
    pub cells: usize,
    /// |predicted - measured| / measured of every algorithm: median and 90 %; `None` without predictions.
    pub error: Option<(f64, f64)>,
    /// The cells in which the choice was the fastest that was measured, the library aside.
    pub right: usize,
    /// Chosen / fastest measured: median and the worst, 1 if right.
    pub regret: (f64, f64),
    /// Library / chosen: median, least and largest; above 1 the library is slower. `None` if the library was not measured.
    pub library: Option<(f64, f64, f64)>,
}

/// A choice counts as the fastest if it is within so much of it: less than repetitions differ by.
const EQUAL: f64 = 1.02;

/// Compares the cells of each collective. Rows of a cell stand together.
#[must_use]
pub fn compare(rows: &[Row]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for collective in MpiCollective::ALL {
        let of: Vec<&Row> = rows.iter().filter(|row| row.cell.collective == collective).collect();
        let cells: Vec<&[&Row]> = of.chunk_by(|one, next| one.cell == next.cell).collect();
        let regrets = sorted(cells.iter().filter_map(|cell| regret(cell)));
        let [Some(&_), Some(&worst)] = [regrets.first(), regrets.last()] else { continue };
        let errors =
            sorted(of.iter().filter_map(|row| Some((row.predicted? - row.times.median).abs() / row.times.median)));
        let ratios = sorted(cells.iter().filter_map(|cell| {
            let library = cell.iter().find(|row| row.is_library())?;
            Some(library.times.median / chosen(cell)?.times.median)
        }));
        comparisons.push(Comparison {
            collective,
            cells: cells.len(),
            error: (!errors.is_empty()).then(|| (quantile(&errors, 0.5), quantile(&errors, 0.9))),
            right: regrets.iter().filter(|&&regret| regret <= EQUAL).count(),
            regret: (quantile(&regrets, 0.5), worst),
            library: ratios.first().map(|&least| (quantile(&ratios, 0.5), least, ratios[ratios.len() - 1])),
        });
    }
    comparisons
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

fn chosen<'a>(cell: &[&'a Row]) -> Option<&'a Row> {
    cell.iter().find(|row| row.is_chosen).copied()
}

/// The time of the choice as a multiple of the fastest.
fn regret(cell: &[&Row]) -> Option<f64> {
    let fastest = cell.iter().filter(|row| !row.is_library()).map(|row| row.times.median).fold(f64::INFINITY, f64::min);
    Some(chosen(cell)?.times.median / fastest)
}

/// The comparisons in words.
#[must_use]
pub fn words(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for Comparison { collective, cells, error, right, regret, library } in comparisons {
        let _ = writeln!(text, "{}, {cells} {}", collective.name(), if *cells == 1 { "cell" } else { "cells" });
        if let Some((median, p90)) = error {
            let _ = writeln!(
                text,
                "  predictions are off by {:.0} % (median), {:.0} % (90 %)",
                median * 100.0,
                p90 * 100.0
            );
        }
        let _ = writeln!(
            text,
            "  the choice was the fastest in {right} of {cells}; chosen / fastest: {:.2} (median), {:.2} (worst)",
            regret.0, regret.1
        );
        if let Some((median, least, most)) = library {
            let _ = writeln!(text, "  library / chosen: {median:.2} (median), {least:.2} to {most:.2}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{Cell, LIBRARY};
    use crate::times::Times;

    fn row(bytes: u64, family: &str, is_chosen: bool, predicted: Option<f64>, median: f64) -> Row {
        let cell = Cell { collective: MpiCollective::Bcast, ranks: 4, bytes };
        let times = Times { median, least: median, p90: median, repetitions: 5 };
        Row { cell, family: family.to_owned(), parameters: String::new(), is_chosen, predicted, times }
    }

    #[test]
    fn errors_regrets_and_the_library_are_counted() {
        let rows = [
            row(1, "binomial", true, Some(8.0), 10.0),
            row(1, "flat", false, Some(20.0), 20.0),
            row(1, LIBRARY, false, None, 5.0),
            row(2, "flat", true, Some(30.0), 30.0),
            row(2, "binomial", false, Some(30.0), 20.0),
            row(2, LIBRARY, false, None, 60.0),
        ];
        let compared = compare(&rows);
        let expected = Comparison {
            collective: MpiCollective::Bcast,
            cells: 2,
            error: Some((0.1, 0.41)),
            right: 1,
            regret: (1.25, 1.5),
            library: Some((1.25, 0.5, 2.0)),
        };
        let [found] = compared.as_slice() else { panic!("{compared:?}") };
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{found:?}");
        let (error, wanted) = (found.error.expect("predicted"), expected.error.expect("given"));
        close(error.0, wanted.0);
        close(error.1, wanted.1);
        assert_eq!(Comparison { error: expected.error, ..found.clone() }, expected);
        assert!(words(&compared).contains("the fastest in 1 of 2; chosen / fastest: 1.25 (median), 1.50 (worst)"));
        assert_eq!(compare(&[]), []);
    }
}
