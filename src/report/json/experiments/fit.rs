//! A fit of measurements as JSON.

use super::estimate::{EstimateJson, RegressionJson};
use super::port_fit::PortModelsJson;
use super::validation::ValidationJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::{EXAMPLE_LEAVES, Foretold, Trust, Validation};
use crate::fit::tan::{Bimodal, Center, Criterion, FittedForm, Growth, Mode, Physical};
use crate::fit::{Estimate, Sample};
use crate::report::fit::FitReport;
use crate::units::Time;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct SampleJson {
    at: u64,
    time: f64,
    line: u32,
}

#[derive(Debug, Serialize)]
struct ExperimentJson<'a> {
    origin: &'a str,
    samples: usize,
    dropped: Vec<SampleJson>,
    weighed_down: usize,
}

impl<'a> ExperimentJson<'a> {
    fn new(origin: &'a str, samples: usize, dropped: &[Sample], weighed_down: usize) -> Self {
        let sample = |&Sample { at, time, line }: &Sample| SampleJson { at, time, line };
        Self { origin, samples, dropped: dropped.iter().map(sample).collect(), weighed_down }
    }
}

#[derive(Debug, Serialize)]
struct ModeJson {
    samples: usize,
    mean: f64,
    standard_deviation: f64,
}

impl From<Mode> for ModeJson {
    fn from(Mode { samples, mean, deviation }: Mode) -> Self {
        Self { samples, mean, standard_deviation: deviation }
    }
}

#[derive(Debug, Serialize)]
struct BimodalJson {
    lower: ModeJson,
    upper: ModeJson,
    separation: f64,
}

impl From<Bimodal> for BimodalJson {
    fn from(Bimodal { lower, upper, separation }: Bimodal) -> Self {
        Self { lower: lower.into(), upper: upper.into(), separation }
    }
}

#[derive(Debug, Serialize)]
struct LatencyJson<'a> {
    latency: EstimateJson,
    center: &'static str,
    mean: f64,
    median: f64,
    standard_deviation: f64,
    least: f64,
    greatest: f64,
    bimodal: Option<BimodalJson>,
    #[serde(flatten)]
    experiment: ExperimentJson<'a>,
}

#[derive(Debug, Serialize)]
struct ChainJson<'a> {
    startup: EstimateJson,
    overhead: EstimateJson,
    level: EstimateJson,
    #[serde(flatten)]
    experiment: ExperimentJson<'a>,
    #[serde(flatten)]
    regression: RegressionJson,
}

/// The terms that grow with the fan-in, without those that the form does not have.
#[derive(Debug, Default, Serialize)]
struct GrowthJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    linear: Option<EstimateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quadratic: Option<EstimateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logarithmic: Option<EstimateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<EstimateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate: Option<EstimateJson>,
}

impl From<Growth> for GrowthJson {
    fn from(growth: Growth) -> Self {
        let some = |estimate: Estimate| Some(EstimateJson::from(estimate));
        match growth {
            Growth::Constant => Self::default(),
            Growth::Linear { linear } => Self { linear: some(linear), ..Self::default() },
            Growth::Quadratic { linear, quadratic } => {
                Self { linear: some(linear), quadratic: some(quadratic), ..Self::default() }
            }
            Growth::Logarithmic { logarithmic } => Self { logarithmic: some(logarithmic), ..Self::default() },
            Growth::Exponential { scale, rate } => Self { scale: some(scale), rate: some(rate), ..Self::default() },
        }
    }
}

#[derive(Debug, Serialize)]
struct CandidateJson {
    form: &'static str,
    physical: &'static str,
    #[serde(flatten)]
    regression: RegressionJson,
}

impl From<&FittedForm> for CandidateJson {
    fn from(of: &FittedForm) -> Self {
        Self {
            form: of.form.name(),
            physical: match of.physical {
                Physical::Free => "free",
                Physical::Constrained => "constrained",
                Physical::Impossible => "impossible",
            },
            regression: (&of.regression).into(),
        }
    }
}

#[derive(Debug, Serialize)]
struct FanInJson<'a> {
    form: &'static str,
    criterion: Option<&'static str>,
    constant: EstimateJson,
    growth: GrowthJson,
    offset: EstimateJson,
    least: u64,
    most: u64,
    #[serde(flatten)]
    experiment: ExperimentJson<'a>,
    candidates: Vec<CandidateJson>,
}

#[derive(Debug, Serialize)]
struct ForetoldJson {
    at: f64,
    measured: f64,
    predicted: f64,
    error_percent: f64,
}

impl From<&Foretold> for ForetoldJson {
    fn from(&Foretold { at, mean, predicted, error_percent }: &Foretold) -> Self {
        Self { at, measured: mean, predicted, error_percent }
    }
}

#[derive(Debug, Serialize)]
struct OwnDataJson {
    chain: Vec<ForetoldJson>,
    fan_in: Vec<ForetoldJson>,
}

#[derive(Debug, Serialize)]
struct ChoiceJson {
    leaves: u64,
    family: &'static str,
    fanouts: Option<Vec<u64>>,
    time: Number,
    least: Option<Number>,
    worst: Option<Number>,
    most_lost_percent: f64,
}

#[derive(Debug, Serialize)]
struct FitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    latency: LatencyJson<'a>,
    chain: ChainJson<'a>,
    fan_in: FanInJson<'a>,
    warnings: Vec<String>,
    own_data: OwnDataJson,
    choice: Option<ChoiceJson>,
    validation: Option<ValidationJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<PortModelsJson<'a>>,
}

/// `fit` of the three experiments as JSON; its fields are listed [above](super).
#[must_use]
pub fn fit(report: &FitReport, trust: &Trust, validation: Option<&Validation>) -> String {
    let (fit, clock) = (report.fit, report.clock);
    let (latency, chain, fan_in) = (&fit.latency, &fit.chain, &fit.fan_in);
    document(&FitJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        name: report.name,
        latency: LatencyJson {
            latency: latency.latency.into(),
            center: match latency.center {
                Center::Mean => "mean",
                Center::Median => "median",
            },
            mean: latency.mean,
            median: latency.median,
            standard_deviation: latency.deviation,
            least: latency.least,
            greatest: latency.greatest,
            bimodal: latency.bimodal.map(BimodalJson::from),
            experiment: ExperimentJson::new(&latency.origin, latency.samples, &latency.dropped, latency.weighed_down),
        },
        chain: ChainJson {
            startup: chain.startup.into(),
            overhead: chain.overhead.into(),
            level: chain.level.into(),
            experiment: ExperimentJson::new(
                &chain.origin,
                chain.regression.samples,
                &chain.dropped,
                chain.weighed_down,
            ),
            regression: (&chain.regression).into(),
        },
        fan_in: FanInJson {
            form: fan_in.form.name(),
            criterion: report.criterion.map(|criterion| match criterion {
                Criterion::Aicc => "aicc",
                Criterion::AdjustedRSquared => "adjusted-r2",
            }),
            constant: fan_in.terms.constant.into(),
            growth: fan_in.terms.growth.into(),
            offset: fan_in.offset.into(),
            least: *fan_in.range.start(),
            most: *fan_in.range.end(),
            experiment: ExperimentJson::new(
                &fan_in.origin,
                fan_in.points.iter().map(|point| point.count).sum(),
                &fan_in.dropped,
                fan_in.weighed_down,
            ),
            candidates: fan_in.candidates.iter().map(CandidateJson::from).collect(),
        },
        warnings: fit.warnings.iter().map(|warning| warning.words(report.clock)).collect(),
        own_data: OwnDataJson {
            chain: trust.chain.iter().map(ForetoldJson::from).collect(),
            fan_in: trust.fan_in.iter().map(ForetoldJson::from).collect(),
        },
        choice: trust.choice.as_ref().map(|choice| {
            let best = choice.plan.best();
            let nominal = choice.robust.as_ref().map(|robust| &robust.nominal);
            let of = |time: Option<Option<Time>>| time.flatten().map(|time| number(time, clock));
            ChoiceJson {
                leaves: EXAMPLE_LEAVES,
                family: best.family,
                fanouts: best.construction.fanouts.clone(),
                time: number(best.construction.score.time, clock),
                least: of(nominal.map(|nominal| nominal.least)),
                worst: of(nominal.map(|nominal| nominal.worst)),
                most_lost_percent: choice.most_lost_percent,
            }
        }),
        validation: validation.map(|validation| ValidationJson::new(validation, clock)),
        messages: report.messages.map(PortModelsJson::from),
    })
}
