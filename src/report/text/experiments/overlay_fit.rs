//! A fit of the cost of a child, for people.

use super::amount;
use super::page::Page;
use crate::report::fit::Verdict;
use crate::report::times::counted;
use logpine_fit::Estimate;
use logpine_fit::overlay::OverlayFit;

/// The verdict, the cost of a child with its interval, the latency if waves give it, and how far single rates or waves are from both.
pub fn overlay_fit(page: &mut Page, name: &str, fit: &OverlayFit) -> Verdict {
    page.warnings(&fit.warnings);
    let verdict = Verdict::of_ratios(fit);
    verdict.show(page, &format!("Profile of {name} (overlay)"));
    page.facts([fit.origin.clone()]);
    let value = |name: &str, estimate: Estimate, per: &str| {
        let [value, low, high] =
            [estimate.value, estimate.low, estimate.high].map(|time| amount(time, fit.clock, 3) + per);
        format!("{name} {value}, 95% interval {low} to {high}")
    };
    // Adding 0 takes the sign from a zero.
    let percent = |ratio: f64| format!("{:+.0}%", libm::round((ratio - 1.0) * 100.0) + 0.0);
    let (least, greatest) = (percent(fit.least), percent(fit.greatest));
    page.line(value("overhead_per_child", fit.per_child, ""));
    let Some(waves) = &fit.waves else {
        if let Some(constant) = fit.constant {
            page.line(value("constant", constant, "") + ", of each node whatever its children");
        }
        let plus = if fit.constant.is_some() { ", plus the constant" } else { "" };
        let [from, to] = fit.fanouts;
        page.line(format!(
            "{} at fanouts from {from} to {to}: measured periods are {least} to {greatest} of those predicted, the cost of a child times the \
             fanout{plus}.",
            counted(fit.samples as u64, "rate", "rates")
        ));
        page.line("Rates say nothing about the latency. The time of a single wave is a lower bound.");
        return verdict;
    };
    page.line(value("latency", waves.latency, ""));
    let of_bytes = match waves.gap_per_byte {
        Some(gap) => {
            page.line(value("gap_per_byte", gap, "/B"));
            ", and the gap for each byte from each child"
        }
        None => "",
    };
    page.line(format!(
        "{}: the means of the fan-ins are {least} to {greatest} of those predicted, the latency and ceil(fan-in / {}) times the cost of a \
         child{of_bytes}.",
        counted(fit.samples as u64, "wave", "waves"),
        waves.threads
    ));
    verdict
}
