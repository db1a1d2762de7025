//! A fit of models of messages, for people.

use super::table::Table;
use crate::fit::port::{LineFit, LineStart, PortFit};
use crate::fit::{Estimate, shown};
use std::fmt::Write as _;

/// The parameters of every model with their intervals, the lines they come from, and what is missing or doubtful.
#[must_use]
pub fn port_fit(name: &str, fit: &PortFit) -> String {
    let mut text = format!("{name}: {} ({})\n\n", sections(fit).join(", "), fit.origin);
    text += &parameters(fit);
    for line in &fit.lines {
        text += &fitted(line, fit);
    }
    if let Some(plogp) = &fit.plogp {
        let (first, last) = (plogp.gap.first(), plogp.gap.last());
        if let (Some(first), Some(last)) = (first, last) {
            let (sizes, from, to) = (plogp.gap.len(), first.bytes, last.bytes);
            let _ = writeln!(text, "plogp: tables of {sizes} sizes from {from} to {to} bytes, as they were measured");
        }
    }
    for missing in &fit.missing {
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

/// The models that were fitted.
fn sections(fit: &PortFit) -> Vec<&'static str> {
    let sections = [
        ("alpha_beta", fit.alpha_beta.is_some()),
        ("logp", fit.logp.is_some()),
        ("loggp", fit.loggp.is_some()),
        ("plogp", fit.plogp.is_some()),
    ];
    sections.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

fn parameters(fit: &PortFit) -> String {
    let mut table = Table::new(["parameter", "value", "standard error", "95 % interval"]);
    let mut row = |name: &str, of: Estimate, suffix: &str| {
        let number = |number, digits| shown(number, fit.clock, digits) + suffix;
        let uncertain = of.standard_error > 0.0;
        table.row([
            name.to_owned(),
            number(of.value, 5),
            if uncertain { number(of.standard_error, 3) } else { "not known".to_owned() },
            if uncertain { format!("{} to {}", number(of.low, 5), number(of.high, 5)) } else { "-".to_owned() },
        ]);
    };
    if let Some(found) = &fit.alpha_beta {
        row("alpha_beta.alpha", found.alpha, "");
        row("alpha_beta.beta", found.beta, "/B");
    }
    // LogGP has L, o and g of LogP.
    if let Some(found) = fit.logp.or(fit.loggp.map(|found| found.short)) {
        let section = if fit.logp.is_some() { "logp" } else { "loggp" };
        row(&format!("{section}.latency L"), found.latency, "");
        if found.overhead_send == found.overhead_receive {
            row(&format!("{section}.overhead o"), found.overhead_send, "");
        } else {
            row(&format!("{section}.overhead_send"), found.overhead_send, "");
            row(&format!("{section}.overhead_receive"), found.overhead_receive, "");
        }
        row(&format!("{section}.gap g"), found.gap, "");
    }
    if let Some(found) = &fit.loggp {
        row("loggp.gap_per_byte G", found.gap_per_byte, "/B");
    }
    if let Some(found) = &fit.plogp {
        row("plogp.latency L", found.latency, "");
    }
    table.aligned().to_string() + "\n"
}

/// A line in a line.
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
