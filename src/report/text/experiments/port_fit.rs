//! A fit of models of messages, for people.

use super::amount;
use super::page::Page;
use super::table::Table;
use crate::report::fit::Verdict;
use crate::report::times::{counted, number, size};
use logpine_fit::port::{LineFit, LineStart, PortEstimate, PortFit};

/// The verdict, the parameters of every model with their intervals, the fitted lines behind them, and missing or doubtful points.
pub fn port_fit(page: &mut Page, name: &str, fit: &PortFit, verdict: &Verdict) {
    let within_host = fit.within_host.as_deref();
    let warnings = [Some(fit), within_host].into_iter().flatten().flat_map(|fit| &fit.warnings);
    page.warnings(&warnings.map(ToString::to_string).collect::<Vec<_>>());
    verdict.show(page, &format!("{name} ({})", fit.sections().join(", ")));
    page.facts([fit.origin.clone()]);
    page.table(parameters(fit));
    evidence(page, fit);
    if let Some(host) = within_host {
        page.line("Within a host:");
        evidence(page, host);
    }
}

/// The lines and tables behind the parameters, and missing points.
fn evidence(page: &mut Page, fit: &PortFit) {
    for line in &fit.lines {
        page.note(fitted(line, fit));
    }
    if let Some(found) = fit.default_pieces() {
        let pieces = counted(found.pieces.len() as u64, "piece", "pieces");
        page.note(format!("piecewise: {pieces}, which answers take unless --model says otherwise"));
    }
    if let Some(above) = fit.loggops.and_then(|found| found.rendezvous_above) {
        page.note(format!(
            "loggops: sends of more than {} bytes wait for the receiver. They take a round trip",
            number(above)
        ));
    }
    if let Some(plogp) = &fit.plogp
        && let (Some(first), Some(last)) = (plogp.gap.first(), plogp.gap.last())
    {
        let sizes = counted(plogp.gap.len() as u64, "size", "sizes");
        page.note(format!("plogp: tables of {sizes} from {} to {}, as measured", size(first.bytes), size(last.bytes)));
    }
    // The warning about the overhead says what to add.
    for missing in fit.missing.iter().filter(|_| !fit.lacks_overhead()) {
        page.note(missing);
    }
    for assumption in &fit.assumptions {
        page.note(format!("assumed: {assumption}"));
    }
}

fn parameters(fit: &PortFit) -> Table {
    let mut table = Table::new(["parameter", "value", "standard error", "95% interval"]);
    for PortEstimate { name, estimate, unit } in fit.estimates() {
        let number = |number, digits| amount(number, fit.clock, digits) + unit;
        let uncertain = estimate.standard_error > 0.0;
        table.row([
            name,
            number(estimate.value, 5),
            if uncertain { number(estimate.standard_error, 3) } else { "not known".to_owned() },
            if uncertain {
                format!("{} to {}", number(estimate.low, 5), number(estimate.high, 5))
            } else {
                "-".to_owned()
            },
        ]);
    }
    table
}

/// A fitted line in one line of text.
fn fitted(line: &LineFit, fit: &PortFit) -> String {
    let LineFit { quantity, intercept, slope, bytes, regression, samples, .. } = line;
    let start = match line.start {
        LineStart::Empty => "s bytes",
        LineStart::FirstByte => "s bytes beyond the first",
    };
    let left_out = if samples.discarded > 0 { format!(", {} left out", samples.discarded) } else { String::new() };
    format!(
        "{quantity} of {start}: {} + {} s. R² {:.5}, {} at {}, {bytes} bytes{left_out}",
        amount(intercept.value, fit.clock, 4),
        amount(slope.value, fit.clock, 4),
        regression.r_squared,
        counted(regression.samples as u64, "sample", "samples"),
        counted(regression.points as u64, "size", "sizes"),
    )
}
