//! The time axis of a Gantt chart, and its ranks.

use super::layout::{CHART, LEFT, Layout, TOP};
use crate::report::draw::font::{LABEL, SMALL, TEXT};
use crate::report::draw::palette::{BAND, FAINT, FRAME, GRID};
use crate::report::draw::px;
use crate::units::{Clock, Time, TimeUnit};
use std::fmt::Write as _;

/// The most distances on the axis.
const MOST_TICKS: u64 = 10;
/// Least distance of the labels of ranks.
const APART: u32 = 13;

/// Vertical lines at round times with their labels, and the ranks.
pub(super) fn axes(layout: &Layout, clock: Clock) -> String {
    let finish = layout.finish;
    let unit = finish.natural_unit(clock);
    let (top, bottom) = (TOP, layout.bottom());
    let mut text = bands(layout);
    let _ = writeln!(text, "<g text-anchor=\"middle\" font-size=\"{LABEL}\" stroke-width=\"1\">");
    for time in ticks(finish.ticks()) {
        let x = px(layout.x(time));
        let _ = writeln!(text, "<path d=\"M{x} {top}V{}\" stroke=\"{GRID}\"/>", bottom + 5);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\">{}</text>", bottom + 19, label(time, unit));
    }
    let end = px(layout.x(finish));
    let _ = writeln!(text, "<path d=\"M{end} {top}V{bottom}\" stroke=\"{FRAME}\" stroke-dasharray=\"4 3\"/>");
    let middle = LEFT + CHART / 2;
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{}\" font-size=\"{TEXT}\" fill=\"{FAINT}\">time ({})</text>",
        bottom + 41,
        unit.symbol()
    );
    text += "</g>\n";
    text + &ranks(layout)
}

/// Darker ground for every other rank, if ranks have several rows.
fn bands(layout: &Layout) -> String {
    let mut text = String::new();
    for place in (1..layout.shown().len()).step_by(2).filter(|_| layout.has_processors()) {
        let gap = f64::from(layout.pitch) - layout.bar();
        let (y, height) = (px(layout.top_of(place) - gap / 2.0), px(layout.height_of(place) + gap));
        let _ = writeln!(text, "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{CHART}\" height=\"{height}\" fill=\"{BAND}\"/>");
    }
    text
}

fn ranks(layout: &Layout) -> String {
    let pitch = layout.least_height();
    let every = rank_step(pitch);
    let mut text = format!("<g text-anchor=\"end\" font-size=\"{}\">\n", if pitch < 16 { SMALL } else { TEXT });
    for (place, rank) in layout.places().step_by(every as usize) {
        let y = px(layout.middle_of(place) + 4.0);
        let name = if pitch < 16 { rank.to_string() } else { format!("rank {rank}") };
        let _ = writeln!(text, "<text x=\"{}\" y=\"{y}\">{name}</text>", LEFT - 8);
    }
    text += "</g>\n";
    if pitch < 16 {
        let y = TOP - 8;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\" font-size=\"{SMALL}\" fill=\"{FAINT}\">rank</text>",
            LEFT - 8
        );
    }
    text
}

/// The step between ranks with a label: 1, 2, 5, 10, ...
fn rank_step(pitch: u32) -> u32 {
    [1, 2, 5].into_iter().find(|step| step * pitch >= APART).unwrap_or(10)
}

/// Round times from 0 to the finish: 1, 2 or 5 times a power of ten apart.
fn ticks(finish: u64) -> impl Iterator<Item = Time> {
    let least = finish.div_ceil(MOST_TICKS).max(1);
    let power = 10u64.pow(least.ilog10());
    let step = [1, 2, 5, 10].into_iter().filter_map(|digit| power.checked_mul(digit)).find(|&step| step >= least);
    let step = step.unwrap_or(finish.max(1));
    (0..=finish / step).map(move |index| Time::from_ticks(index * step))
}

/// A round time without needless digits.
fn label(time: Time, unit: TimeUnit) -> String {
    let text = time.in_unit(unit, 12);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        let of = |finish| ticks(finish).map(Time::ticks).collect::<Vec<_>>();
        assert_eq!((of(0), of(1)), (vec![0], vec![0, 1]));
        assert_eq!(of(24_000), [0, 5_000, 10_000, 15_000, 20_000]);
        assert_eq!(of(100), [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
        for finish in [7, 99, 101, 1_234_567, 10_000_000_001, u64::MAX] {
            let count = of(finish).len();
            assert!((3..=11).contains(&count), "{finish}: {count}");
        }
    }

    #[test]
    fn labels_have_no_more_digits_than_they_need() {
        let unit = TimeUnit::Microsecond;
        let of = |ticks| label(Time::from_ticks(ticks), unit);
        assert_eq!([of(0), of(500_000), of(20_000_000)], ["0", "0.5", "20"]);
        assert_eq!([4, 7, 13, 30].map(rank_step), [5, 2, 1, 1]);
    }
}
