//! A fit of measurements as JSON.

use super::validation::ValidationJson;
use super::{Number, SCHEMA, document, number};
use crate::answer::{Choice, EXAMPLE_LEAVES, Foretold, Trust, Validation};
use crate::report::fit::FitReport;
use logpine_fit::port::PortFit;
use logpine_fit::tan::{ChainFit, Criterion, FanInFit, Form, LatencyFit};
use logpine_text::units::Clock;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct FanInJson<'a> {
    form: Form,
    criterion: Option<Criterion>,
    #[serde(flatten)]
    fit: &'a FanInFit,
}

#[derive(Debug, Serialize)]
struct OwnDataJson<'a> {
    chain: &'a [Foretold],
    fan_in: &'a [Foretold],
}

#[derive(Debug, Serialize)]
struct ChoiceJson<'a> {
    leaves: u64,
    family: &'static str,
    fanouts: Option<&'a [u64]>,
    time: Number,
    least: Option<Number>,
    worst: Option<Number>,
    most_lost_percent: f64,
}

impl<'a> ChoiceJson<'a> {
    fn new(choice: &'a Choice, clock: Clock) -> Self {
        let (best, nominal) = (choice.plan.best(), choice.robust.as_ref().map(|robust| &robust.nominal));
        Self {
            leaves: EXAMPLE_LEAVES,
            family: best.family,
            fanouts: best.construction.fanouts.as_deref(),
            time: number(best.construction.score.time, clock),
            least: nominal.and_then(|nominal| nominal.least).map(|time| number(time, clock)),
            worst: nominal.and_then(|nominal| nominal.worst).map(|time| number(time, clock)),
            most_lost_percent: choice.most_lost_percent,
        }
    }
}

#[derive(Debug, Serialize)]
struct FitJson<'a> {
    schema: u32,
    unit: &'static str,
    name: &'a str,
    latency: &'a LatencyFit,
    chain: &'a ChainFit,
    fan_in: FanInJson<'a>,
    warnings: Vec<String>,
    own_data: OwnDataJson<'a>,
    choice: Option<ChoiceJson<'a>>,
    validation: Option<ValidationJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<&'a PortFit>,
}

/// `fit` of the three experiments as JSON; its fields are listed [above](super).
#[must_use]
pub fn fit(report: &FitReport, trust: &Trust, validation: Option<&Validation>) -> String {
    let FitReport { fit, clock, criterion, .. } = *report;
    document(&FitJson {
        schema: SCHEMA,
        unit: clock.symbol(),
        name: report.name,
        latency: &fit.latency,
        chain: &fit.chain,
        fan_in: FanInJson { form: fit.fan_in.form, criterion, fit: &fit.fan_in },
        warnings: fit.warnings.iter().map(|warning| warning.words(clock)).collect(),
        own_data: OwnDataJson { chain: &trust.chain, fan_in: &trust.fan_in },
        choice: trust.choice.as_ref().map(|choice| ChoiceJson::new(choice, clock)),
        validation: validation.map(|validation| ValidationJson::new(validation, clock)),
        messages: report.messages,
    })
}
