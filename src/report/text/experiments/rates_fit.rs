//! A fit of the cost of a child, for people.

use super::detail::wrapped;
use crate::fit::rates::RatesFit;
use crate::fit::shown;
use crate::units::Clock;

/// The cost of a child with its interval, and how far single rates are from it.
#[must_use]
pub fn rates_fit(name: &str, fit: &RatesFit) -> String {
    let time = |time| shown(time, Clock::Second, 3);
    let percent = |ratio: f64| format!("{:+.0} %", (ratio - 1.0) * 100.0);
    wrapped(&format!(
        "{name}: overlay ({})\n\noverhead_per_child {}, 95 % interval {} to {}\n{} rates: measured periods are {} to {} of those \
         predicted, the cost of a child times the fanout\nrates say nothing about the latency, so the profile has none\n",
        fit.origin,
        time(fit.per_child.value),
        time(fit.per_child.low),
        time(fit.per_child.high),
        fit.samples,
        percent(fit.least),
        percent(fit.greatest),
    ))
}
