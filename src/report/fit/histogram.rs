//! How often which latency was measured.

use super::chart::{Chart, Frame, px};
use super::{DATA, scale};
use crate::fit::tan::{Center, LatencyFit};
use crate::fit::{Samples, shown};
use crate::units::Clock;
use std::fmt::Write as _;

/// Fewest and most bars.
const BARS: (f64, f64) = (8.0, 48.0);

/// Bars of equal width with the mean and the median; what lies far beyond the others is counted in words.
pub(super) fn histogram(frame: Frame, samples: &Samples, fit: &LatencyFit, clock: Clock) -> String {
    let mut times: Vec<f64> = samples.samples.iter().map(|sample| sample.time).collect();
    times.sort_unstable_by(f64::total_cmp);
    let (Some(&least), Some(&greatest)) = (times.first(), times.last()) else { return String::new() };
    let quartile = |quarter: usize| times[(times.len() - 1) * quarter / 4];
    let spread = quartile(3) - quartile(1);
    let end = if spread > 0.0 { greatest.min(quartile(3) + 6.0 * spread) } else { greatest };
    let beyond = times.len() - times.partition_point(|&time| time <= end);
    let width = bar_width(end - least, spread, times.len());
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
    let bar_of = |time: f64| ((time - least) / width) as usize;
    let mut counts = vec![0u64; bar_of(end) + 1];
    for &time in &times[..times.len() - beyond] {
        counts[bar_of(time)] += 1;
    }
    let unit = scale::unit(greatest, clock);
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    let right = least + width * counts.len() as f64;
    let mut chart = Chart::new(frame, (least / unit.per, right / unit.per), (0.0, most), "latency");
    let mut text = chart.axes(Some(&format!("latency ({})", unit.symbol)), "samples");
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = least + width * index as f64;
        chart.bar(from / unit.per, (from + width) / unit.per, count as f64, DATA);
    }
    let mean = chart.upright(fit.mean / unit.per, "#e8710a", "none");
    let median = chart.upright(fit.median / unit.per, "#222222", "5 4");
    text += &chart.finish();
    let is_mean = fit.center == Center::Mean;
    let y = px(frame.top - 7.0);
    let mut marks = [("mean", mean, fit.mean, is_mean), ("median", median, fit.median, !is_mean)];
    marks.sort_by(|a, b| a.1.total_cmp(&b.1));
    // The left one ends before its line, the right one begins behind its own: they never meet.
    for ((name, place, time, is_latency), anchor) in marks.into_iter().zip(["end", "start"]) {
        let place = if anchor == "end" { place - 4.0 } else { place + 4.0 };
        let weight = if is_latency { "bold" } else { "normal" };
        let name = if is_latency { format!("L, {name}:") } else { format!("{name}:") };
        let (x, time) = (px(place), shown(time, clock, 4));
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"12\" font-weight=\"{weight}\">{name} {time}</text>"
        );
    }
    let mut note = format!("{} samples", times.len());
    if beyond > 0 {
        let _ = write!(note, "; {beyond} beyond, up to {}", shown(greatest, clock, 3));
    }
    let heading = frame.top - 26.0;
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{y}\" font-weight=\"bold\">Latencies L</text>\n\
         <text x=\"{}\" y=\"{y}\" text-anchor=\"end\" font-size=\"12\" fill=\"#555555\">{note}</text>",
        px(frame.left),
        px(frame.left + frame.width),
        y = px(heading),
    );
    text
}

/// The width of a bar after Freedman and Diaconis (1981), so that there are neither too few nor too many.
fn bar_width(range: f64, spread: f64, samples: usize) -> f64 {
    if range <= 0.0 {
        return 1.0;
    }
    let width = 2.0 * spread / libm::cbrt(samples as f64);
    let bars = if width > 0.0 { (range / width).clamp(BARS.0, BARS.1) } else { BARS.0 };
    // A little more, so that the greatest lies in the last.
    range / libm::ceil(bars) * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_neither_few_nor_many() {
        let bars = |range: f64, spread: f64, samples| libm::ceil(range / bar_width(range, spread, samples));
        assert_eq!([bars(1.0, 0.5, 500), bars(100.0, 0.01, 500), bars(1.0, 0.0, 500)], [8.0, 48.0, 8.0]);
        assert_eq!(bar_width(0.0, 0.0, 1).to_bits(), 1f64.to_bits());
    }
}
