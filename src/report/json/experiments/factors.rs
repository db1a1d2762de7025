//! Performance factors as JSON.

use super::{SCHEMA, document};
use crate::study::{CellError, ClassFactor, FactorQuestion, FactorTable, Predicted, Spread};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct FactorsJson<'a> {
    schema: u32,
    nodes: u32,
    node_msgs: u32,
    benchmark: u32,
    instances: u32,
    sets: u32,
    seed: u64,
    #[serde(rename = "refT")]
    ref_t: SpreadJson,
    networks: Vec<FactorJson<'a>>,
    schemes: Vec<FactorJson<'a>>,
    errors: Vec<ErrorJson<'a>>,
    correlation: Option<SpreadJson>,
    predictions: Vec<PredictedJson>,
}

#[derive(Debug, Serialize)]
struct SpreadJson {
    mean: f64,
    standard_deviation: f64,
}

#[derive(Debug, Serialize)]
struct FactorJson<'a> {
    class: &'a str,
    #[serde(rename = "benchmarkT")]
    benchmark_t: SpreadJson,
    factor: SpreadJson,
    among_instances: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ErrorJson<'a> {
    scheme: &'a str,
    network: &'a str,
    relative_percent: SpreadJson,
    bias_percent: SpreadJson,
}

#[derive(Debug, Serialize)]
struct PredictedJson {
    predicted: f64,
    real: f64,
}

impl From<Spread> for SpreadJson {
    fn from(Spread { mean, deviation }: Spread) -> Self {
        Self { mean, standard_deviation: deviation }
    }
}

/// `study factors` as JSON; its fields are listed [above](super).
#[must_use]
pub fn factors(question: &FactorQuestion, table: &FactorTable) -> String {
    let errors = question.schemes.iter().zip(&table.errors).flat_map(|(kind, cells)| {
        question.classes.iter().zip(cells).map(|(class, cell)| error(kind.name(), class.name(), cell))
    });
    document(&FactorsJson {
        schema: SCHEMA,
        nodes: question.nodes,
        node_msgs: question.node_msgs,
        benchmark: question.benchmark,
        instances: question.instances,
        sets: question.sets,
        seed: question.seed,
        ref_t: table.ref_t.into(),
        networks: table.classes.iter().map(|class| factor(class.class.name(), class)).collect(),
        schemes: table.schemes.iter().map(|kind| factor(kind.class.name(), kind)).collect(),
        errors: errors.collect(),
        correlation: table.correlation.map(Into::into),
        predictions: table
            .predictions
            .iter()
            .map(|&Predicted { predicted, real }| PredictedJson { predicted, real })
            .collect(),
    })
}

fn factor<'a, C>(name: &'a str, class: &ClassFactor<C>) -> FactorJson<'a> {
    FactorJson {
        class: name,
        benchmark_t: class.benchmark_t.into(),
        factor: class.factor.into(),
        among_instances: class.among_instances,
    }
}

fn error<'a>(scheme: &'a str, network: &'a str, cell: &CellError) -> ErrorJson<'a> {
    let percent =
        |spread: Spread| SpreadJson { mean: 100.0 * spread.mean, standard_deviation: 100.0 * spread.deviation };
    ErrorJson { scheme, network, relative_percent: percent(cell.relative), bias_percent: percent(cell.bias) }
}
