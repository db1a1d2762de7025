//! A causal model as JSON.

use super::{SCHEMA, document};
use crate::report::causal::CausalReport;
use logpine_causal::{
    CausalModel, Decision, DeterministicOptions, Edge, EdgeKind, Equivalence, FunctionOf, Reason, Scale, Separation,
    TestResult, Transform,
};
use serde::Serialize;

#[derive(Debug, Serialize)]
struct SharesJson {
    one: f64,
    two: f64,
}

#[derive(Debug, Serialize)]
struct VariableJson<'a> {
    name: &'a str,
    scale: &'static str,
    input: bool,
    deterministic: bool,
}

#[derive(Debug, Serialize)]
struct EdgeJson<'a> {
    from: &'a str,
    to: &'a str,
    kind: &'static str,
    information: f64,
    required: bool,
}

impl<'a> EdgeJson<'a> {
    fn new(model: &'a CausalModel, edge: &Edge) -> Self {
        let kind = match edge.kind {
            EdgeKind::Directed => "directed",
            EdgeKind::Deterministic => "deterministic",
            EdgeKind::Undirected => "undirected",
        };
        let (from, to) = (model.name(edge.from), model.name(edge.to));
        Self { from, to, kind, information: edge.information, required: edge.is_required }
    }
}

#[derive(Debug, Serialize)]
struct FunctionJson<'a> {
    variable: &'a str,
    parents: Vec<&'a str>,
    residual_variance: f64,
    degree: usize,
    alternatives: Vec<Vec<&'a str>>,
}

impl<'a> FunctionJson<'a> {
    fn new(model: &'a CausalModel, function: &FunctionOf) -> Self {
        let FunctionOf { variable, parents, residual_variance, degree, alternatives } = function;
        Self {
            variable: model.name(*variable),
            parents: model.names(parents),
            residual_variance: *residual_variance,
            degree: *degree,
            alternatives: alternatives.iter().map(|set| model.names(set)).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct SeparationJson<'a> {
    pair: Vec<&'a str>,
    given: Vec<&'a str>,
    information: Option<f64>,
    reason: &'static str,
}

impl<'a> SeparationJson<'a> {
    fn new(model: &'a CausalModel, separation: &Separation) -> Self {
        let Separation { pair, given, information, reason } = separation;
        let reason = match reason {
            Reason::Independent => "independent",
            Reason::Function => "function",
            Reason::Equivalent => "equivalent",
            Reason::Forbidden => "forbidden",
        };
        Self { pair: model.names(pair), given: model.names(given), information: *information, reason }
    }
}

#[derive(Debug, Serialize)]
struct EquivalenceJson<'a> {
    reference: &'a str,
    kept: &'a str,
    others: Vec<&'a str>,
    decision: &'static str,
}

impl<'a> EquivalenceJson<'a> {
    fn new(model: &'a CausalModel, equivalence: &Equivalence) -> Self {
        let Equivalence { reference, kept, others, decision } = equivalence;
        let decision = match decision {
            Decision::Simpler => "simpler",
            Decision::Cause => "cause",
            Decision::Undecided => "undecided",
        };
        Self { reference: model.name(*reference), kept: model.name(*kept), others: model.names(others), decision }
    }
}

#[derive(Debug, Serialize)]
struct TestJson<'a> {
    pair: Vec<&'a str>,
    given: Vec<&'a str>,
    information: f64,
}

impl<'a> TestJson<'a> {
    fn new(model: &'a CausalModel, test: &TestResult) -> Self {
        Self { pair: model.names(&test.pair), given: model.names(&test.given), information: test.information }
    }
}

#[derive(Debug, Serialize)]
struct CausalJson<'a> {
    schema: u32,
    name: &'a str,
    rows: usize,
    transform: &'static str,
    threshold: f64,
    max_conditions: usize,
    deterministic: Option<SharesJson>,
    variables: Vec<VariableJson<'a>>,
    edges: Vec<EdgeJson<'a>>,
    functions: Vec<FunctionJson<'a>>,
    separations: Vec<SeparationJson<'a>>,
    equivalences: Vec<EquivalenceJson<'a>>,
    tests: Vec<TestJson<'a>>,
    warnings: Vec<String>,
}

/// A causal model as JSON; its fields are listed [above](super).
#[must_use]
pub fn causal(report: &CausalReport) -> String {
    let CausalReport { name, model } = *report;
    let variable = |(index, variable): (usize, &'_ logpine_causal::Variable)| VariableJson {
        name: model.name(index),
        scale: match variable.scale {
            Scale::Log => "log",
            Scale::Raw => "raw",
            Scale::Discrete => "discrete",
        },
        input: variable.is_input,
        deterministic: model.function(index).is_some(),
    };
    document(&CausalJson {
        schema: SCHEMA,
        name,
        rows: model.rows,
        transform: match model.options.transform {
            Transform::Log => "log",
            Transform::Raw => "raw",
        },
        threshold: model.options.pc.threshold,
        max_conditions: model.options.pc.max_conditions,
        deterministic: model.options.deterministic.map(|DeterministicOptions { one, two }| SharesJson { one, two }),
        variables: model.variables.iter().enumerate().map(variable).collect(),
        edges: model.edges.iter().map(|edge| EdgeJson::new(model, edge)).collect(),
        functions: model.functions.iter().map(|function| FunctionJson::new(model, function)).collect(),
        separations: model.separations.iter().map(|separation| SeparationJson::new(model, separation)).collect(),
        equivalences: model.equivalences.iter().map(|equivalence| EquivalenceJson::new(model, equivalence)).collect(),
        tests: model.tests.iter().map(|test| TestJson::new(model, test)).collect(),
        warnings: model.warnings.iter().map(ToString::to_string).collect(),
    })
}
