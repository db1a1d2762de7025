//! A fit of models of messages, for people.

use super::detail::wrapped;
use super::table::Table;
use logpine_fit::port::{LineFit, LineStart, PortEstimate, PortFit, PortWarning};
use logpine_fit::shown;
use std::fmt::Write as _;

/// The parameters of every model with their intervals, the fitted lines behind them, and missing or doubtful points.
#[must_use]
pub fn port_fit(name: &str, fit: &PortFit) -> String {
    let mut text = format!("{name}: {} ({})\n\n", fit.sections().join(", "), fit.origin);
    text += &parameters(fit);
    text += &evidence(fit);
    if let Some(host) = fit.within_host.as_deref() {
        let _ = write!(text, "\nwithin a host:\n{}", evidence(host));
    }
    wrapped(&text)
}

/// The lines and tables behind the parameters, and missing or doubtful points.
fn evidence(fit: &PortFit) -> String {
    let mut text = String::new();
    for line in &fit.lines {
        text += &fitted(line, fit);
    }
    if let Some(above) = fit.loggops.and_then(|found| found.rendezvous_above) {
        let _ =
            writeln!(text, "loggops: sends of more than {above} bytes wait for the receiver: they take a round trip");
    }
    if let Some(plogp) = &fit.plogp {
        let (first, last) = (plogp.gap.first(), plogp.gap.last());
        if let (Some(first), Some(last)) = (first, last) {
            let (sizes, from, to) = (plogp.gap.len(), first.bytes, last.bytes);
            let _ = writeln!(text, "plogp: tables of {sizes} sizes from {from} to {to} bytes, as they were measured");
        }
    }
    // The warning about the overhead says what to add.
    let is_said = fit.warnings.iter().any(|warning| matches!(warning, PortWarning::NoOverhead { .. }));
    for missing in fit.missing.iter().filter(|_| !is_said) {
        let _ = writeln!(text, "{missing}");
    }
    for assumption in &fit.assumptions {
        let _ = writeln!(text, "taken for granted: {assumption}");
    }
    for warning in &fit.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn parameters(fit: &PortFit) -> String {
    let mut table = Table::new(["parameter", "value", "standard error", "95 % interval"]);
    for PortEstimate { name, estimate, unit } in fit.estimates() {
        let number = |number, digits| shown(number, fit.clock, digits) + unit.suffix();
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
    table.to_string() + "\n"
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
        "{quantity} of {start}: {} + {} s; R^2 {:.5}, {} samples at {} sizes, {bytes} bytes{left_out}\n",
        shown(intercept.value, fit.clock, 4),
        shown(slope.value, fit.clock, 4),
        regression.r_squared,
        regression.samples,
        regression.points,
    )
}
