//! Times of schedules on a network, as numbers of steps or as rates.

use super::times::counted;
use crate::answer::{Candidate, NetworkPlan, NetworkSchedule};
use crate::request::NetworkPlanJob;
use logpine_text::units::Time;

/// The steps of a candidate, or its time for a unit of a stream.
#[must_use]
pub fn network_time(plan: &NetworkPlan, candidate: &Candidate<NetworkSchedule>) -> String {
    match plan.bandwidths(candidate.time) {
        Some(rates) => format!("{} (bus {})", rate(rates.algorithm), rate(rates.bus)),
        None if plan.job.blocks.is_none() => shown(&plan.job, candidate.time) + " steps a unit",
        None => shown(&plan.job, candidate.time),
    }
}

/// A rate in bytes per second, with four digits that count.
#[must_use]
pub fn rate(bytes: f64) -> String {
    const UNITS: [(f64, &str); 3] = [(1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s")];
    let (of, unit) = UNITS.into_iter().find(|(of, _)| bytes >= *of).unwrap_or((1.0, "B/s"));
    let value = bytes / of;
    let digits = [1e3, 1e2, 1e1].iter().filter(|&&most| value < most).count();
    let text = format!("{value:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}

/// A number of steps, or the time of a unit of a stream.
#[must_use]
pub fn shown(job: &NetworkPlanJob, time: Time) -> String {
    let unit = job.clock().ticks_per_unit();
    if job.blocks.is_some() {
        return counted(time.ticks() / unit, "step", "steps");
    }
    let value = time.ticks() as f64 / unit as f64;
    // Three digits that count, at least.
    let is_enough = |digits: &usize| value * libm::pow(10.0, *digits as f64) >= 100.0;
    let digits = (4..12).find(is_enough).unwrap_or(12);
    let text = if value < 1.0 { format!("{value:.digits$}") } else { format!("{value:.3}") };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
