//! A histogram of the measured latencies.

use crate::report::draw::chart::{Chart, heading};
use crate::report::draw::font::LABEL;
use crate::report::draw::palette::{DATA, FITTED, INK};
use crate::report::draw::{Frame, px, scale, words_at};
use logpine_fit::tan::{Center, LatencyFit};
use logpine_fit::{Samples, shown};
use logpine_text::units::Clock;
use std::fmt::Write as _;

/// Fewest and most bars.
const BARS: (f64, f64) = (16.0, 48.0);

/// Bars of equal width with the mean and the median. Samples far beyond the others are only counted, in words.
pub(super) fn histogram(frame: Frame, samples: &Samples, fit: &LatencyFit, clock: Clock) -> String {
    let mut times: Vec<f64> = samples.samples.iter().map(|sample| sample.time).collect();
    times.sort_unstable_by(f64::total_cmp);
    let (Some(&least), Some(&greatest)) = (times.first(), times.last()) else { return String::new() };
    let quartile = |quarter: usize| times[(times.len() - 1) * quarter / 4];
    let spread = quartile(3) - quartile(1);
    // If there are two groups, the farther is no tail, and both lines are drawn.
    let far = (quartile(3) + 3.0 * spread).max(fit.mean).max(fit.median);
    let counted =
        if spread > 0.0 && fit.bimodal.is_none() { times.partition_point(|&time| time <= far) } else { times.len() };
    let beyond = times.len() - counted;
    let end = times[counted.saturating_sub(1)].max(fit.mean.min(greatest));
    let width = bar_width(least, end, spread, counted);
    // If all times are the same, they are in the middle of their bar.
    let left = if end > least { least } else { least - width / 2.0 };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful")]
    let bar_of = |time: f64| ((time - left) / width) as usize;
    let mut counts = vec![0u64; bar_of(end) + 1];
    for &time in &times[..counted] {
        counts[bar_of(time)] += 1;
    }
    let unit = scale::unit(greatest, clock);
    // Few samples still have whole numbers at the axis.
    let most = counts.iter().copied().max().unwrap_or(1).max(5) as f64;
    let right = left + width * counts.len() as f64;
    let mut chart = Chart::new(frame, (left / unit.per, right / unit.per), (0.0, most), "latency");
    let mut text = chart.axes(Some(&format!("latency ({})", unit.symbol)), "samples");
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = left + width * index as f64;
        chart.bar(from / unit.per, (from + width) / unit.per, count as f64, DATA);
    }
    let marks = [("mean", fit.mean, Center::Mean, FITTED, "none"), ("median", fit.median, Center::Median, INK, "5 4")];
    for (_, time, _, colour, dashes) in marks {
        chart.upright(time / unit.per, colour, dashes);
    }
    text += &chart.finish();
    let y = frame.top - 8.0;
    for ((name, time, center, colour, dashes), x) in marks.into_iter().zip([frame.left, frame.left + 230.0]) {
        let (name, weight) =
            if fit.center == center { (format!("L, {name}"), "bold") } else { (name.to_owned(), "normal") };
        let _ = writeln!(
            text,
            "<path d=\"M{} {}h22\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            px(x),
            px(y - 4.0)
        );
        let look = format!("font-size=\"{LABEL}\" font-weight=\"{weight}\"");
        text += &words_at((x + 28.0, y), &look, &format!("{name}: {}", shown(time, clock, 4)));
    }
    let mut note = format!("{} samples", times.len());
    if beyond > 0 {
        let _ = write!(note, "; {beyond} beyond, up to {}", shown(greatest, clock, 3));
    }
    text + &heading(frame, 26.0, "Latencies L", &note)
}

/// The width of a bar after Freedman and Diaconis (1981), within the limits on the number of bars.
fn bar_width(least: f64, end: f64, spread: f64, samples: usize) -> f64 {
    let range = end - least;
    if range <= 0.0 {
        return if least > 0.0 { least / 50.0 } else { 1.0 };
    }
    let width = 2.0 * spread / libm::cbrt(samples as f64);
    let bars = if width > 0.0 { (range / width).clamp(BARS.0, BARS.1) } else { BARS.0 };
    // A little wider, so that the greatest time lies in the last bar.
    range / libm::ceil(bars) * (1.0 + 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_neither_few_nor_many() {
        let bars = |range: f64, spread: f64, samples| {
            format!("{:.0}", libm::ceil(range / bar_width(0.0, range, spread, samples)))
        };
        assert_eq!([bars(1.0, 0.5, 500), bars(100.0, 0.01, 500), bars(1.0, 0.0, 500)], ["16", "48", "16"]);
        assert_eq!(bar_width(100.0, 100.0, 0.0, 1).to_bits(), 2f64.to_bits());
    }
}
