//! A fit of the cost of a child, for people.

use super::detail::wrapped;
use super::warned;
use logpine_fit::overlay::OverlayFit;
use logpine_fit::{Estimate, shown};
use std::fmt::Write as _;

/// The cost of a child with its interval, the latency if waves tell it, and how far single rates or waves are from both.
#[must_use]
pub fn overlay_fit(name: &str, fit: &OverlayFit) -> String {
    let time = |time| shown(time, fit.clock, 3);
    let value = |estimate: Estimate| {
        format!("{}, 95 % interval {} to {}", time(estimate.value), time(estimate.low), time(estimate.high))
    };
    // Adding 0 takes the sign from a zero.
    let percent = |ratio: f64| format!("{:+.0} %", libm::round((ratio - 1.0) * 100.0) + 0.0);
    let (least, greatest) = (percent(fit.least), percent(fit.greatest));
    let mut text = format!("{name}: overlay ({})\n\noverhead_per_child {}\n", fit.origin, value(fit.per_child));
    let _ = match &fit.waves {
        None => {
            if let Some(constant) = fit.constant {
                let _ = writeln!(text, "constant {}, of each node whatever its children", value(constant));
            }
            let plus = if fit.constant.is_some() { ", plus the constant" } else { "" };
            let [from, to] = fit.fanouts;
            writeln!(
                text,
                "{} rates at fanouts from {from} to {to}: measured periods are {least} to {greatest} of those predicted, the cost of a child \
                 times the fanout{plus}\n\
                 rates say nothing about the latency: the time of a single wave is a lower bound",
                fit.samples
            )
        }
        Some(waves) => {
            let _ = writeln!(text, "latency {}", value(waves.latency));
            let of_bytes = if let Some(gap) = waves.gap_per_byte {
                let per_byte = |time| shown(time, fit.clock, 3) + "/B";
                let [value, low, high] = [gap.value, gap.low, gap.high].map(per_byte);
                let _ = writeln!(text, "gap_per_byte {value}, 95 % interval {low} to {high}");
                ", and the gap for each byte from each child"
            } else {
                ""
            };
            writeln!(
                text,
                "{} waves: the means of the fan-ins are {least} to {greatest} of those predicted, the latency and \
                 ceil(fan-in / {}) times the cost of a child{of_bytes}",
                fit.samples, waves.threads
            )
        }
    };
    let warnings: Vec<String> = fit.warnings.iter().map(|warning| warning.words(fit.clock)).collect();
    wrapped(&(text + &warned(&warnings)))
}
