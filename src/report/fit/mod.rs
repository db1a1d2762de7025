//! A fit of measurements as a picture.

mod histogram;
mod messages;
mod points;
mod residuals;
mod tables;
mod verdict;

pub use messages::messages_svg;
pub use verdict::Verdict;

use super::draw::chart::{Chart, heading};
use super::draw::{Frame, Picture, note_at, scale};
use crate::report::draw::palette::{ALERT, CONSTANT, DATA, EXPONENTIAL, FITTED, LINEAR, LOGARITHMIC};
use logpine_fit::port::PortFit;
use logpine_fit::regression::Regression;
use logpine_fit::tan::{Criterion, Form, TanFit, TanMeasurements};
use logpine_fit::{Sample, Samples};
use logpine_text::units::Clock;
use points::Drawn;
use residuals::Residuals;

/// A fit of the three experiments, with its measurements.
#[derive(Clone, Copy, Debug)]
pub struct FitReport<'a> {
    /// The name of the machine.
    pub name: &'a str,
    /// The clock of the times.
    pub clock: Clock,
    /// The measurements.
    pub measurements: &'a TanMeasurements,
    /// The fit.
    pub fit: &'a TanFit,
    /// The criterion by which the form of the overhead was chosen; `None` if the form was given.
    pub criterion: Option<Criterion>,
    /// The models of messages of the same machine, if they were fitted too.
    pub messages: Option<&'a PortFit>,
}

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 884;
/// Left edges of the two columns of charts.
const LEFT: [f64; 2] = [84.0, 690.0];
/// Width of a chart.
const CHART: f64 = 480.0;
/// The distance of headings from the charts of samples.
const ABOVE: f64 = 12.0;
/// Top edges of the charts, of the residuals below them, and of the histogram.
const TOP: [f64; 3] = [108.0, 402.0, 606.0];
/// Heights of the charts, of the residuals, and of the histogram.
const TALL: [f64; 3] = [278.0, 96.0, 200.0];

/// The colour of a form's curve.
const fn colour(form: Form) -> &'static str {
    match form {
        Form::Constant => CONSTANT,
        Form::Linear => LINEAR,
        Form::Logarithmic => LOGARITHMIC,
        Form::Quadratic => FITTED,
        Form::Exponential => EXPONENTIAL,
    }
}

/// The measurements of the three experiments with their fits: chains and fan-ins with their residuals, all forms of the
/// overhead, a histogram of the latencies, and tables of the estimates and of the forms.
///
/// If a point has many samples, only some are drawn, evenly spaced by size, the least and the greatest among them; the picture
/// says so. Names are escaped. A file has about 300 kB at most.
#[must_use]
pub fn svg(report: &FitReport) -> String {
    let TanFit { chain, fan_in, latency, .. } = report.fit;
    let line = Curve { regression: &chain.regression, colour: FITTED, is_chosen: true };
    let mut text = experiment(
        &Experiment {
            left: LEFT[0],
            title: "Chains: d (L + 2b) + C",
            at: "levels d",
            samples: &report.measurements.chain,
            dropped: &chain.dropped,
            curves: vec![line],
            clip: "chain",
        },
        report.clock,
    );
    let curve = |candidate: &'_ logpine_fit::tan::FittedForm| (candidate.form == fan_in.form, colour(candidate.form));
    let mut curves: Vec<Curve> = fan_in
        .candidates
        .iter()
        .map(|candidate| {
            let (is_chosen, colour) = curve(candidate);
            Curve { regression: &candidate.regression, colour, is_chosen }
        })
        .collect();
    // The last curve is drawn above the others.
    curves.sort_by_key(|curve| curve.is_chosen);
    text += &experiment(
        &Experiment {
            left: LEFT[1],
            title: "Fan-in: L + o(N)",
            at: "leaves N",
            samples: &report.measurements.fan_in,
            dropped: &fan_in.dropped,
            curves,
            clip: "fan-in",
        },
        report.clock,
    );
    let frame = Frame { left: LEFT[0], top: TOP[2], width: CHART, height: TALL[2] };
    text += &histogram::histogram(frame, &report.measurements.latency, latency, report.clock);
    text += &tables::tables(LEFT[1], TOP[2] - 14.0, report);
    text += &footnote(report);
    whole(report, &text)
}

/// The picture with its headings.
fn whole(report: &FitReport, drawn: &str) -> String {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let title = format!("{}: {} overhead", report.name, fan_in.form);
    let samples = latency.samples + chain.regression.samples + fitted(report).map_or(0, |fit| fit.samples);
    let origins = [&*latency.origin, &*chain.origin, &*fan_in.origin].join(", ");
    let facts = format!("fitted to {samples} measurements: {origins}");
    let about = "Waves through chains and from leaves to one node, what was fitted to them, residuals, and latencies.";
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    Picture { title: &title, facts: &facts, about, left: LEFT[0], width, height }.of(drawn)
}

/// A note on how samples are thinned out, if they are.
fn footnote(report: &FitReport) -> String {
    let TanMeasurements { chain, fan_in, .. } = report.measurements;
    let is_thinned =
        |samples: &Samples, dropped: &[Sample]| Drawn::new(&samples.samples, dropped).is_thinned(samples.samples.len());
    if !is_thinned(chain, &report.fit.chain.dropped) && !is_thinned(fan_in, &report.fit.fan_in.dropped) {
        return String::new();
    }
    note_at(
        (LEFT[0], f64::from(HEIGHT - 10)),
        "Of many samples at a point those drawn are evenly spaced by size, the least and the greatest among them; of many points \
         those drawn are evenly spaced.",
    )
}

/// The regression of the chosen form.
fn fitted<'a>(report: &FitReport<'a>) -> Option<&'a Regression> {
    let fit = &report.fit.fan_in;
    fit.candidates.iter().find(|candidate| candidate.form == fit.form).map(|candidate| &candidate.regression)
}

/// A fit as a curve.
struct Curve<'a> {
    regression: &'a Regression,
    colour: &'static str,
    is_chosen: bool,
}

/// A chart of waves with its residuals below.
struct Experiment<'a> {
    left: f64,
    title: &'static str,
    at: &'static str,
    samples: &'a Samples,
    dropped: &'a [Sample],
    /// The curves, the chosen one last.
    curves: Vec<Curve<'a>>,
    clip: &'static str,
}

impl Experiment<'_> {
    /// The colour of the chosen curve.
    fn colour(&self) -> &'static str {
        self.curves.last().map_or(DATA, |curve| curve.colour)
    }
}

fn experiment(experiment: &Experiment, clock: Clock) -> String {
    let Experiment { left, samples, dropped, curves, .. } = experiment;
    let drawn = Drawn::new(&samples.samples, dropped);
    let frame = |row: usize| Frame { left: *left, top: TOP[row], width: CHART, height: TALL[row] };
    let Some(chosen) = curves.last().map(|curve| curve.regression) else { return String::new() };
    let highest = drawn.all().map(|(_, time)| time).fold(chosen.at(drawn.last()), f64::max);
    let unit = scale::unit(highest, clock);
    let mut chart = Chart::new(frame(0), (0.0, drawn.last()), (0.0, highest / unit.per), experiment.clip);
    let mut text = heading(frame(0), ABOVE, experiment.title, &drawn.note(samples.samples.len()));
    text += &chart.axes(None, &format!("time of a wave ({})", unit.symbol));
    let draw = |chart: &mut Chart, curve: &Curve| {
        let (width, opacity) = if curve.is_chosen { (2.4, 1.0) } else { (1.4, 0.8) };
        let path = (0..=160u32).map(|step| {
            let at = drawn.first() + (drawn.last() - drawn.first()) * f64::from(step) / 160.0;
            (at, curve.regression.at(at) / unit.per)
        });
        chart.curve(path, curve.colour, width, opacity);
    };
    curves.iter().filter(|curve| !curve.is_chosen).for_each(|curve| draw(&mut chart, curve));
    chart.dots(drawn.kept().map(|(at, time)| (at, time / unit.per)), DATA);
    curves.iter().filter(|curve| curve.is_chosen).for_each(|curve| draw(&mut chart, curve));
    chart.rings(drawn.dropped().map(|(at, time)| (at, time / unit.per)), ALERT);
    text += &chart.finish();
    text + &residuals(experiment, &drawn, frame(1), chosen, clock)
}

/// The residuals of an experiment.
fn residuals(experiment: &Experiment, drawn: &Drawn, frame: Frame, fit: &Regression, clock: Clock) -> String {
    let Residuals { points, most, title } = Residuals::new(drawn, |at| fit.at(at), fit.noise, clock);
    let clip = format!("{}-residuals", experiment.clip);
    let mut chart = Chart::new(frame, (0.0, drawn.last()), (-most, most), &clip);
    let text = chart.axes(Some(experiment.at), &title);
    chart.dots(points.into_iter(), DATA);
    chart.curve([(0.0, 0.0), (drawn.last(), 0.0)].into_iter(), experiment.colour(), 1.6, 1.0);
    text + &chart.finish()
}
