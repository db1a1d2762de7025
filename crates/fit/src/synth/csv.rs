//! Synthetic measurements as files that are marked as synthetic.

use super::{Synthesis, SyntheticTan, TreeTime};
use crate::tan::TanMeasurements;
use crate::{Sample, Samples};
use logpine_models::machine::Overhead;
use logpine_text::csv_lines::csv_lines;
use logpine_text::units::{Clock, Rate, Time};
use std::fmt::Write as _;
use std::iter;

/// The contents of the four files of a data set, in the format that the readers of measurements accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSet {
    /// `depth,time_s`
    pub chain: String,
    /// `fanout,time_s`
    pub fan_in: String,
    /// `time_s`
    pub latency: String,
    /// `tree,time_s`
    pub topologies: String,
}

impl SyntheticTan<'_> {
    /// Returns the measurements as files, with comments that mark them as synthetic and describe how they were made,
    /// including the `command` that makes them again.
    #[must_use]
    pub fn data_set(
        &self,
        measured: &TanMeasurements,
        trees: &[TreeTime],
        synthesis: &Synthesis,
        command: &str,
    ) -> DataSet {
        let clock = self.machine.clock;
        let time = |time: Time| time.display(clock);
        let (latency, constant, startup) = (time(self.latency), self.constant.display(clock), time(self.startup));
        let file = |truth: &str, rows: String| {
            let mut text = String::new();
            let mut comment = |line: &str| {
                let _ = writeln!(text, "# {}", line.replace(char::is_control, "\u{fffd}"));
            };
            comment(&format!("Synthetic: computed from the profile of machine {}, not measured.", self.machine.name));
            comment(truth);
            comment(&format!(
                "noise: Gaussian, standard deviation {} of the true time; seed {}",
                synthesis.noise, synthesis.seed
            ));
            comment(&format!("made by: {command}"));
            text + &rows
        };
        let chain = format!("true times: depth x (L + 2b) + C with L = {latency}, b = {constant}, C = {startup}");
        let fan_in = format!("true times: L + o(N) with L = {latency}, o(N) = {}", self.overhead_formula());
        DataSet {
            chain: file(&chain, points("depth", &measured.chain, clock)),
            fan_in: file(&fan_in, points("fanout", &measured.fan_in, clock)),
            latency: file(&format!("true time: L = {latency}"), times(&measured.latency, clock)),
            topologies: file(
                "true times: a wave from the leaves to the root, by the tan model of the profile",
                whole_trees(trees, clock),
            ),
        }
    }

    /// o(N) with its coefficients.
    fn overhead_formula(&self) -> String {
        let clock = self.machine.clock;
        let Overhead::Formula(formula) = self.overhead else { return String::new() };
        let terms = [
            (formula.constant.value, ""),
            (formula.linear.value, " N"),
            (formula.quadratic.value, " N^2"),
            (formula.logarithmic.value, " ln N"),
        ];
        let mut terms: Vec<String> = terms
            .into_iter()
            .filter(|&(coefficient, _)| coefficient > Rate::ZERO)
            .map(|(coefficient, term)| format!("{}{term}", coefficient.display(clock)))
            .collect();
        if let Some(term) = formula.exponential {
            terms.push(format!("{} e^({} N)", term.scale.value.display(clock), term.rate.value));
        }
        terms.join(" + ")
    }
}

/// The column of times in the clock's own unit.
const fn time_column(clock: Clock) -> &'static str {
    match clock {
        Clock::Second => "time_s",
        Clock::Cycle => "time_cycles",
    }
}

fn points(at: &str, samples: &Samples, clock: Clock) -> String {
    let point = |sample: &Sample| [sample.at.to_string(), sample.time.to_string()];
    csv_lines(iter::once([at, time_column(clock)].map(str::to_owned)).chain(samples.samples.iter().map(point)))
}

fn times(samples: &Samples, clock: Clock) -> String {
    let times = samples.samples.iter().map(|sample| [sample.time.to_string()]);
    csv_lines(iter::once([time_column(clock).to_owned()]).chain(times))
}

fn whole_trees(trees: &[TreeTime], clock: Clock) -> String {
    let tree = |TreeTime { tree, time }: &TreeTime| [tree.clone(), time.decimal(clock)];
    csv_lines(iter::once(["tree", time_column(clock)].map(str::to_owned)).chain(trees.iter().map(tree)))
}
