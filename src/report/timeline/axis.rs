//! The axes of a Gantt chart: time, and the ranks.

use super::SimulationReport;
use super::layout::{CHART, Layout, TOP};
use crate::report::draw::axis::{Axis, Side, Tick};
use crate::report::draw::palette::{BAND, FRAME};
use crate::report::draw::{Frame, px, scale};
use std::fmt::Write as _;

/// The most distances on the axis of time.
const MOST_TICKS: u32 = 10;

/// The time below the rows, the ranks beside them, and a line at the finish.
pub(super) fn axes(layout: &Layout, report: &SimulationReport) -> String {
    let clock = report.clock;
    let frame = Frame {
        left: f64::from(layout.left),
        top: f64::from(TOP),
        width: f64::from(CHART),
        height: f64::from(layout.bottom() - TOP),
    };
    let finish = layout.finish.ticks() as f64 / clock.ticks_per_unit() as f64;
    let unit = scale::unit(finish, clock);
    let finish = finish / unit.per;
    let ends = (0.0, if finish > 0.0 { finish } else { 1.0 });
    let time = Axis { side: Side::Below, frame, ends, has_grid: true };
    let mut text = bands(layout);
    text += &time.drawn(&Tick::round((0.0, finish), MOST_TICKS), Some(&format!("time ({})", unit.symbol)));
    let (end, bottom) = (px(layout.x(layout.finish)), layout.bottom());
    let _ = writeln!(text, "<path d=\"M{end} {TOP}V{bottom}\" stroke=\"{FRAME}\" stroke-dasharray=\"4 3\"/>");
    text + &ranks(layout, frame, report.members()[0])
}

/// Darker ground for every other rank, if ranks have several rows.
fn bands(layout: &Layout) -> String {
    let mut text = String::new();
    for place in (1..layout.shown().len()).step_by(2).filter(|_| layout.has_processors()) {
        let gap = f64::from(layout.pitch) - layout.bar();
        let (top, height) = (layout.top_of(place) - gap / 2.0, layout.height_of(place) + gap);
        let band = Frame { left: f64::from(layout.left), top, width: f64::from(CHART), height };
        text += &band.filled(BAND);
    }
    text
}

/// The ranks from above: the values of their axis are places in the picture.
fn ranks(layout: &Layout, frame: Frame, member: &str) -> String {
    let ends = (f64::from(layout.bottom()), f64::from(TOP));
    let axis = Axis { side: Side::Left, frame, ends, has_grid: false };
    let tick =
        |(place, ranks): (usize, super::rows::Ranks)| Tick { value: layout.middle_of(place), label: ranks.name() };
    axis.drawn(&layout.places().map(tick).collect::<Vec<_>>(), Some(member))
}
