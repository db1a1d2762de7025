//! Models of messages as a picture: times by size with the fitted lines.

use super::points::Drawn;
use super::residuals::Residuals;
use super::tables::{self, LINE, row};
use super::{ABOVE, CHART, LEFT, WIDTH};
use crate::report::draw::chart::{Chart, heading};
use crate::report::draw::font::LABEL;
use crate::report::draw::logarithmic::{place_of, size_at, sizes, times};
use crate::report::draw::palette::{DATA, FITTED, LINEAR, LOGARITHMIC};
use crate::report::draw::{Frame, Picture, px, words_at};
use crate::report::times::sentence;
use logpine_fit::port::{LineFit, LineStart, PiecewiseFit, PlogpFit, PortFit, TablePoint};
use logpine_fit::regression::Noise;
use logpine_fit::shown;
use logpine_text::units::Clock;
use std::fmt::Write as _;

/// The top edge of the first row of charts, and the distance between rows.
const TOP: f64 = 108.0;
const PITCH: f64 = 408.0;
/// The heights of a chart and of the residuals below it, and the top edge of these.
const TALL: f64 = 220.0;
const RESIDUALS: (f64, f64) = (236.0, 76.0);
/// Colours of the tables of `PLogP`: sending, receiving, gap.
const TABLES: [&str; 3] = [LINEAR, LOGARITHMIC, FITTED];
/// The number of steps in which a line is drawn.
const STEPS: u32 = 240;

/// Times of messages by size, both as logarithms, with the fitted lines and the residuals below; the tables of `PLogP`; and
/// the estimates.
///
/// Many samples are thinned out as in [`svg`](super::svg). Names are escaped.
#[must_use]
pub fn messages_svg(name: &str, fit: &PortFit) -> String {
    let mut panels: Vec<Box<dyn Fn(Place) -> String + '_>> = Vec::new();
    let parts = [("", Some(fit)), (" within a host", fit.within_host.as_deref())];
    for (whose, fit) in parts.into_iter().filter_map(|(whose, fit)| Some((whose, fit?))) {
        for line in &fit.lines {
            // Pieces are fitted to the times that alpha and beta are fitted to.
            let pieces = fit.piecewise.as_ref().filter(|_| line.start == LineStart::Empty);
            panels.push(Box::new(move |place| line_panel(place, (line, pieces), whose, fit.clock)));
        }
        if let Some(plogp) = &fit.plogp {
            panels.push(Box::new(move |place| tables_panel(place, plogp, whose, fit.clock)));
        }
    }
    panels.push(Box::new(|place| estimates(place, fit)));
    let rows = panels.len().div_ceil(LEFT.len());
    let title = format!("{}: {}", name, fit.sections().join(", "));
    let samples: usize = fit.lines.iter().map(|line| line.regression.samples).sum();
    let facts = match samples {
        0 => format!("from {}", fit.origin),
        _ => format!("fitted to {samples} times: {}", fit.origin),
    };
    let about = "Times of messages by size, what was fitted to them, and residuals.";
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of rows")]
    let height = (TOP + PITCH * rows as f64) as u32;
    let mut text = String::new();
    for (index, panel) in panels.iter().enumerate() {
        let (left, top) = (LEFT[index % LEFT.len()], TOP + PITCH * (index / LEFT.len()) as f64);
        text += &panel(Place { left, top, index });
    }
    let (width, height) = (f64::from(WIDTH), f64::from(height));
    Picture { title: &title, facts: &facts, about, left: LEFT[0], width, height }.of(&text)
}

/// The place of a panel.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    index: usize,
}

impl Place {
    fn chart(self) -> Frame {
        Frame { left: self.left, top: self.top, width: CHART, height: TALL }
    }

    fn residuals(self) -> Frame {
        Frame { top: self.top + RESIDUALS.0, height: RESIDUALS.1, ..self.chart() }
    }
}

/// The ends of an axis. They are a little apart if they would coincide, and not 0, at which a chart leaves no room.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if low > high { (-1.0, 1.0) } else { (low - 0.02, high + 0.02) }
}

/// The times of a line. Times of 0 have no logarithm and are left out.
fn line_panel(place: Place, (line, pieces): Fitted<'_>, whose: &str, clock: Clock) -> String {
    let LineFit { samples, bytes, .. } = line;
    let drawn = Drawn::new(&samples.samples, &[]);
    let x = ends([bytes.from, bytes.to].map(|bytes| place_of(bytes as f64)).into_iter());
    let curve: Vec<(f64, f64)> = (0..=STEPS)
        .map(|step| {
            let at = x.0 + (x.1 - x.0) * f64::from(step) / f64::from(STEPS);
            (at, libm::log10(time_at((line, pieces), size_at(at))))
        })
        .filter(|(_, time)| time.is_finite())
        .collect();
    let dots: Vec<(f64, f64)> = drawn.kept().map(|(at, time)| (place_of(at), libm::log10(time))).collect();
    let y = ends(dots.iter().chain(&curve).map(|(_, time)| *time));
    let clip = format!("messages-{}", place.index);
    let mut chart = Chart::new(place.chart(), x, y, &clip);
    let note = format!("{}; {}", formula((line, pieces), clock), drawn.note(samples.samples.len()));
    let title = format!("{}{whose}", sentence(&line.quantity.to_string()));
    let mut text = heading(place.chart(), ABOVE, &title, &note);
    text += &chart.axes_at(&sizes(bytes.from, bytes.to), &times(y, clock), None, "time");
    chart.dots(dots.into_iter(), DATA);
    chart.curve(curve.into_iter(), FITTED, 2.4, 1.0);
    text += &chart.finish();
    text + &residuals(place, (line, pieces), &drawn, x, clock)
}

/// A line, and the pieces that describe its times better.
type Fitted<'a> = (&'a LineFit, Option<&'a PiecewiseFit>);

/// The line, or the number of the pieces.
fn formula((line, pieces): Fitted<'_>, clock: Clock) -> String {
    if let Some(PiecewiseFit { pieces }) = pieces {
        return format!("{} pieces", pieces.len());
    }
    let LineFit { intercept, slope, regression, .. } = line;
    let beyond = if line.start == LineStart::FirstByte { "(s - 1)" } else { "s" };
    let (constant, slope) = (shown(intercept.value, clock, 4), shown(slope.value, clock, 4));
    format!("{constant} + {slope}/B {beyond}; R\u{b2} {:.4}", regression.r_squared)
}

/// The time of a size.
fn time_at((line, pieces): Fitted<'_>, bytes: f64) -> f64 {
    if let Some(pieces) = pieces {
        return pieces.at(bytes);
    }
    let beyond = if line.start == LineStart::FirstByte { (bytes - 1.0).max(0.0) } else { bytes };
    line.intercept.value + line.slope.value * beyond
}

/// The residuals of a line or of pieces.
fn residuals(place: Place, fitted: Fitted<'_>, drawn: &Drawn, x: (f64, f64), clock: Clock) -> String {
    let (line, pieces) = fitted;
    let noise = if pieces.is_some() { Noise::Relative } else { line.regression.noise };
    let Residuals { points, most, title } = Residuals::new(drawn, |at| time_at(fitted, at), noise, clock);
    let clip = format!("messages-{}-residuals", place.index);
    let mut chart = Chart::new(place.residuals(), x, (-most, most), &clip);
    let across = sizes(line.bytes.from, line.bytes.to);
    let text = chart.axes_at(&across, &chart.upwards(), Some("bytes s"), &title);
    chart.dots(points.into_iter().map(|(at, residual)| (place_of(at), residual)), DATA);
    chart.curve([(x.0, 0.0), (x.1, 0.0)].into_iter(), FITTED, 1.6, 1.0);
    text + &chart.finish()
}

/// Overheads and gap by size.
fn tables_panel(place: Place, plogp: &PlogpFit, whose: &str, clock: Clock) -> String {
    let tables =
        [("o_s, sending", &plogp.overhead_send), ("o_r, receiving", &plogp.overhead_receive), ("g, gap", &plogp.gap)];
    let points = |table: &[TablePoint]| -> Vec<(f64, f64)> {
        table.iter().map(|point| (place_of(point.bytes as f64), libm::log10(point.time))).collect()
    };
    let sized = || tables.iter().flat_map(|(_, table)| table.iter().map(|point| point.bytes));
    let (Some(least), Some(greatest)) = (sized().min(), sized().max()) else { return String::new() };
    let x = ends([least, greatest].map(|bytes| place_of(bytes as f64)).into_iter());
    let y = ends(tables.iter().flat_map(|(_, table)| points(table)).map(|(_, time)| time));
    let clip = format!("messages-{}", place.index);
    let mut chart = Chart::new(Frame { height: RESIDUALS.0 + RESIDUALS.1, ..place.chart() }, x, y, &clip);
    // The names of the tables need the room beside the heading.
    let title = if whose.is_empty() { "Tables of PLogP".to_owned() } else { format!("PLogP{whose}") };
    let mut text = heading(place.chart(), ABOVE, &title, "");
    text += &chart.axes_at(&sizes(least, greatest), &times(y, clock), Some("bytes s"), "time");
    for ((_, table), colour) in tables.iter().zip(TABLES) {
        // Times of 0 have no place: the line goes on beyond them.
        chart.curve(points(table).into_iter().filter(|(_, time)| time.is_finite()), colour, 1.8, 0.8);
        chart.dots(points(table).into_iter(), colour);
    }
    text += &chart.finish();
    for (((name, _), colour), index) in tables.iter().zip(TABLES).zip(0u32..) {
        let (x, y) = (place.left + 150.0 + 115.0 * f64::from(index), place.top - ABOVE);
        let _ = writeln!(text, "<path d=\"M{} {}h16\" stroke=\"{colour}\" stroke-width=\"2\"/>", px(x), px(y - 4.0));
        text += &words_at((x + 20.0, y), &format!("font-size=\"{LABEL}\""), name);
    }
    text
}

fn estimates(place: Place, fit: &PortFit) -> String {
    let columns = [place.left, place.left + 310.0, place.left + CHART];
    let mut text = tables::heading(&columns, place.top, &["Estimates", "value", "95 % interval"]);
    for (index, found) in fit.estimates().into_iter().enumerate() {
        let number = |number| shown(number, fit.clock, 4) + found.unit;
        let interval = if found.estimate.standard_error > 0.0 {
            format!("{} to {}", number(found.estimate.low), number(found.estimate.high))
        } else {
            "not known".to_owned()
        };
        let y = place.top + LINE * (index as f64 + 1.0);
        text += &row(&columns, y, &[&found.name, &number(found.estimate.value), &interval], "normal");
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_messages_svg() -> Result<(), Box<dyn std::error::Error>> {
        use logpine_fit::measurements::read_osu;
        use logpine_fit::port::{PortFit, PortOptions};
        let text = "# OSU MPI Latency Test v7.0\n# Size Latency (us)\n1000 3.00\n2000 4.01\n4000 5.98\n8000 10.02\n";
        let fit = PortFit::from_tables(&read_osu(text.as_bytes(), "latency.txt")?, &PortOptions::default())?;
        let picture = logpine::report::fit::messages_svg("mine", &fit);
        assert!(picture.contains("mine: alpha_beta") && picture.matches("<circle").count() == 8);
        Ok(())
    }
}
