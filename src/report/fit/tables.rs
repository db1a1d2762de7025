//! The estimates, and the forms of the overhead, in numbers.

use super::{CHART, FitReport, colour};
use crate::report::draw::font::SMALL;
use crate::report::draw::palette::{FAINT, GRID};
use crate::report::draw::{px, words_at};
use logpine_fit::tan::{Criterion, Form, Growth, Physical};
use logpine_fit::{Estimate, shown};
use std::fmt::Write as _;

pub(super) const LINE: f64 = 20.0;

/// Both tables, one below the other.
pub(super) fn tables(left: f64, top: f64, report: &FitReport) -> String {
    let estimates = estimates(left, top, report);
    let rows = growth(report).len() as f64 + 3.0;
    estimates + &forms(left, top + LINE * (rows + 2.0), report)
}

/// The growing terms of the overhead, with their names. The flag marks a rate without a unit.
fn growth(report: &FitReport) -> Vec<(&'static str, Estimate, bool)> {
    match report.fit.fan_in.terms.growth {
        Growth::Constant {} => Vec::new(),
        Growth::Linear { linear } => vec![("linear, N", linear, true)],
        Growth::Quadratic { linear, quadratic } => {
            vec![("linear, N", linear, true), ("quadratic, N\u{b2}", quadratic, true)]
        }
        Growth::Logarithmic { logarithmic } => vec![("logarithmic, ln N", logarithmic, true)],
        Growth::Exponential { scale, rate } => vec![("scale of e^(r N)", scale, true), ("r", rate, false)],
    }
}

fn estimates(left: f64, top: f64, report: &FitReport) -> String {
    let fit = report.fit;
    let mut rows = vec![
        ("latency L", fit.latency.latency, true),
        ("startup C", fit.chain.startup, true),
        ("overhead b", fit.chain.overhead, true),
    ];
    if fit.fan_in.form == Form::Constant {
        rows.push(("o of waves", fit.fan_in.terms.constant, true));
    }
    rows.extend(growth(report));
    let columns = [left, left + 260.0, left + CHART];
    let mut text = heading(&columns, top, &["Estimates", "value", "95 % interval"]);
    for (index, (name, estimate, is_time)) in rows.into_iter().enumerate() {
        let y = top + LINE * (index as f64 + 1.0);
        let number = |number| if is_time { shown(number, report.clock, 4) } else { format!("{number:.5}") };
        let interval = format!("{} to {}", number(estimate.low), number(estimate.high));
        text += &row(&columns, y, &[name, &number(estimate.value), &interval], "normal");
    }
    text
}

fn forms(left: f64, top: f64, report: &FitReport) -> String {
    let by = match report.criterion {
        Some(Criterion::Aicc) => "Forms, by AICc",
        Some(Criterion::AdjustedRSquared) => "Forms, by adjusted R\u{b2}",
        None => "Forms, as asked for",
    };
    let columns = [left, left + 215.0, left + 320.0, left + 410.0];
    let mut text = heading(&columns, top, &[by, "R\u{b2}", "adjusted", "AICc"]);
    for (index, candidate) in report.fit.fan_in.candidates.iter().enumerate() {
        let y = top + LINE * (index as f64 + 1.0);
        let is_chosen = candidate.form == report.fit.fan_in.form;
        let (thickness, weight) = if is_chosen { (2.4, "bold") } else { (1.4, "normal") };
        let _ = writeln!(
            text,
            "<path d=\"M{} {}h24\" stroke=\"{}\" stroke-width=\"{thickness}\"/>",
            px(left),
            px(y - 4.5),
            colour(candidate.form)
        );
        let regression = &candidate.regression;
        let aicc = regression.aicc.map_or_else(
            || "-".to_owned(),
            |aicc| if aicc.abs() < 1e5 { format!("{aicc:.1}") } else { format!("{aicc:.0}") },
        );
        let cells = [
            candidate.form.name().to_owned(),
            format!("{:.5}", regression.r_squared),
            format!("{:.5}", regression.adjusted_r_squared),
            aicc,
        ];
        let places = [columns[0] + 32.0, columns[1], columns[2], columns[3]];
        text += &row(&places, y, &cells.each_ref().map(String::as_str), weight);
        let note = match candidate.physical {
            Physical::Free => continue,
            Physical::Constrained => "one term 0",
            Physical::Impossible => "falls",
        };
        let look = format!("text-anchor=\"end\" font-size=\"{SMALL}\" fill=\"{FAINT}\"");
        text += &words_at((left + CHART, y), &look, note);
    }
    text
}

/// A row of cells, the first aligned to the left, the others to the right.
pub(super) fn row(columns: &[f64], y: f64, cells: &[&str], weight: &str) -> String {
    let written = |(index, (x, cell)): (usize, (&f64, &&str))| {
        let anchor = if index == 0 { "start" } else { "end" };
        words_at((*x, y), &format!("text-anchor=\"{anchor}\" font-weight=\"{weight}\""), cell)
    };
    columns.iter().zip(cells).enumerate().map(written).collect()
}

pub(super) fn heading(columns: &[f64], y: f64, cells: &[&str]) -> String {
    let (left, right) = (columns[0], columns[0] + CHART);
    let line = format!("<path d=\"M{} {}H{}\" stroke=\"{GRID}\"/>\n", px(left), px(y + 5.0), px(right));
    row(columns, y, cells, "bold") + &line
}
