//! The effects of uncertain parameters on an answer, as JSON.

use super::Number;
use crate::answer::{Assessed, BreakPoint, Candidate, End, Over, ParameterSensitivity, Robust, Sensitivity, Study};
use crate::report::Named;
use logpine_models::machine::Parameter;
use logpine_text::units::{Clock, Rate, Time};
use logpine_trees::tree::RankShape;
use logpine_trees::tree::families::Parameters;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// The fields of an answer on uncertain parameters.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename = "Study")]
pub(super) struct StudyJson<'a> {
    robust: Option<RobustJson<'a>>,
    break_points: Option<Vec<BreakPointJson<'a>>>,
    /// The parameters without break points because the search was stopped.
    unexamined: Option<Vec<&'a str>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Robust")]
struct RobustJson<'a> {
    criterion: &'static str,
    status: &'static str,
    parameters: Vec<RangeJson<'a>>,
    choice: AssessedJson<'a>,
    nominal_choice: AssessedJson<'a>,
    regret: Option<Time>,
    regret_percent: Option<f64>,
    worst_scenarios: Option<usize>,
    mean_scenarios: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Range")]
struct RangeJson<'a> {
    parameter: &'a str,
    value: Number,
    low: Number,
    high: Number,
    mean: Number,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Assessed")]
struct AssessedJson<'a> {
    #[serde(flatten)]
    choice: ChoiceJson<'a>,
    nominal: Option<Time>,
    least: Option<Time>,
    worst: Option<Time>,
    mean: Option<Time>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "BreakPoint")]
struct BreakPointJson<'a> {
    parameter: &'a str,
    value: Number,
    low: Option<Number>,
    low_winner: Option<ChoiceJson<'a>>,
    high: Option<Number>,
    high_winner: Option<ChoiceJson<'a>>,
    guarantee: &'static str,
    ends: [EndJson; 2],
}

/// A tree or an algorithm.
#[skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Choice")]
struct ChoiceJson<'a> {
    family: &'a str,
    parameters: &'a Parameters,
    fanouts: Option<&'a [u64]>,
    height: Option<u32>,
    root_fanout: Option<u64>,
}

impl<'a> ChoiceJson<'a> {
    fn new(choice: &'a Candidate<impl Named>) -> Self {
        let tree = choice.construction.rank_tree();
        Self {
            family: choice.family,
            parameters: &choice.parameters,
            fanouts: choice.construction.fanouts(),
            height: tree.map(RankShape::height),
            root_fanout: tree.map(|tree| tree.fanout(tree.root())),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "End")]
struct EndJson {
    at: Number,
    best: Option<Time>,
    regret: Option<Time>,
}

impl<'a> StudyJson<'a> {
    pub fn new<C: Named>(study: &'a Study<Candidate<C>>, clock: Clock) -> Self {
        let points = |parameters: &'a [ParameterSensitivity<Candidate<C>>]| {
            parameters.iter().map(|of| BreakPointJson::new(of, clock))
        };
        let names = |of: &'a Sensitivity<_>| of.unexamined.iter().map(|of| of.name.as_str()).collect();
        Self {
            robust: study.robust.as_ref().map(|robust| RobustJson::new(robust, clock)),
            unexamined: study.sensitivity.as_ref().filter(|of| !of.unexamined.is_empty()).map(names),
            break_points: study.sensitivity.as_ref().map(|sensitivity| points(&sensitivity.parameters).collect()),
        }
    }
}

impl<'a> RobustJson<'a> {
    fn new<C: Named>(robust: &'a Robust<Candidate<C>>, clock: Clock) -> Self {
        Self {
            criterion: robust.criterion.name(),
            status: robust.status.name(),
            parameters: robust.parameters.iter().filter_map(|parameter| RangeJson::new(parameter, clock)).collect(),
            choice: AssessedJson::new(&robust.chosen),
            nominal_choice: AssessedJson::new(&robust.nominal),
            regret: robust.regret(),
            regret_percent: robust.regret_percent(),
            worst_scenarios: scenarios(robust.worst_over),
            mean_scenarios: scenarios(robust.mean_over),
        }
    }
}

impl<'a> RangeJson<'a> {
    fn new(parameter: &'a Parameter, clock: Clock) -> Option<Self> {
        let range = parameter.range?;
        let [value, low, high, mean] =
            [parameter.value, range.low, range.high, range.mean].map(|value| rate(parameter, value, clock));
        Some(Self { parameter: &parameter.name, value, low, high, mean })
    }
}

impl<'a> AssessedJson<'a> {
    fn new<C: Named>(of: &'a Assessed<Candidate<C>>) -> Self {
        let Assessed { choice, nominal, least, worst, mean } = of;
        Self { choice: ChoiceJson::new(choice), nominal: *nominal, least: *least, worst: *worst, mean: *mean }
    }
}

impl<'a> BreakPointJson<'a> {
    fn new<C: Named>(of: &'a ParameterSensitivity<Candidate<C>>, clock: Clock) -> Self {
        let value = |point: &Option<BreakPoint<Candidate<C>>>| {
            point.as_ref().map(|point| rate(&of.parameter, point.value, clock))
        };
        let winner =
            |point: &'a Option<BreakPoint<Candidate<C>>>| point.as_ref().map(|point| ChoiceJson::new(&point.winner));
        Self {
            parameter: &of.parameter.name,
            value: rate(&of.parameter, of.parameter.value, clock),
            low: value(&of.low),
            low_winner: winner(&of.low),
            high: value(&of.high),
            high_winner: winner(&of.high),
            guarantee: of.guarantee.name(),
            ends: of.ends.map(|end| EndJson::new(&of.parameter, end, clock)),
        }
    }
}

impl EndJson {
    fn new(parameter: &Parameter, end: End, clock: Clock) -> Self {
        Self { at: rate(parameter, end.at, clock), best: end.best, regret: end.regret }
    }
}

fn scenarios(over: Over) -> Option<usize> {
    match over {
        Over::One => None,
        Over::Scenarios { count } => Some(count),
    }
}

/// A parameter's value as an exact decimal number, in the clock's unit if it has one.
fn rate(parameter: &Parameter, value: Rate, clock: Clock) -> Number {
    Number::decimal(parameter.decimal(value, clock))
}
